import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type {
  LandingIntent,
  LandingJournal,
  LandingWorktree,
} from '../../core/lifecycle/landing-intent.ts';
import type { BranchRef, Oid, SubmissionId } from '../../core/model/ids.ts';
import { withFileLock } from '../file-lock.ts';
import { commitExists, isAncestor, tipOf } from '../refs.ts';
import type { Repository } from '../repository.ts';
import { diffTrees, treeOf, type PathChange } from '../tree.ts';
import { listCheckouts, type Checkout } from './checkouts.ts';
import { statsOf } from './disk-file.ts';
import { readIndexEntries } from './index-entries.ts';
import {
  isDeadOwner,
  lockToken,
  ownerOf,
  readIndexLock,
  releaseIndexLock,
  takeIndexLock,
} from './index-lock.ts';
import { changesTowards, indexCopy, putIndexInPlace, writeIndexCopy } from './index-sync.ts';
import { inspectCheckout } from './inspect.ts';
import { tidyLandingFolder } from './land-locked.ts';
import { activeLandings, discard } from './landing-session.ts';
import { permitFile } from './ref-transaction.ts';
import { findManifest, type ManifestFile } from './manifest.ts';
import { stageFiles } from './stage-files.ts';
import { changedAsides, restoreLateWrite, takeBack, writeFiles, PathTaken } from './write-files.ts';

/** What became of a landing that did not finish. */
export interface RecoveredLanding {
  readonly submission: SubmissionId;
  readonly landing: string;
  readonly target: BranchRef;
  readonly candidate: Oid;
  readonly result: 'landed' | 'abandoned';
}

/** Points of a recovery, once per worktree. */
export type RecoveryStep = 'taken-over' | 'files-done' | 'worktree-done' | 'unlocked';

/**
 * Finishes what crashed landings left. The ref decides: a candidate that the target reaches has landed, and its worktrees
 * are brought up to date; any other is undone. Can itself be killed anywhere and run again. A landing whose process
 * lives, or whose worktree somebody has locked, is left for the next time.
 */
export async function recoverLandings(
  repo: Repository,
  journal: LandingJournal,
  onStep: (step: RecoveryStep) => void = () => undefined,
): Promise<readonly RecoveredLanding[]> {
  return await withFileLock(join(repo.stateDir, 'recovery.lock'), async () => {
    const recovered: RecoveredLanding[] = [];
    for (const intent of journal.open()) {
      const result = isUnderWay(intent) ? null : await recoverOne(repo, intent, onStep);
      if (result === null) continue;
      journal.settle(intent.landing, result);
      discard(permitFile(repo, intent.landing));
      const { submission, landing, target, candidate } = intent;
      recovered.push({ submission, landing, target, candidate, result });
    }
    await removeStrays(repo, new Set(journal.open().map(({ landing }) => landing)));
    return recovered;
  });
}

function isUnderWay({ landing, worktrees }: LandingIntent): boolean {
  if (activeLandings.has(landing)) return true;
  const owner = worktrees[0] === undefined ? null : ownerOf(worktrees[0].token);
  return owner !== null && !isDeadOwner(owner, activeLandings);
}

async function recoverOne(
  repo: Repository,
  intent: LandingIntent,
  onStep: (step: RecoveryStep) => void,
): Promise<RecoveredLanding['result'] | null> {
  const tip = await tipOf(repo, intent.target);
  const hasLanded =
    tip !== null &&
    (await commitExists(repo, intent.candidate)) &&
    (await isAncestor(repo, intent.candidate, tip));
  let isComplete = true;
  for (const worktree of intent.worktrees) {
    if (statsOf(worktree.gitDir) === null || statsOf(worktree.path) === null) continue;
    const lock = takeOver(repo, worktree, intent.landing);
    if (lock === null) {
      isComplete = false;
      continue;
    }
    onStep('taken-over');
    if (hasLanded && tip !== null) await bringForward(repo, { intent, tip, onStep }, worktree);
    else await bringBack(repo, intent, worktree, lock.wasHeld);
    onStep('worktree-done');
    discard(indexCopy(worktree, intent.landing));
    releaseIndexLock(worktree.gitDir, lock.token);
    onStep('unlocked');
  }
  if (!isComplete) return null;
  return hasLanded ? 'landed' : 'abandoned';
}

/** The dead landing's lock as our own, or a new one where it is gone. Null: somebody else is at work there. */
function takeOver(
  repo: Repository,
  { gitDir, token }: LandingWorktree,
  landing: string,
): { readonly token: string; readonly wasHeld: boolean } | null {
  if (readIndexLock(gitDir) === token) return { token, wasHeld: true };
  const found = readIndexLock(gitDir);
  const owner = found === null ? null : ownerOf(found);
  if (found !== null && owner?.landing === landing && isDeadOwner(owner, activeLandings)) {
    return { token: found, wasHeld: false };
  }
  const fresh = lockToken(landing);
  return takeIndexLock(repo.stateDir, gitDir, fresh) ? { token: fresh, wasHeld: false } : null;
}

async function bringBack(
  repo: Repository,
  intent: LandingIntent,
  worktree: LandingWorktree,
  wasLocked: boolean,
): Promise<void> {
  const found = findManifest(repo, worktree, intent.landing);
  if (found === null) return;
  // Without the lock somebody may have taken the new files over into a commit of their own: those stay.
  const files = wasLocked
    ? found.manifest.files
    : await stillOld(repo, worktree, intent, found.manifest.files);
  const work = { ...found, format: repo.objectFormat };
  takeBack({ ...work, manifest: { ...found.manifest, files } });
  tidyLandingFolder(work);
}

async function stillOld(
  repo: Repository,
  worktree: LandingWorktree,
  intent: LandingIntent,
  files: readonly ManifestFile[],
): Promise<readonly ManifestFile[]> {
  const changes = await changesOf(repo, intent);
  const before = new Map(changes.map((change) => [change.path, change.before?.oid]));
  const paths = files.map(({ path }) => path);
  const entries = await readIndexEntries(repo, worktree, paths);
  const staged = new Map(entries.map((entry) => [entry.path, entry.oid]));
  return files.filter(({ path }) => staged.get(path) === before.get(path));
}

async function changesOf(
  repo: Repository,
  { previous, candidate }: LandingIntent,
): Promise<readonly PathChange[]> {
  return await diffTrees(repo, await treeOf(repo, previous), await treeOf(repo, candidate));
}

/**
 * Brings a worktree to what the target has at the landing's paths: files where the old content still stands untouched,
 * index entries where they are still the old ones. What a user changed meanwhile stays.
 */
async function bringForward(
  repo: Repository,
  work: {
    readonly intent: LandingIntent;
    readonly tip: Oid;
    readonly onStep: (step: RecoveryStep) => void;
  },
  worktree: LandingWorktree,
): Promise<void> {
  const { intent, tip } = work;
  const checkout = (await listCheckouts(repo)).find(({ gitDir }) => gitDir === worktree.gitDir);
  if (checkout === undefined || checkout.branch !== intent.target || checkout.isMissing) return;
  const tree = await treeOf(repo, tip);
  if (tree === null) return;
  const changes = await changesTowards(repo, tree, await changesOf(repo, intent));
  const inspection = await inspectCheckout(repo, checkout, { changes, tree });
  const leftOut = new Set(inspection.skipped);
  if (inspection.actions.length > 0) {
    const landing = `${intent.landing}-forward`;
    discardFolder(repo, checkout, landing);
    const staged = await stageFiles(repo, inspection, { landing, tree });
    for (const path of staged.leftOut) leftOut.add(path);
    const files = { ...staged, format: repo.objectFormat };
    try {
      writeFiles(files, () => undefined);
    } catch (error) {
      takeBack(files);
      if (!(error instanceof PathTaken)) throw error;
    }
    tidyLandingFolder(files);
  }
  work.onStep('files-done');
  const update = { changes: inspection.staleEntries, skipped: leftOut };
  if (update.changes.length > 0) {
    putIndexInPlace(checkout, await writeIndexCopy(repo, checkout, intent.landing, update));
  }
  restoreLateWrites(repo, checkout, intent.landing);
}

function restoreLateWrites(repo: Repository, checkout: Checkout, landing: string): void {
  const found = findManifest(repo, checkout, landing);
  if (found === null) return;
  const work = { ...found, format: repo.objectFormat };
  for (const file of changedAsides(work)) restoreLateWrite(work, file);
  tidyLandingFolder(work);
}

/** An earlier recovery that was killed while it wrote files: undone first, so that its asides are not lost. */
function discardFolder(repo: Repository, checkout: Checkout, landing: string): void {
  const found = findManifest(repo, checkout, landing);
  if (found === null) return;
  const work = { ...found, format: repo.objectFormat };
  takeBack(work);
  discard(found.folder);
}

const STRAY = /^sallyport-index-([\w-]+?)(?:\.lock)?$/;
/** Age at which a file of the state folder's `tmp` belongs to nobody, in milliseconds. */
const STALE_MS = 3_600_000;

/** Locks and drafts of landings that died before the journal had them, or after it was done with them. */
async function removeStrays(repo: Repository, open: ReadonlySet<string>): Promise<void> {
  for (const { gitDir } of await listCheckouts(repo)) {
    const token = readIndexLock(gitDir);
    const owner = token === null ? null : ownerOf(token);
    const isStray = owner !== null && !open.has(owner.landing);
    if (token !== null && isStray && isDeadOwner(owner, activeLandings)) {
      releaseIndexLock(gitDir, token);
    }
    for (const name of readdirSync(gitDir)) {
      const landing = STRAY.exec(name)?.[1];
      if (landing === undefined || open.has(landing) || activeLandings.has(landing)) continue;
      if (readIndexLock(gitDir) === null) discard(join(gitDir, name));
    }
  }
  const temporary = join(repo.stateDir, 'tmp');
  const names = statsOf(temporary) === null ? [] : readdirSync(temporary);
  for (const name of names) {
    const path = join(temporary, name);
    if ((statsOf(path)?.mtimeMs ?? 0) < Date.now() - STALE_MS) discard(path);
  }
}
