import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

const decompress = promisify(brotliDecompress);

/**
 * The folder with the grammars: `grammars` beside `src` in a clone, beside `dist` in the published package. It is looked
 * for upwards, since a build may lay this code out flatter than its source.
 */
function grammarFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const candidate = join(folder, 'grammars');
    if (existsSync(join(candidate, 'manifest.json'))) return candidate;
    const parent = dirname(folder);
    if (parent === folder) throw new Error('the grammars are missing from this installation');
    folder = parent;
  }
}

let found: string | null = null;

/** The WebAssembly of a grammar, unpacked in memory. */
export async function loadGrammarFile(grammar: string): Promise<Uint8Array> {
  found ??= grammarFolder();
  return decompress(await readFile(join(found, `${grammar}.wasm.br`)));
}
