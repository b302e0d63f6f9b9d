import type { SubmissionEvent } from '../core/lifecycle/events.ts';
import type { Config } from '../config/config.ts';
import { isFault } from '../core/model/fault.ts';
import {
  buildCandidate,
  isSigningConfigured,
  type Candidate,
  type CandidateRequest,
} from '../git/candidate.ts';
import { committerIdentity } from '../git/identity.ts';
import { commitMessage } from './commit-message.ts';
import { openGateTree } from './gate-trees.ts';
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
  const { config, decoded } = work;
  const candidate = await signedCandidate(context, config.land.sign, {
    submission: view.id,
    patch,
    message: commitMessage(decoded, { patch, submission: view.id, config: config.land }),
    author: decoded.envelope.author ?? config.land.author ?? facts.author,
    committer: await committerIdentity(repo),
    at: context.clock(),
  });
  if (config.gates.some(({ when }) => when.includes('landing'))) {
    work.candidate = await openGateTree(context.repo, work.scratches, {
      ...candidate,
      name: view.id,
      config,
      env: context.env,
    });
  }
  return {
    type: 'Staged',
    candidate: candidate.commit,
    tree: candidate.tree,
    worktree: work.candidate?.path ?? null,
  };
}

/**
 * Signs as the config says: `available` signs where git is set up to and goes on without where the key cannot be used
 * (nobody can type a passphrase here); `required` makes that a fault.
 */
async function signedCandidate(
  { repo, log }: PipelineContext,
  sign: Config['land']['sign'],
  request: CandidateRequest,
): Promise<Candidate> {
  if (sign === 'required') return buildCandidate(repo, { ...request, isSigned: true });
  if (sign === 'never' || !(await isSigningConfigured(repo))) return buildCandidate(repo, request);
  try {
    return await buildCandidate(repo, { ...request, isSigned: true });
  } catch (error) {
    if (!isFault(error)) throw error;
    log.warn(`${request.submission} is not signed: ${error.message}`);
    return buildCandidate(repo, request);
  }
}
