import type { SubmissionEvent } from '../core/lifecycle/events.ts';
import { buildCandidate } from '../git/candidate.ts';
import { committerIdentity } from '../git/identity.ts';
import { primeDependencies } from '../git/prime.ts';
import { createScratch } from '../git/worktrees.ts';
import { commitMessage } from './commit-message.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { requirePatch, type Submission, type Work } from './work.ts';

/**
 * Builds the candidate commit from git objects alone and, where a command gate will run, a scratch worktree of it with
 * the checkout's dependencies.
 */
export async function stage(
  context: PipelineContext,
  { facts, view }: Submission,
  work: Work,
): Promise<SubmissionEvent> {
  const { repo } = context;
  const { patch } = requirePatch(work);
  if (work.decoded === null || work.config === null)
    throw new TypeError('staging comes after planning');
  const candidate = await buildCandidate(repo, {
    submission: view.id,
    patch,
    message: commitMessage(work.decoded, patch, view.id),
    author: work.decoded.envelope.author ?? facts.author,
    committer: await committerIdentity(repo),
    at: context.clock(),
  });
  if (work.config.gates.length > 0) {
    work.scratch = await createScratch(repo, { name: view.id, commit: candidate.commit });
    work.scratches.push(work.scratch);
    work.prime = await primeDependencies(repo, work.scratch, work.config.prime);
  }
  return {
    type: 'Staged',
    candidate: candidate.commit,
    tree: candidate.tree,
    worktree: work.scratch?.path ?? null,
  };
}
