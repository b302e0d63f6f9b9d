import { basename } from 'node:path';
import { snapshotPaths } from '../core/apply/apply.ts';
import type { Decoded } from '../core/formats/decoded.ts';
import { mergeChange, type MergedChange } from '../core/merge/merge-change.ts';
import type { Oid } from '../core/model/ids.ts';
import type { Patch, Snapshot, TreeEntry } from '../core/model/patch.ts';
import type { Note, Rejection } from '../core/model/rejection.ts';
import type { Stated } from '../core/model/stated.ts';
import { editedPaths } from '../core/planning/edit-paths.ts';
import {
  applyResponse,
  judgeResponse,
  pathOf,
  type AppliedResponse,
  type PlannedResponse,
} from '../core/planning/plan-response.ts';
import { withStated } from '../core/planning/stated-envelope.ts';
import type { Limits } from '../core/policies/limits.ts';
import type { Config } from '../config/config.ts';
import { protectedRulesOf } from '../config/protected-rules.ts';
import { checkSyntax } from '../gates/syntax/check-syntax.ts';
import { findReverts } from '../git/find-reverts.ts';
import { mergeContents } from '../git/merge.ts';
import type { Repository } from '../git/repository.ts';
import type { Ledger } from '../store/ledger.ts';
import type { Reads } from '../store/reads.ts';
import { authorView, type AuthorView } from './author-view.ts';
import { namingWhoLanded } from './who-landed.ts';

/** Where a response is planned. */
export interface PlanningPlace {
  readonly repo: Repository;
  readonly reads: Pick<Reads, 'find' | 'resembling'>;
  /** Tells which submission landed a commit; null: nobody can. */
  readonly ledger: Ledger | null;
}

/** A decoded response, what was stated beside it, and what it is planned on. */
export interface TextRequest {
  readonly decoded: Decoded;
  readonly stated: Stated;
  readonly base: Oid | null;
  /** Listing of the base. */
  readonly tree: readonly TreeEntry[];
  /** The files of these paths: at the base, or as they are on disk. */
  readonly load: (paths: readonly string[]) => Promise<Snapshot>;
  readonly config: Config;
  /** The config's, or the agent's own. */
  readonly limits: Limits;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly isReadRequired: boolean;
}

/** What planning a text comes to, and what it found out on the way. */
export interface PlannedText extends PlannedResponse {
  /** The response with what was stated beside it in its envelope. */
  readonly decoded: Decoded;
  readonly view: AuthorView;
}

/**
 * Plans a response: reads, apply, merge with what landed, the independent checks, policies, syntax, reverted work. All
 * that is wrong is collected, not only the first.
 */
export async function planText(place: PlanningPlace, request: TextRequest): Promise<PlannedText> {
  const { repo } = place;
  const { base, tree, config, limits, now, isReadRequired } = request;
  const repoName = basename(repo.worktree);
  const statement = withStated(request.decoded, request.stated);
  const { decoded } = statement;
  const edited = editedPaths(decoded.edits, tree, repoName);
  const view = await authorView(place, statement, { base, tree, edited });
  const paths = new Set([...snapshotPaths(decoded, tree, { repoName }), ...view.seen.keys()]);
  const settings = {
    limits,
    protectedRules: protectedRulesOf(config),
    repoName,
    seen: view.seen,
    stale: config.stale,
    isReadRequired,
  };
  const applied = applyResponse(decoded, await request.load([...paths]), settings);
  const planned = judgeResponse(applied, await mergeAll(repo, applied), settings);
  const { patch } = planned;
  const syntax = patch === null ? NO_FINDINGS : await checkSyntax(patch);
  const reverts =
    patch === null ? NO_REVERTS : await findReverts(repo, question({ patch, applied, view, now }));
  const found = await namingWhoLanded(
    place,
    [...view.rejections, ...planned.rejections, ...syntax.rejections, ...reverts.rejections],
    { ...view, base },
  );
  return {
    patch: found.length > 0 ? null : patch,
    blocks: planned.blocks,
    rejections: found,
    holds: [...planned.holds, ...reverts.holds],
    notes: [...view.notes, ...planned.notes, ...syntax.notes],
    decoded,
    view,
  };
}

const NO_FINDINGS: { readonly rejections: readonly Rejection[]; readonly notes: readonly Note[] } =
  { rejections: [], notes: [] };
const NO_REVERTS = { rejections: [], holds: [] };

/** A read that a refusal gave along does not prove that what is undone is meant. */
const question = ({
  patch,
  applied,
  view,
  now,
}: {
  readonly patch: Patch;
  readonly applied: AppliedResponse;
  readonly view: AuthorView;
  readonly now: number;
}) => ({
  patch,
  readPointOf: view.readPointOf,
  freshReads: new Set([...applied.base.freshReads].filter((path) => !view.renewed.has(path))),
  now,
});

/** Every change of a version that is no longer the base's, merged by git and by us. */
async function mergeAll(
  repo: Repository,
  { patch, merges }: AppliedResponse,
): Promise<ReadonlyMap<string, MergedChange>> {
  const merged = new Map<string, MergedChange>();
  for (const change of patch?.changes ?? []) {
    const path = pathOf(change);
    const landed = merges.get(path);
    if (landed === undefined) continue;
    const { before, after } = change;
    const second =
      before === null || after === null
        ? null
        : await mergeContents(repo, {
            base: before.bytes,
            ours: landed.bytes,
            theirs: after.bytes,
          });
    const bytes = second?.ok === true ? second.value : null;
    merged.set(path, mergeChange({ change, landed }, bytes));
  }
  return merged;
}
