import { patchId } from '../core/apply/patch-id.ts';
import { sha256 } from '../core/model/content-hash.ts';
import type { SubmissionEvent } from '../core/lifecycle/events.ts';
import type { PipelineContext } from './pipeline-context.ts';
import type { Submission, Work } from './work.ts';

/**
 * Names what gates judge: what the patch does, what it is computed on (which holds the config too), and the message, for
 * a fix must prove more.
 */
function keyOf({ patch, decoded, branch }: Work): string | null {
  if (patch === null || patch.base === null) return null;
  const messages = branch?.messages ?? [decoded?.envelope.message ?? ''];
  return sha256(Buffer.from(JSON.stringify([patchId(patch), patch.base, messages])));
}

/**
 * The refusal of the very same change on the very same base, word for word: its gates would say the same, and do not run
 * again. A person who says `retry` wants them to run, since the cause may have been the machine's.
 */
export function knownRefusal(
  { store }: PipelineContext,
  { facts, view }: Submission,
  work: Work,
): SubmissionEvent | null {
  const isWanted = facts.author.agent === null && facts.parent !== null;
  const key = keyOf(work);
  if (isWanted || key === null || view.approvals.length > 0) return null;
  const earlier = store.refusals.find(key);
  if (earlier === null) return null;
  const { rejections, verdicts, blocks } = store.ledger.view(earlier);
  const text = `The same change on the same base was refused as ${earlier}, and the gates did not run again. A person can have them run with \`sallyport retry ${view.id}\`.`;
  return {
    type: 'Rejected',
    rejections,
    blocks,
    verdicts,
    notes: [{ code: 'refused-before', text }],
  };
}

/** Keeps a refusal by gates alone. A time-out may have been the machine's, so that it is no reason to refuse again. */
export function rememberRefusal(
  { store, clock }: PipelineContext,
  { view }: Submission,
  work: Work,
  event: SubmissionEvent,
): void {
  if (view.state !== 'gating' || event.type !== 'Rejected') return;
  const key = keyOf(work);
  if (key === null || !event.rejections.every(({ code }) => code === 'gate-failed')) return;
  store.refusals.remember(key, view.id, clock());
}
