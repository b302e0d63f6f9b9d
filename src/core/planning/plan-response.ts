import { apply } from '../apply/apply.ts';
import { verify, type Violation } from '../apply/verify.ts';
import type { Decoded } from '../formats/decoded.ts';
import { append } from '../match/append.ts';
import type { MergedChange } from '../merge/merge-change.ts';
import type { FileChange, Patch, Snapshot, SnapshotFile } from '../model/patch.ts';
import type { Note, Rejection } from '../model/rejection.ts';
import type { PlanReport } from '../model/report.ts';
import { judge } from '../policies/judge.ts';
import type { Limits } from '../policies/limits.ts';
import type { ProtectedRule } from '../policies/policy.ts';
import { aboutPresent } from './about-present.ts';
import { editedPaths, type EditedPath } from './edit-paths.ts';
import { judgeReads } from './judge-reads.ts';
import { miscounted } from './miscounted.ts';
import { mergeRefusals } from './merge-refusals.ts';
import { requiredReads } from './required-reads.ts';
import type { Seen, StalePolicy } from './seen.ts';

/** What planning needs besides the response and the files: all from the base commit's config. */
export interface PlanSettings {
  readonly limits: Limits;
  readonly protectedRules: readonly ProtectedRule[];
  /** Name of the repository's folder. */
  readonly repoName: string;
  /** What the author saw, by path; empty where the response names no read and no commit. */
  readonly seen: Seen;
  readonly stale: StalePolicy;
  /** Whole-file and number-only edits of existing files must name a read that holds. */
  readonly isReadRequired: boolean;
}

/** A patch where nothing was refused, else null; and everything that was found. */
export interface PlannedResponse extends PlanReport {
  readonly patch: Patch | null;
}

/** A response applied to what its author saw. */
export interface AppliedResponse extends PlanReport {
  /** Null where any edit was refused; a change that is in `merges` is one of the version that was read. */
  readonly patch: Patch | null;
  /** The file as it is at the base, by the path of a change that has to be merged with it. */
  readonly merges: ReadonlyMap<string, SnapshotFile>;
  /** The base, with what is known to have been read of it as it is. */
  readonly base: Snapshot;
}

/**
 * The first part of planning: reads, apply, the independent check of the author's patch against what he read. A patch that
 * breaks a guarantee is a bug of the engine and throws: it must never reach a branch.
 */
export function applyResponse(
  decoded: Decoded,
  snapshot: Snapshot,
  settings: PlanSettings,
): AppliedResponse {
  const { repoName, seen } = settings;
  const edited = editedPaths(decoded.edits, snapshot.tree, repoName);
  const reads = judgeReads(snapshot, { edited, seen, stale: settings.stale });
  const applied = apply(decoded, reads.snapshot, { repoName });
  const base = { ...snapshot, freshReads: reads.fresh, freshWindows: reads.windows };
  const gone = blocksOf(edited, reads.gone);
  const stale = blocksOf(
    edited,
    reads.rejections.map(({ path }) => path ?? ''),
  );
  const rejections = [
    ...reads.rejections,
    ...miscounted(edited, reads.merges, reads.snapshot.files),
    ...(settings.isReadRequired ? requiredReads(decoded, edited, reads) : []),
    ...aboutPresent({
      decoded,
      // That a file is gone, or was read too long ago, is said once.
      rejections: applied.rejections.filter(
        ({ code, block = 0 }) =>
          !(code === 'file-missing' && gone.has(block)) &&
          !(code === 'read-required' && stale.has(block)),
      ),
      past: blocksOf(edited, reads.merges.keys()),
      base,
      repoName,
    }),
  ];
  if (applied.patch !== null) requireSound(verify(applied.patch, reads.snapshot));
  return {
    ...applied,
    merges: reads.merges,
    base,
    rejections,
    notes: [...applied.notes, ...reads.notes],
  };
}

/** The edits of some paths by their number. */
const blocksOf = (
  edited: ReadonlyMap<string, EditedPath>,
  paths: Iterable<string>,
): ReadonlyMap<number, string> =>
  new Map(
    [...paths].flatMap((path) =>
      (edited.get(path)?.edits ?? []).map(({ origin }) => [origin.block, path] as const),
    ),
  );

/**
 * The last part: the merged changes put in (`merged`, by `pathOf`), the whole checked against the base, policies.
 */
export function judgeResponse(
  applied: AppliedResponse,
  merged: ReadonlyMap<string, MergedChange>,
  { limits, protectedRules }: Pick<PlanSettings, 'limits' | 'protectedRules'>,
): PlannedResponse {
  if (applied.patch === null) return { ...applied, patch: null };
  const { changes, refusals, notes } = putIn(applied, applied.patch, merged);
  const report = { ...applied, notes: [...applied.notes, ...notes] };
  if (refusals.length > 0) {
    return { ...report, patch: null, rejections: [...applied.rejections, ...refusals] };
  }
  const patch: Patch = { base: applied.base.base, changes };
  requireSound(verify(patch, applied.base));
  const judged = judge({ patch, limits, protectedRules, tree: applied.base.tree });
  const rejections = [...applied.rejections, ...judged.rejections];
  return {
    patch: rejections.length > 0 ? null : patch,
    blocks: applied.blocks,
    rejections,
    holds: [...applied.holds, ...judged.holds],
    notes: [...report.notes, ...judged.notes],
  };
}

interface PutIn {
  readonly changes: readonly FileChange[];
  readonly refusals: readonly Rejection[];
  readonly notes: readonly Note[];
}

/** The changes of the base; a change that landed already, word for word, is left out. */
function putIn(
  { blocks, merges }: AppliedResponse,
  patch: Patch,
  merged: ReadonlyMap<string, MergedChange>,
): PutIn {
  const changes: FileChange[] = [];
  const refusals: Rejection[] = [];
  const same: Rejection[] = [];
  const notes: Note[] = [];
  for (const change of patch.changes) {
    const path = pathOf(change);
    const outcome = merged.get(path);
    if (outcome === undefined && merges.has(path)) throw new TypeError(`${path} was not merged`);
    if (outcome === undefined) changes.push(change);
    else if (outcome.kind === 'merged') {
      changes.push(outcome.change);
      notes.push({ code: 'merged', path, text: `${JSON.stringify(path)} ${MERGED}` });
    } else if (outcome.kind === 'same') {
      same.push({ code: 'already-applied', path, reason: 'landed' });
      notes.push({ code: 'already-landed', path, text: `${JSON.stringify(path)} ${SAME}` });
    } else append(refusals, mergeRefusals(change, outcome, blocks));
  }
  const isNothingLeft = changes.length === 0 && refusals.length === 0;
  return { changes, refusals: isNothingLeft ? same : refusals, notes };
}

const MERGED = 'changed after it was read; the edits were merged with what landed.';
const SAME = 'was changed in just this way by somebody else, after it was read.';

/** Plans a response whose reads all hold, so that nothing has to be merged. Throws `TypeError` where something has. */
export const planResponse = (
  decoded: Decoded,
  snapshot: Snapshot,
  settings: PlanSettings,
): PlannedResponse =>
  judgeResponse(applyResponse(decoded, snapshot, settings), new Map(), settings);

/** The path that a change is of at the base. */
export const pathOf = ({ from, path }: FileChange): string => from ?? path;

function requireSound(violations: readonly Violation[]): void {
  if (violations.length === 0) return;
  const list = violations.map(
    ({ guarantee, path, message }) => `${path}: guarantee ${guarantee}: ${message}`,
  );
  throw new Error(`the edit engine broke a guarantee, nothing was changed: ${list.join('; ')}`);
}
