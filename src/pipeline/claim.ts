import { decode } from '../core/formats/decode.ts';
import type { SubmissionEvent } from '../core/lifecycle/events.ts';
import type { BranchRef } from '../core/model/ids.ts';
import type { Rejection } from '../core/model/rejection.ts';
import { headBranch, resolveBranch, tipOf } from '../git/refs.ts';
import { interruptedBranch } from '../git/landing/operations.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { configAt } from './settings.ts';
import type { Submission } from './work.ts';

/**
 * Takes a queued submission up: finds the branch that it should land on and where that branch is now. The submission's
 * own target wins, then the response's, the config's, and the branch that is checked out.
 */
export async function claim(
  context: PipelineContext,
  { facts, view }: Submission,
): Promise<SubmissionEvent> {
  const { repo, store } = context;
  const { envelope } = decode(store.ledger.payload(view.id), { roots: [repo.worktree] });
  const asked = facts.target ?? envelope.target ?? null;
  const target = asked === null ? await defaultTarget(context) : await resolveBranch(repo, asked);
  if (target === null) return unknownTarget(asked);
  return { type: 'Claimed', target, tip: await tipOf(repo, target) };
}

/**
 * The configured branch, else the one that is checked out or that a rebase or bisect comes back to; null where HEAD is
 * detached and none is configured.
 */
export async function defaultTarget(context: PipelineContext): Promise<BranchRef | null> {
  const { repo } = context;
  const head = (await headBranch(repo)) ?? (await interruptedBranch(repo));
  const tip = head === null ? null : await tipOf(repo, head);
  const configured = (await configAt(repo, tip)).target;
  return configured === null ? head : resolveBranch(repo, configured);
}

const unknownTarget = (asked: string | null): SubmissionEvent => {
  const rejection: Rejection = {
    code: 'unknown-reference',
    reason: asked === null ? 'no-target' : 'target',
    ...(asked === null ? {} : { facts: { reference: asked } }),
  };
  return { type: 'Rejected', rejections: [rejection], blocks: [], notes: [], verdicts: [] };
};
