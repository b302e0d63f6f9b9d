import { chmodSync, closeSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { Fault } from '../../core/model/fault.ts';
import { failedCall } from '../../git/plumbing.ts';
import { askGit, type HookPlace } from './hooks-folder.ts';
import { bytesOf, hashOf, isAsLeft, type Redirect } from './install-record.ts';

/*
 * A folder of hooks that is not this repository's alone, or that is part of the checkout, is left as it is. This
 * repository's `core.hooksPath` is pointed at ours instead, whose hooks run those of the folder.
 */

/** What pointing `core.hooksPath` at ours would change. A value of a worktree's own can only be overruled there. */
export async function planRedirect(place: HookPlace, scope: string | null): Promise<Redirect> {
  const own = scope === 'worktree' ? 'worktree' : 'local';
  const where = own === 'worktree' ? 'config.worktree' : 'config';
  const [located, value] = await Promise.all([
    askGit(place, ['rev-parse', '--git-path', where]),
    askGit(place, ['config', `--${own}`, '--get', 'core.hooksPath']),
  ]);
  const path = resolve(place.worktree, firstLine(located.stdout));
  const before = bytesOf(path)?.toString('base64') ?? null;
  return {
    scope: own,
    before: value.code === 0 ? firstLine(value.stdout) : null,
    file: { path, before, after: null },
  };
}

/** Points `core.hooksPath` at a folder; the redirect with what the configuration became. Throws `Fault`. */
export async function applyRedirect(
  place: HookPlace,
  redirect: Redirect,
  folder: string,
): Promise<Redirect> {
  await setConfig(place, [`--${redirect.scope}`, 'core.hooksPath', folder]);
  const now = bytesOf(redirect.file.path);
  return { ...redirect, file: { ...redirect.file, after: now === null ? null : hashOf(now) } };
}

/**
 * Undoes it: to the byte where nobody changed the configuration since, else the one value. A value that is no longer
 * ours stays. Throws `Fault`.
 */
export async function undoRedirect(
  place: HookPlace,
  redirect: Redirect,
  folder: string,
): Promise<void> {
  const { scope, before, file } = redirect;
  const now = await askGit(place, ['config', `--${scope}`, '--get', 'core.hooksPath']);
  if (firstLine(now.stdout) !== folder) return;
  if (isAsLeft(file) && file.before !== null) {
    replaceConfig(file.path, Buffer.from(file.before, 'base64'));
    return;
  }
  const args = before === null ? ['--unset', 'core.hooksPath'] : ['core.hooksPath', before];
  await setConfig(place, [`--${scope}`, ...args]);
}

async function setConfig(place: HookPlace, args: readonly string[]): Promise<void> {
  const end = await askGit(place, ['config', ...args]);
  if (end.code !== 0) throw failedCall(['config'], end);
}

/** As git does it: under the configuration's lock. */
function replaceConfig(path: string, bytes: Uint8Array): void {
  const lock = `${path}.lock`;
  const { mode } = statSync(path);
  let file: number;
  try {
    file = openSync(lock, 'wx', mode & 0o777);
  } catch (error) {
    throw new Fault('busy', `${lock} is there: another process writes the configuration.`, {
      cause: error,
      retryable: true,
      hint: 'Try again; if nothing else runs, the file was left behind and can be removed.',
    });
  }
  try {
    writeSync(file, bytes);
    closeSync(file);
    chmodSync(lock, mode & 0o777);
    renameSync(lock, path);
  } catch (error) {
    rmSync(lock, { force: true });
    throw error;
  }
}

const firstLine = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString('utf8').split('\n')[0] ?? '';
