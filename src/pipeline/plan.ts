import { decode } from '../core/formats/decode.ts';
import type { SubmissionEvent } from '../core/lifecycle/events.ts';
import { isBranchSubmission } from '../core/model/branch-payload.ts';
import { limitsFor } from '../config/limits-for.ts';
import { listTree, loadSnapshot } from '../git/snapshot.ts';
import { judgeRadius } from '../gates/graph/judge-radius.ts';
import { decide, refusedPlan } from './decide.ts';
import { lostLeases } from './lost-leases.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { planBranch } from './plan-branch.ts';
import { planText } from './plan-text.ts';
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

  const isAgent = facts.author.agent !== null;
  const isReadRequired =
    config.requireReads === 'everyone' || (config.requireReads === 'agents' && isAgent);
  const tree = await listTree(repo, base);
  const planned = await planText(
    { repo, reads: store.reads, ledger: store.ledger },
    {
      decoded,
      stated: facts.stated,
      base,
      tree,
      load: async (paths) => await loadSnapshot(repo, base, tree, { paths }),
      config,
      limits,
      now,
      isReadRequired,
    },
  );
  work.decoded = planned.decoded;
  work.authorView = planned.view;
  const lost = lostLeases(store.reads, planned.view.readings, facts.submittedAt);
  const { patch } = planned;
  if (patch === null) return refusedPlan({ ...planned, notes: [...lost, ...planned.notes] });
  const { radius, holds, notes } = await judgeRadius(context.graphs, patch, { tree, limits });
  work.patch = patch;
  work.radius = radius;
  return decide(context, { facts, view }, work, {
    ...planned,
    patch,
    holds: [...planned.holds, ...holds],
    notes: [...lost, ...planned.notes, ...notes],
  });
}
