import { decode } from '../core/formats/decode.ts';
import type { SubmissionEvent } from '../core/lifecycle/events.ts';
import { isBranchSubmission } from '../core/model/branch-payload.ts';
import type { Rejection } from '../core/model/rejection.ts';
import { defaultTarget } from '../git/default-target.ts';
import { resolveBranch, tipOf } from '../git/refs.ts';
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
  const { repo } = context;
  const asked = facts.target ?? namedTarget(context, { facts, view });
  const target =
    asked === null
      ? await defaultTarget(repo, async (tip) => (await configAt(repo, tip)).target)
      : await resolveBranch(repo, asked);
  if (target === null) return unknownTarget(asked);
  return { type: 'Claimed', target, tip: await tipOf(repo, target) };
}

/** The branch that a response names; a branch submission names none in its payload. */
function namedTarget({ repo, store }: PipelineContext, { facts, view }: Submission): string | null {
  if (isBranchSubmission(facts)) return null;
  const { envelope } = decode(store.ledger.payload(view.id), { roots: [repo.worktree] });
  return envelope.target ?? null;
}

const unknownTarget = (asked: string | null): SubmissionEvent => {
  const rejection: Rejection = {
    code: 'unknown-reference',
    reason: asked === null ? 'no-target' : 'target',
    ...(asked === null ? {} : { facts: { reference: asked } }),
  };
  return { type: 'Rejected', rejections: [rejection], blocks: [], notes: [], verdicts: [] };
};
