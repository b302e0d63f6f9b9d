import { execFileSync, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
  chmodSync,
  existsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/*
 * Real repositories for tests, each in its own folder. No system or user configuration, fixed author and dates; the
 * cache folder lies inside the temporary one. The variables are set for this process too, because the product hands its
 * own environment to git.
 */
const HERMETIC = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_DATE: '1700000000 +0000',
  GIT_COMMITTER_DATE: '1700000000 +0000',
  GIT_TERMINAL_PROMPT: '0',
} as const;
for (const name of Object.keys(process.env)) if (name.startsWith('GIT_')) delete process.env[name];
Object.assign(process.env, HERMETIC);

/** How to make a repository. */
export interface TempRepoOptions {
  readonly objectFormat?: 'sha1' | 'sha256';
  /** Files of the first commit; null: no commit, an unborn branch. */
  readonly files?: Readonly<Record<string, string | Uint8Array>> | null;
  /** Branch that HEAD is on. */
  readonly branch?: string;
  /** Local configuration, set before the first commit. */
  readonly config?: Readonly<Record<string, string>>;
}

/** A fresh repository. `using` removes it, or call `remove`. */
export interface TempRepo extends Disposable {
  /** The checkout. */
  readonly dir: string;
  /** The temporary folder around it; free for further clones and worktrees. */
  readonly root: string;
  /** Runs git in the checkout; standard output without its last line end. Throws where git fails. */
  readonly git: (...args: readonly string[]) => string;
  /** Runs git in another folder. */
  readonly gitIn: (dir: string, ...args: readonly string[]) => string;
  /** Exit code of a git call that may fail, and what it said. */
  readonly tryGit: (...args: readonly string[]) => { readonly code: number; readonly said: string };
  /** Writes a file of the checkout, with the folders it needs. */
  readonly write: (path: string, content: string | Uint8Array, mode?: number) => void;
  /** Writes files (null deletes), stages everything and commits; the commit's id. */
  readonly commit: (
    message: string,
    files?: Readonly<Record<string, string | Uint8Array | null>>,
  ) => string;
  /** Content of a file at a revision. */
  readonly show: (revision: string, path: string) => string;
  readonly head: () => string;
  /** `git status --porcelain`, untracked files included: one entry a line, none where clean. */
  readonly status: (dir?: string) => readonly string[];
  /** Fails where the object store or the refs are damaged. */
  readonly fsck: () => void;
  readonly remove: () => void;
}

const gitIn = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 28,
  }).replace(/\n$/, '');

/** Makes a repository with one commit (`README.md`, or the given files). */
export function tempRepo(options: TempRepoOptions = {}): TempRepo {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sallyport-test-')));
  const dir = join(root, 'repo');
  mkdirSync(dir);
  process.env['XDG_CACHE_HOME'] = join(root, 'cache');
  const git = (...args: readonly string[]): string => gitIn(dir, ...args);
  const write = (path: string, content: string | Uint8Array, mode?: number): void => {
    const full = join(dir, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, content);
    if (mode !== undefined) chmodSync(full, mode);
  };
  const commit: TempRepo['commit'] = (message, files = {}) => {
    for (const [path, content] of Object.entries(files)) {
      if (content === null) rmSync(join(dir, path), { recursive: true, force: true });
      else write(path, content);
    }
    git('add', '-A');
    git('commit', '-q', '--allow-empty', '--no-verify', '-m', message);
    return git('rev-parse', 'HEAD');
  };
  git(
    'init',
    '-q',
    `--object-format=${options.objectFormat ?? 'sha1'}`,
    '-b',
    options.branch ?? 'main',
  );
  const config = { 'user.name': 'Test User', 'user.email': 'test@example.com', ...options.config };
  for (const [key, value] of Object.entries(config)) git('config', key, value);
  if (options.files !== null) commit('first', options.files ?? { 'README.md': 'hello\n' });
  const remove = (): void => rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  return {
    dir,
    root,
    git,
    gitIn,
    write,
    commit,
    remove,
    tryGit: (...args) => {
      const end = spawnSync('git', args, { cwd: dir, encoding: 'utf8' });
      return { code: end.status ?? -1, said: end.stdout + end.stderr };
    },
    show: (revision, path) =>
      execFileSync('git', ['show', `${revision}:${path}`], { cwd: dir, encoding: 'utf8' }),
    head: () => git('rev-parse', 'HEAD'),
    status: (where = dir) =>
      gitIn(where, 'status', '--porcelain', '-uall')
        .split('\n')
        .filter((line) => line !== ''),
    fsck: () => {
      git('fsck', '--full', '--strict', '--no-dangling');
    },
    [Symbol.dispose]: () => {
      if (existsSync(root)) remove();
    },
  };
}
