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

/**
 * A text that changes when one of these programs, or a usual tool chain, is installed anew on this machine: it is part
 * of the key under which a gate's result is kept. Files are looked at (place, size, time), nothing is run. `env` is the
 * environment of the gates.
 */
export function toolchainFingerprint(
  programs: readonly string[],
  env: Readonly<Record<string, string>>,
): string {
  const folders = (env['PATH'] ?? '').split(delimiter);
  const facts = [...new Set([...USUAL, ...programs])]
    .sort()
    .map((program) => [program, installed(program, folders)]);
  const versions = Object.entries(env)
    .filter(([name]) => /^(?:RUSTUP_TOOLCHAIN|GOROOT|JAVA_HOME|VIRTUAL_ENV|ASDF_)/.test(name))
    .map(([name, value]) => `${name}=${value}`)
    .sort();
  return createHash('sha256')
    .update(JSON.stringify([arch(), release(), facts, versions]))
    .digest('hex');
}

/** Place, size and time of the file that would be run; null where there is none. */
function installed(program: string, folders: readonly string[]): readonly unknown[] | null {
  const places = isAbsolute(program) ? [program] : folders.map((folder) => join(folder, program));
  for (const place of places) {
    try {
      const file = realpathSync(place);
      const { size, mtimeMs } = statSync(file);
      return [file, size, mtimeMs];
    } catch {
      // Not in this folder.
    }
  }
  return null;
}
