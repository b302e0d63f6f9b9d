import { chmodSync, constants, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';

/** `run-confined.ts` and the runtime, where every user may read them. */
export interface ConfinedProgram extends Disposable {
  /** Folder of `node`. */
  readonly bin: string;
  readonly node: string;
  readonly program: string;
}

/**
 * Puts the program in one file, and a copy of this runtime, into a folder that is open to all: a clone may lie in a
 * folder that is closed to everybody but its owner.
 */
export async function confinedProgram(): Promise<ConfinedProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'confined-program-'));
  chmodSync(folder, 0o755);
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, 'run-confined.ts'),
      outDir: folder,
      emptyOutDir: false,
      target: 'esnext',
      minify: false,
      rollupOptions: { output: { entryFileNames: 'run-confined.mjs', format: 'es' } },
    },
  });
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const node = join(bin, 'node');
  copyFileSync(process.execPath, node, constants.COPYFILE_FICLONE);
  chmodSync(node, 0o755);
  chmodSync(bin, 0o755);
  const program = join(folder, 'run-confined.mjs');
  chmodSync(program, 0o644);
  return {
    bin,
    node,
    program,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
