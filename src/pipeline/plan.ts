import { basename } from 'node:path';
import { snapshotPaths } from '../core/apply/apply.ts';
import { decode } from '../core/formats/decode.ts';
import type { Decoded } from '../core/formats/decoded.ts';
import type { SubmissionEvent } from '../core/lifecycle/events.ts';
import { isBranchSubmission } from '../core/model/branch-payload.ts';
import type { Oid } from '../core/model/ids.ts';
import type { Snapshot, TreeEntry } from '../core/model/patch.ts';
import type { Note, Rejection } from '../core/model/rejection.ts';
import { planResponse, type PlannedResponse } from '../core/planning/plan-response.ts';
import type { RevertFindings } from '../core/planning/reverted-work.ts';
import { staleReads, type ReadPoint } from '../core/planning/stale-reads.ts';
import type { Limits } from '../core/policies/limits.ts';
import { limitsFor } from '../config/limits-for.ts';
import { protectedRulesOf } from '../config/protected-rules.ts';
import type { Config } from '../config/config.ts';
import { checkSyntax } from '../gates/syntax/check-syntax.ts';
import { resolveCommit } from '../git/refs.ts';
import type { Repository } from '../git/repository.ts';
import { listTree, loadSnapshot } from '../git/snapshot.ts';
import { findReverts } from '../git/find-reverts.ts';
import { judgeRadius } from '../gates/graph/judge-radius.ts';
import { decide, refusedPlan } from './decide.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { planBranch } from './plan-branch.ts';
import { configAt } from './settings.ts';
import type { Submission, Work } from './work.ts';

/**
 * The cheap judgement, from git objects alone: snapshot at the tip, stale reads, apply, verify, policies, syntax. All
 * that is wrong is collected, not only the first.
 */
export async function plan(
  context: PipelineContext,
  { facts, view }: Submission,
  work: Work,
): Promise<SubmissionEvent> {
  if (isBranchSubmission(facts)) return planBranch(context, { facts, view }, work);
  const { repo, store } = context;
  const now = context.clock();
  const base = view.tip;
  const config = await configAt(repo, base);
  const limits = limitsFor(config, facts.author.agent);
  const decoded = decode(store.ledger.payload(view.id), {
    roots: [repo.worktree],
    maxBytes: limits.response,
    maxBlocks: limits.blocks,
  });
  work.config = config;
  work.decoded = decoded;

  const isAgent = facts.author.agent !== null;
  const isReadRequired =
    config.requireReads === 'everyone' || (config.requireReads === 'agents' && isAgent);
  const planned = await planAt(repo, { base, decoded, config, limits, now, isReadRequired });
  const { patch, tree } = planned;
  if (patch === null) return refusedPlan(planned);
  const { radius, holds, notes } = await judgeRadius(context.graphs, patch, { tree, limits });
  work.patch = patch;
  work.radius = radius;
  return decide(context, { view }, config, {
    ...planned,
    patch,
    holds: [...planned.holds, ...holds],
    notes: [...planned.notes, ...notes],
  });
}

/** What is planned: a decoded response on one base under that base's config. */
export interface PlanRequest {
  readonly base: Oid | null;
  readonly decoded: Decoded;
  readonly config: Config;
  /** The config's, or the agent's own. */
  readonly limits: Limits;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly isReadRequired: boolean;
}

export async function planAt(
  repo: Repository,
  { base, decoded, config, limits, now, isReadRequired }: PlanRequest,
): Promise<PlannedResponse & Pick<Snapshot, 'tree'>> {
  const unknown = await unknownReferences(repo, decoded);
  const repoName = basename(repo.worktree);
  const tree = await listTree(repo, base);
  const snapshot = await loadSnapshot(repo, base, tree, {
    paths: snapshotPaths(decoded, tree, { repoName }),
  });
  const readCommit = await readPointOf(repo, decoded);
  const readPoint = await readPointBlobs(repo, decoded, readCommit);
  const planned = planResponse(decoded, snapshot, {
    limits,
    protectedRules: protectedRulesOf(config),
    repoName,
    readPoint,
    isReadRequired,
  });
  const syntax = planned.patch === null ? NO_FINDINGS : await checkSyntax(planned.patch);
  const freshReads = staleReads(decoded, snapshot, readPoint).fresh;
  const reverts =
    planned.patch === null
      ? NO_REVERTS
      : await findReverts(repo, { patch: planned.patch, readPoint: readCommit, freshReads, now });
  const rejections = [
    ...unknown,
    ...planned.rejections,
    ...syntax.rejections,
    ...reverts.rejections,
  ];
  return {
    ...planned,
    tree,
    holds: [...planned.holds, ...reverts.holds],
    patch: rejections.length > 0 ? null : planned.patch,
    rejections,
    notes: [...planned.notes, ...syntax.notes],
  };
}

const NO_FINDINGS: { readonly rejections: readonly Rejection[]; readonly notes: readonly Note[] } =
  {
    rejections: [],
    notes: [],
  };

/** A Base that is no commit here, or a read token that nobody gave out. */
async function unknownReferences(
  repo: Repository,
  { envelope }: Decoded,
): Promise<readonly Rejection[]> {
  const found: Rejection[] = envelope.readTokens.map((reference) => ({
    code: 'unknown-reference',
    reason: 'token',
    facts: { reference },
  }));
  if (envelope.base !== undefined && (await resolveCommit(repo, envelope.base)) === null) {
    found.push({ code: 'unknown-reference', reason: 'base', facts: { reference: envelope.base } });
  }
  return found;
}

const NO_REVERTS: RevertFindings = { rejections: [], holds: [] };

/** The commit that the response names as its Base; null where it names none, or none that is here. */
const readPointOf = async (repo: Repository, { envelope }: Decoded): Promise<Oid | null> =>
  envelope.base === undefined ? null : await resolveCommit(repo, envelope.base);

/** What each edited path was at the read point. */
async function readPointBlobs(
  repo: Repository,
  { edits }: Decoded,
  commit: Oid | null,
): Promise<ReadPoint> {
  if (commit === null) return new Map();
  const entries = new Map(
    (await listTree(repo, commit)).map((entry: TreeEntry) => [entry.path, entry.oid]),
  );
  return new Map(
    edits.map(({ target }) => [String(target.path), entries.get(target.path) ?? null]),
  );
}
