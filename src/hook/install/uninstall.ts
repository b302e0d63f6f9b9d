import { readdirSync, rmSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HOOKS, type HookName } from '../hook-names.ts';
import { SETTINGS_FILE } from '../hook-settings.ts';
import { hookFileAt } from './hook-file.ts';
import { takeSteps, type HookStep } from './hook-step.ts';
import { findHooksFolder, ourHooks, type HookPlace } from './hooks-folder.ts';
import { withoutLines } from './husky-script.ts';
import {
  bytesOf,
  isAsLeft,
  readRecord,
  removeRecord,
  type ChangedFile,
  type Redirect,
} from './install-record.ts';
import { keptPath, planRemoval } from './plan-hook.ts';
import { undoRedirect } from './redirect.ts';
import { replaceFile } from './replace-file.ts';

/** What an uninstallation did. */
export interface Uninstallation {
  readonly removed: readonly {
    readonly name: HookName;
    readonly path: string;
    readonly restored: boolean;
  }[];
  /** Files that had lines of ours. */
  readonly scripts: readonly string[];
  /** Whether `core.hooksPath` is what it was. */
  readonly isUnredirected: boolean;
  /** Hooks that were kept and that nothing runs, because something else stands in their place now. */
  readonly left: readonly string[];
}

/**
 * Puts everything back: kept hooks return under their names with their bytes and modes, lines of ours leave the scripts,
 * `core.hooksPath` becomes what it was. What somebody else changed since stays as it is. Done again, it does nothing.
 */
export async function uninstallHooks(place: HookPlace): Promise<Uninstallation> {
  const record = readRecord(place.stateDir);
  const ours = ourHooks(place.stateDir);
  const redirect = record.redirect ?? (await unrecordedRedirect(place));
  if (redirect !== null) await undoRedirect(place, redirect, ours);
  const scripts = record.scripts.filter(restoreScript).map(({ path }) => path);

  const folder = await findHooksFolder(place);
  const folders = new Set([folder.path, join(place.commonDir, 'hooks'), ...record.folders]);
  folders.delete(ours);
  const plans = [...folders].flatMap((where) =>
    HOOKS.map(({ name }) => planRemoval(join(where, name), name)),
  );
  takeSteps(plans.flatMap(({ steps }) => steps));
  for (const made of record.folders) removeIfEmpty(made);
  rmSync(ours, { recursive: true, force: true });
  rmSync(join(place.stateDir, SETTINGS_FILE), { force: true });
  removeRecord(place.stateDir);
  return {
    removed: plans
      .filter(({ steps }) => steps.length > 0)
      .map(({ name, path, steps }) => ({
        name,
        path,
        restored: steps.some(isRestoring),
      })),
    scripts,
    isUnredirected: redirect !== null,
    left: plans
      .map(({ path }) => keptPath(path))
      .filter((path) => hookFileAt(path).kind !== 'none'),
  };
}

/** `core.hooksPath` must not be left pointing at a folder that goes. */
async function unrecordedRedirect(place: HookPlace): Promise<Redirect | null> {
  const { kind, scope } = await findHooksFolder(place);
  if (kind !== 'ours') return null;
  return {
    scope: scope === 'worktree' ? 'worktree' : 'local',
    before: null,
    file: { path: '', before: null, after: null },
  };
}

const isRestoring = (step: HookStep): boolean => step.kind === 'move';

/** A script to its bytes of before; where it was changed since, without our lines. True where it had them. */
function restoreScript(script: ChangedFile): boolean {
  const now = bytesOf(script.path);
  if (now === null) return false;
  const mode = statSync(script.path).mode & 0o777;
  const before = script.before === null ? null : Buffer.from(script.before, 'base64');
  if (isAsLeft(script)) {
    if (before === null) rmSync(script.path);
    else replaceFile(script.path, before, mode);
    return true;
  }
  const text = now.toString('latin1');
  const clean = withoutLines(text);
  if (clean === text) return false;
  replaceFile(script.path, Buffer.from(clean, 'latin1'), mode);
  return true;
}

function removeIfEmpty(folder: string): void {
  try {
    if (readdirSync(folder).length === 0) rmdirSync(folder);
  } catch {
    // Gone already, or not ours to remove.
  }
}
