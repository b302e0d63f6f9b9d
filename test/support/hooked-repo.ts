import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openRepository, type Repository } from '../../src/git/repository.ts';
import { installHooks, type Installation } from '../../src/hook/install/install-hooks.ts';
import { NO_SETTINGS, readSettings, writeSettings } from '../../src/hook/hook-settings.ts';
import type { TempRepo } from './temp-repo.ts';

/** The command line as its sources have it: hooks can start it without a build. */
export const SOURCE_COMMAND = fileURLToPath(new URL('./source-command.ts', import.meta.url));

/** What a recording command was called with. */
export interface RecordedCall {
  readonly args: readonly string[];
  readonly stdin: string;
  readonly cwd: string;
  readonly path: string;
}

/** A command that writes down how it was called, and ends with a status. */
export interface RecordingCommand {
  readonly file: string;
  readonly calls: () => readonly RecordedCall[];
  readonly endWith: (status: number) => void;
}

/** Makes such a command, outside the checkout. */
export function recordingCommand(
  repo: TempRepo,
  path = join(repo.root, 'command', 'sallyport.js'),
): RecordingCommand {
  const log = `${path}.log`;
  const status = `${path}.status`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    `const { appendFileSync, readFileSync } = require('node:fs');
const [,, ...args] = process.argv;
const stdin = args.includes('pre-push') || args.includes('reference-transaction') || args.includes('pre-receive') ? readFileSync(0, 'utf8') : '';
appendFileSync(${JSON.stringify(log)}, JSON.stringify({ args, stdin, cwd: process.cwd(), path: process.env.PATH }) + '\\n');
const status = Number(readFileSync(${JSON.stringify(status)}, 'utf8'));
if (status < 0) process.kill(process.pid, -status); else process.exitCode = status;
`,
  );
  writeFileSync(join(dirname(path), 'package.json'), '{"type":"commonjs"}\n');
  writeFileSync(status, '0');
  return {
    file: path,
    calls: () =>
      existsSync(log)
        ? readFileSync(log, 'utf8')
            .split('\n')
            .filter((line) => line !== '')
            .map((line) => JSON.parse(line) as RecordedCall)
        : [],
    endWith: (code) => writeFileSync(status, String(code)),
  };
}

/** Installs the hooks in a repository, calling a given command where one is named. */
export async function installIn(
  dir: string,
  options: {
    readonly command?: string | null;
    readonly settings?: Partial<typeof NO_SETTINGS>;
    readonly branches?: readonly string[];
  } = {},
): Promise<Installation & { readonly repo: Repository }> {
  const repo = await openRepository(dir, process.env, { needsCheckout: false });
  const done = await installHooks(repo, { level: null, branches: options.branches ?? [] });
  const settings = readSettings(repo.stateDir) ?? NO_SETTINGS;
  const command = options.command === undefined ? settings.command : options.command;
  writeSettings(repo.stateDir, { ...settings, command, ...options.settings });
  return { ...done, repo };
}

/** Everything of a folder that an installation might touch: bytes, modes, and what links lead to. */
export function snapshotOf(folder: string): Readonly<Record<string, string>> {
  if (!existsSync(folder)) return { '.': 'missing' };
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    names
      .filter((entry) => !entry.isDirectory())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        const mode = (lstatSync(path).mode & 0o7777).toString(8);
        const content = entry.isSymbolicLink()
          ? `-> ${readlinkSync(path)}`
          : readFileSync(path).toString('base64');
        return [path.slice(folder.length + 1), `${mode} ${content}`] as const;
      })
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  );
}

/** How a git command ended. */
export interface GitRun {
  readonly code: number | null;
  readonly said: string;
}

/** Runs git as a user would, in a given environment besides the usual one. */
export function runGit(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): GitRun {
  const all = { ...process.env, ...env };
  const set = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  const end = spawnSync('git', args, { cwd, encoding: 'utf8', env: set });
  return { code: end.status, said: end.stdout + end.stderr };
}
