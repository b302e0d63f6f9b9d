import { changedFiles } from '../core/apply/changed-files.ts';
import { patchId } from '../core/apply/patch-id.ts';
import { decode } from '../core/formats/decode.ts';
import type { SubmissionEvent } from '../core/lifecycle/events.ts';
import { holdsLeft } from '../core/lifecycle/holds-left.ts';
import { isRetryExhausted } from '../core/lifecycle/retry.ts';
import type { SubmissionId } from '../core/model/ids.ts';
import type { Patch } from '../core/model/patch.ts';
import type { Hold } from '../core/model/rejection.ts';
import type { PlannedResponse } from '../core/planning/plan-response.ts';
import { limitsFor } from '../config/limits-for.ts';
import type { Config } from '../config/config.ts';
import { executableHash } from '../config/executable-hash.ts';
import { listTree, loadSnapshot } from '../git/snapshot.ts';
import type { GivenReading } from '../store/reads.ts';
import { judgeRadius } from '../gates/graph/judge-radius.ts';
import { attemptsBefore } from './attempts.ts';
import { knownRefusal } from './known-refusal.ts';
import { lostLeases } from './lost-leases.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { planText, type PlannedText } from './plan-text.ts';
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
  if (patch === null) return rejected({ ...planned, notes: [...lost, ...planned.notes] });
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

const rejected = ({
  rejections,
  blocks,
  notes,
}: Pick<PlannedResponse, 'rejections' | 'blocks' | 'notes'>): SubmissionEvent => ({
  type: 'Rejected',
  rejections,
  blocks,
  notes,
  verdicts: [],
});

/** Planned where nothing is left to ask a person; else held with every reason that no approval covers. */
function decide(
  context: PipelineContext,
  { facts, view }: Submission,
  work: Work,
  planned: PlannedText & { readonly patch: Patch },
): SubmissionEvent {
  const { config } = work;
  if (config === null) throw new TypeError('a decision comes after planning');
  const id = patchId(planned.patch);
  const planFacts = {
    base: planned.patch.base,
    patchId: id,
    files: changedFiles(planned.patch),
    blocks: planned.blocks,
    notes: planned.notes,
  };
  const holds = holdsLeft(
    [
      ...planned.holds,
      ...untrusted(context, config),
      ...exhausted(context, view.id, config, planned.view.readings),
    ],
    view.approvals,
    id,
  );
  if (holds.length > 0) return { type: 'NeedsApproval', ...planFacts, holds };
  return knownRefusal(context, { facts, view }, work) ?? { type: 'Planned', ...planFacts };
}

/** Gates, prime and fixers run only after a person approved their hash on this machine. */
function untrusted({ trust }: PipelineContext, config: Config): readonly Hold[] {
  const hash = executableHash(config);
  if (hash === null || trust.isTrusted(hash)) return [];
  return [
    {
      code: 'untrusted-config',
      facts: { hash, commands: config.gates.map(({ name }) => name) },
    },
  ];
}

/** The same thing tried again and again: a person looks at it before it is judged once more. */
function exhausted(
  { store }: PipelineContext,
  id: SubmissionId,
  { retry }: Config,
  readings: readonly GivenReading[],
): readonly Hold[] {
  const attempts = attemptsBefore(store, id, readings);
  if (!isRetryExhausted(attempts, retry.max)) return [];
  return [{ code: 'retries-exhausted', facts: { attempts, max: retry.max } }];
}
