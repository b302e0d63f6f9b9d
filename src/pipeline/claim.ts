import { decode } from '../core/formats/decode.ts';
import type { SubmissionEvent } from '../core/lifecycle/events.ts';
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
  const { repo, store } = context;
  const { envelope } = decode(store.ledger.payload(view.id), { roots: [repo.worktree] });
  const asked = facts.target ?? envelope.target ?? null;
  const target =
    asked === null
      ? await defaultTarget(repo, async (tip) => (await configAt(repo, tip)).target)
      : await resolveBranch(repo, asked);
  if (target === null) return unknownTarget(asked);
  return { type: 'Claimed', target, tip: await tipOf(repo, target) };
}

const unknownTarget = (asked: string | null): SubmissionEvent => {
  const rejection: Rejection = {
    code: 'unknown-reference',
    reason: asked === null ? 'no-target' : 'target',
    ...(asked === null ? {} : { facts: { reference: asked } }),
  };
  return { type: 'Rejected', rejections: [rejection], blocks: [], notes: [], verdicts: [] };
};
