import { createHash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { arch, release } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';

/** What gates are run with, besides the programs that they name. */
const USUAL = [
  'node',
  'npm',
  'pnpm',
  'yarn',
  'bun',
  'deno',
  'python3',
  'go',
  'cargo',
  'rustc',
  'java',
  'ruby',
  'php',
  'make',
  'cc',
  'sh',
];

/** Variables that differ from one terminal to the next, and that no verdict may depend on: gates have no terminal. */
const TERMINAL = new Set(['TERM', 'COLORTERM', 'COLUMNS', 'LINES', 'SHLVL', 'PWD', 'OLDPWD', '_']);

/**
 * A text that changes when one of these programs, or a usual tool chain, is installed anew on this machine, and when a
 * variable of `env`, the environment of the gates, has another value: it is part of the key under which a gate's result
 * is kept, also past the end of this process. Files are looked at (place, size, time), nothing is run.
 */
export function toolchainFingerprint(
  programs: readonly string[],
  env: Readonly<Record<string, string>>,
): string {
  const folders = (env['PATH'] ?? '').split(delimiter);
  const facts = [...new Set([...USUAL, ...programs])]
    .sort()
    .map((program) => [program, installed(program, folders)]);
  const values = Object.entries(env)
    .filter(([name]) => name !== 'PATH' && !TERMINAL.has(name))
    .map(([name, value]) => `${name}=${value}`)
    .sort();
  return createHash('sha256')
    .update(JSON.stringify([arch(), release(), facts, values]))
    .digest('hex');
}

/** Place, size and time of the file that would be run; null where there is none. */
function installed(program: string, folders: readonly string[]): readonly unknown[] | null {
  const places = isAbsolute(program) ? [program] : folders.map((folder) => join(folder, program));
  for (const place of places) {
    try {
      const found = statSync(place, { throwIfNoEntry: false });
      if (found !== undefined) return [realpathSync.native(place), found.size, found.mtimeMs];
    } catch {
      // Not to be looked at in this folder.
    }
  }
  return null;
}
