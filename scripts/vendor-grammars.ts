/**
 * Fetches the pinned grammar packages and stores what the syntax gate needs of them in `grammars/`: one compressed
 * `.wasm.br` and one licence per grammar, and `manifest.json`. The sums in the manifest are the pins' other half: a
 * fetched file that differs from them is refused, unless `--update` says that the pins were changed on purpose.
 *
 *   node scripts/vendor-grammars.ts [--update] [NAME...]
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import {
  GRAMMAR_LANGUAGES,
  type GrammarLanguage,
} from '../src/gates/syntax/tree-sitter/languages.ts';
import { createFetcher, type Fetcher } from './grammars/fetch-package.ts';
import { readManifest, sha256, type ManifestEntry } from './grammars/manifest.ts';
import { GRAMMAR_PINS, type GrammarPin } from './grammars/pins.ts';
import { scriptOptions } from './script-options.ts';

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'grammars');
const manifestFile = join(folder, 'manifest.json');

const { values, positionals } = scriptOptions(
  'usage: npm run vendor-grammars -- [--update] [GRAMMAR]...',
  {
    options: { update: { type: 'boolean', default: false } },
    allowPositionals: true,
  },
);

function compress(wasm: Buffer): Buffer {
  return brotliCompressSync(wasm, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: wasm.length,
    },
  });
}

interface Licence {
  readonly identifier: string;
  readonly text: string;
}

function licenceOf(pin: GrammarPin, fetcher: Fetcher): Licence {
  const collection = `${pin.package}@${pin.version}`;
  if (pin.licence !== undefined) {
    return {
      identifier: pin.licence,
      text: `${pin.licence}, as its authors state. Compiled by ${collection}.\n`,
    };
  }
  const source = pin.licenceFrom ?? collection;
  const stated = fetcher.packageJson(source);
  const identifier = stated.license ?? 'UNKNOWN';
  const text =
    fetcher.licenceText(source) ??
    `${identifier}, as the manifest of ${source} states. Author: ${JSON.stringify(stated.author ?? 'unknown')}.\n`;
  return { identifier, text };
}

function vendor(
  language: GrammarLanguage,
  fetcher: Fetcher,
  before: ManifestEntry | undefined,
): ManifestEntry {
  const { grammar } = language;
  const pin = GRAMMAR_PINS[grammar];
  if (pin === undefined) throw new Error(`no pin for the grammar ${grammar}`);
  const wasm = fetcher.file(`${pin.package}@${pin.version}`, pin.file);
  const sum = sha256(wasm);
  if (!values.update && before?.sha256 !== sum) {
    throw new Error(`${grammar}: expected sha256 ${before?.sha256 ?? '(none)'}, fetched ${sum}`);
  }
  const { identifier, text } = licenceOf(pin, fetcher);
  writeFileSync(join(folder, `${grammar}.wasm.br`), compress(wasm));
  writeFileSync(join(folder, 'licences', `${grammar}.txt`), text);
  const { extensions, names = [] } = language;
  return {
    grammar,
    language: language.language,
    package: pin.package,
    version: pin.version,
    file: pin.file,
    sha256: sum,
    licence: identifier,
    extensions,
    ...(names.length > 0 ? { names } : {}),
  };
}

mkdirSync(join(folder, 'licences'), { recursive: true });
const known = new Map(readManifest(manifestFile).map((entry) => [entry.grammar, entry]));
const fetcher = createFetcher();
try {
  const entries = GRAMMAR_LANGUAGES.map((language) => {
    const before = known.get(language.grammar);
    const isWanted = positionals.length === 0 || positionals.includes(language.grammar);
    if (!isWanted && before !== undefined) return before;
    return vendor(language, fetcher, before);
  });
  writeFileSync(manifestFile, `${JSON.stringify(entries, null, 2)}\n`);
  for (const grammar of known.keys()) {
    if (entries.some((entry) => entry.grammar === grammar)) continue;
    rmSync(join(folder, `${grammar}.wasm.br`), { force: true });
    rmSync(join(folder, 'licences', `${grammar}.txt`), { force: true });
  }
  const bytes = entries.reduce(
    (sum, { grammar }) => sum + readFileSync(join(folder, `${grammar}.wasm.br`)).length,
    0,
  );
  console.error(`grammars: ${entries.length} stored, ${(bytes / 1e6).toFixed(2)} MB`);
} finally {
  fetcher.close();
}
