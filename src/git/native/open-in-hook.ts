import { mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { Environment } from '../git-environment.ts';
import { useObjects, type Repository } from '../repository.ts';
import { openNativeObjects } from './native-objects.ts';

/**
 * Opens the repository that a hook runs in, without starting git: git starts a hook at the top of its worktree, having
 * found the repository sound. Null where anything is out of the ordinary; then git has to be asked.
 */
export function openInHook(cwd: string, environment: Environment): Repository | null {
  try {
    return open(cwd, environment);
  } catch {
    return null;
  }
}

/** Keys of a repository's config that say that it is laid out in another way. */
const UNUSUAL =
  /^\s*(?:worktree|bare(?!\s*=\s*false\s*$)|partialclone|refstorage|worktreeconfig)\b/im;
const FORMAT = /^\s*objectformat\s*=\s*(\w+)\s*$/im;
const VERSION = /^\s*repositoryformatversion\s*=\s*(\d+)\s*$/im;
/** A key on the line of its section's name, a line that goes on in the next: git's grammar, which is not read here. */
const HARD_TO_READ = /^\s*\[\s*(?:core|extensions)\s*\][^\S\n]*[^\s#;]|\\$/im;
/** Variables with which somebody asks for another view of the repository. */
const REDIRECTED = [
  'GIT_WORK_TREE',
  'GIT_COMMON_DIR',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_QUARANTINE_PATH',
  'GIT_NAMESPACE',
];

function open(cwd: string, environment: Environment): Repository | null {
  if (REDIRECTED.some((name) => (environment[name] ?? '') !== '')) return null;
  const worktree = realPath(cwd);
  const gitDir = realPath(gitFolder(worktree, environment['GIT_DIR'] ?? ''));
  const commonDir = realPath(resolve(gitDir, textOf(join(gitDir, 'commondir')) ?? '.'));
  const isLinked = commonDir !== gitDir;
  // A linked worktree's folder says whose it is; the main one's lies in it.
  const home = isLinked
    ? dirname(resolve(gitDir, textOf(join(gitDir, 'gitdir')) ?? ''))
    : dirname(gitDir);
  if (realPath(home) !== worktree) return null;
  const config = readFileSync(join(commonDir, 'config'), 'utf8');
  if (UNUSUAL.test(config) || HARD_TO_READ.test(config)) return null;
  const format = saidBy(config, 'objectformat', FORMAT) ?? 'sha1';
  if (Number(saidBy(config, 'repositoryformatversion', VERSION) ?? 0) > 1) return null;
  if (format !== 'sha1' && format !== 'sha256') return null;
  if (!statSync(join(commonDir, 'objects')).isDirectory()) return null;
  const stateDir = join(commonDir, 'sallyport');
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  const repo = {
    worktree,
    gitDir,
    commonDir,
    stateDir,
    objectFormat: format,
    environment,
  } as const;
  useObjects(repo, openNativeObjects(repo));
  return repo;
}

/** The value of a key; throws where it is written in another way than git itself does, or twice. */
function saidBy(config: string, key: string, form: RegExp): string | null {
  const named = config.match(new RegExp(`^\\s*${key}\\b`, 'gim')) ?? [];
  if (named.length === 0) return null;
  const [, value] = form.exec(config) ?? [];
  if (value === undefined || named.length > 1) throw new Error(`${key} is not plain`);
  return value;
}

/** The system's own: Node's looks at each folder on the way. */
const realPath = (path: string): string => realpathSync.native(path);

function gitFolder(worktree: string, given: string): string {
  if (given !== '') return isAbsolute(given) ? given : resolve(worktree, given);
  const path = join(worktree, '.git');
  if (statSync(path).isDirectory()) return path;
  const [, named = ''] = /^gitdir: (.+)$/m.exec(readFileSync(path, 'utf8')) ?? [];
  return resolve(worktree, named);
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}
