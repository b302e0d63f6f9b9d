import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '..', '..');
/** They start files that lie beside them, and stay where they are. */
const APART = /(?:^|\/)(thread\/parse-thread|parse-process)\.ts$/;

/** The script that stands in a hook's place, in one file: it starts in a fraction of the time of its sources. */
export interface BundledHook extends Disposable {
  readonly file: string;
}

/** Bundles `run-hook.ts` into a folder of its own, beside a way to the packages that it needs. */
export async function bundledHook(): Promise<BundledHook> {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-hook-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const bundle = await rolldown({
    input: join(ROOT, 'test', 'support', 'run-hook.ts'),
    platform: 'node',
    resolve: { mainFields: ['module', 'main'] },
    external: [/^oxc-parser/, /^web-tree-sitter/],
    plugins: [
      {
        name: 'apart',
        resolveId: (name: string) => {
          const [, path] = APART.exec(name.replace(/^\.\//, 'thread/')) ?? [];
          if (path === undefined) return null;
          const file = path === 'parse-process' ? path : 'thread/parse-thread';
          return {
            id: join(ROOT, 'src/gates/syntax', `${file}.ts`),
            external: 'absolute' as const,
          };
        },
      },
    ],
  });
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: 'run-hook.mjs' });
  await bundle.close();
  return {
    file: join(folder, 'run-hook.mjs'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
