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
import { limitsFor } from '../config/limits-for.ts';
import type { Note } from '../core/model/rejection.ts';
import type { ScratchWorktree } from '../git/worktrees.ts';
import { fixCandidate } from './fix-candidate.ts';
import { commitMessage } from './commit-message.ts';
import { openGateTree } from '../gates/gate-trees.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { requirePatch, type Submission, type Work } from './work.ts';

/**
 * Builds the candidate commit from git objects alone and, where a command gate will run, a scratch worktree of it with
 * the checkout's dependencies; there the fixers run, and what they change becomes part of the candidate.
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
  const request: CandidateRequest = {
    submission: view.id,
    patch,
    message: commitMessage(decoded, {
      patch,
      submission: view.id,
      config: config.land,
      trailers: work.branch?.trailers ?? [],
    }),
    ...(work.branch === null ? {} : { tree: work.branch.tree }),
    author: decoded.envelope.author ?? config.land.author ?? facts.author,
    committer: await committerIdentity(repo),
    at: context.clock(),
  };
  let candidate = await signedCandidate(context, config.land.sign, request);
  if (!config.gates.some(({ fix }) => fix)) work.seat?.publish(candidate.commit);
  const notes: Note[] = [];
  if (config.gates.some(({ when }) => when.includes('landing'))) {
    const place = { config, env: context.env };
    work.candidate = await openGateTree(repo, work.scratches, {
      ...place,
      ...candidate,
      name: view.id,
    });
    const fixed = await fixCandidate(repo, {
      ...place,
      patch,
      candidate: work.candidate,
      scratch: requireLast(work.scratches),
      limit: limitsFor(config, facts.author.agent).collateralLines,
    });
    notes.push(...fixed.notes);
    if (fixed.tree !== null) {
      candidate = await signedCandidate(context, config.land.sign, {
        ...request,
        tree: fixed.tree,
      });
      const name = `${view.id}-fixed`;
      work.candidate = await openGateTree(repo, work.scratches, { ...place, ...candidate, name });
    }
  }
  work.seat?.publish(candidate.commit);
  return {
    type: 'Staged',
    candidate: candidate.commit,
    tree: candidate.tree,
    worktree: work.candidate?.path ?? null,
    notes,
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

function requireLast(scratches: readonly ScratchWorktree[]): ScratchWorktree {
  const last = scratches.at(-1);
  if (last === undefined) throw new TypeError('a gate tree was opened without a scratch worktree');
  return last;
}
