import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { LAUNCHER } from './sallyport-command.ts';

/* Tools that manage hooks, as their users run them. What cannot be had here is said once, by the skipped tests' reason. */

/** Version that the tests were written against. */
const LEFTHOOK = '2.2.2';

/** A tool that is there, or why it is not. */
export type Tool = { readonly path: string } | { readonly missing: string };

/**
 * lefthook, installed apart and without its scripts, which would write hooks into whatever repository is around. Kept in
 * the temporary folder for the next run.
 */
export function lefthook(): Tool {
  const folder = join(tmpdir(), `sallyport-lefthook-${LEFTHOOK}`);
  const platform = `${process.platform}-${process.arch}`;
  const path = join(folder, 'node_modules', `lefthook-${platform}`, 'bin', 'lefthook');
  if (existsSync(path)) return { path };
  mkdirSync(folder, { recursive: true });
  const end = spawnSync(
    'npm',
    [
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--prefix',
      folder,
      `lefthook@${LEFTHOOK}`,
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  if (existsSync(path)) return { path };
  return { missing: `lefthook ${LEFTHOOK} cannot be installed: ${lastLine(end.stderr)}` };
}

/** The pre-commit framework, as the system has it. */
export function preCommit(): Tool {
  const end = spawnSync('pre-commit', ['--version'], { encoding: 'utf8' });
  if (end.status === 0) return { path: 'pre-commit' };
  return { missing: 'the pre-commit framework is not installed (apt-get install pre-commit)' };
}

/** husky, which this repository has. */
export const HUSKY = join(dirname(dirname(LAUNCHER)), 'node_modules', 'husky', 'bin.js');

const lastLine = (text: string | null): string => (text ?? '').trim().split('\n').at(-1) ?? '';
