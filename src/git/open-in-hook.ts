import { mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { Environment } from './git-environment.ts';
import { openBriefObjects } from './brief-objects.ts';
import { useObjects, type Repository } from './repository.ts';

/**
 * Opens the repository that a hook runs in without asking git, which takes two processes: git starts a hook at the top of
 * its worktree (githooks(5)), having found the repository sound. Null where anything is out of the ordinary; then git
 * has to be asked.
 */
export function openInHook(cwd: string, environment: Environment): Repository | null {
  try {
    return open(cwd, environment);
  } catch {
    return null;
  }
}

/** Variables with which somebody asks for another view of the repository. */
const REDIRECTED = [
  'GIT_WORK_TREE',
  'GIT_COMMON_DIR',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_QUARANTINE_PATH',
  'GIT_NAMESPACE',
];

/** What a repository's config says only where it is laid out in another way. */
const UNUSUAL = /objectformat|worktree\s*=/i;

function open(cwd: string, environment: Environment): Repository | null {
  if (REDIRECTED.some((name) => (environment[name] ?? '') !== '')) return null;
  const worktree = realPath(cwd);
  const gitDir = realPath(gitFolder(worktree, environment['GIT_DIR'] ?? ''));
  const commonDir = realPath(resolve(gitDir, textOf(join(gitDir, 'commondir')) ?? '.'));
  // A linked worktree's folder says whose it is; the main one's lies in it.
  const home =
    commonDir === gitDir
      ? dirname(gitDir)
      : dirname(resolve(gitDir, textOf(join(gitDir, 'gitdir')) ?? ''));
  if (realPath(home) !== worktree) return null;
  if (UNUSUAL.test(readFileSync(join(commonDir, 'config'), 'utf8'))) return null;
  if (!statSync(join(commonDir, 'objects')).isDirectory()) return null;
  const stateDir = join(commonDir, 'sallyport');
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  const places = { worktree, gitDir, commonDir, stateDir };
  const repo: Repository = { ...places, objectFormat: 'sha1', environment };
  useObjects(repo, openBriefObjects(repo));
  return repo;
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
