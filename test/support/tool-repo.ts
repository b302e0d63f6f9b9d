import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commandEnv, LAUNCHER } from './sallyport-command.ts';
import { tempRepo, type TempRepo } from './temp-repo.ts';

/** How a program ended, with everything that it said. */
export interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** A repository in which a hook tool and the built command live side by side. */
export interface ToolRepo extends TempRepo {
  /** Runs a program in the checkout, or another folder, with the command on its PATH. */
  readonly run: (program: string, args: readonly string[], options?: RunOptions) => Ended;
  readonly sallyport: (...args: readonly string[]) => Ended;
}

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Makes such a repository; `tools` are folders for the PATH. */
export function toolRepo(tools: readonly string[] = []): ToolRepo {
  const temp = tempRepo({ files: { 'a.js': 'export const a = 1;\n' } });
  const bin = join(temp.root, 'bin');
  mkdirSync(bin);
  mkdirSync(join(temp.root, 'home'));
  writeFileSync(
    join(bin, 'sallyport'),
    `#!/bin/sh\nexec "${process.execPath}" "${LAUNCHER}" "$@"\n`,
    { mode: 0o755 },
  );
  const base = commandEnv(temp, { PRE_COMMIT_HOME: join(temp.root, 'pre-commit') });
  const path = [bin, ...tools, dirname(process.execPath), process.env['PATH'] ?? ''].join(':');
  const run: ToolRepo['run'] = (program, args, { cwd = temp.dir, env = {} } = {}) => {
    const end = spawnSync(program, args, {
      cwd,
      encoding: 'utf8',
      env: { ...base, PATH: path, ...env },
    });
    return { code: end.status, said: `${end.stdout}${end.stderr}` };
  };
  return { ...temp, run, sallyport: (...args) => run('sallyport', args) };
}
