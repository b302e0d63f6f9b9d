import { decode } from '../core/formats/decode.ts';
import type { PipelineContext } from './pipeline-context.ts';
import type { Submission, Work } from './work.ts';

/** Ends the leases of a submission that landed: nobody is about to edit there any more. */
export function releaseLeases(
  { repo, store }: PipelineContext,
  { facts, view }: Submission,
  { decoded }: Work,
): void {
  // A landing that waited goes on without what planning knew.
  const { envelope } = decoded ?? decode(store.ledger.payload(view.id), { roots: [repo.worktree] });
  for (const text of new Set([...envelope.readTokens, ...facts.stated.readTokens])) {
    const reading = store.reads.find(text);
    if (reading !== null && reading.leases.length > 0) store.reads.release(reading.token);
  }
}
