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
import type { GateRoom, Room } from './concurrency.ts';
import { fixCandidate, type FixedCandidate } from './fix-candidate.ts';
import { knownVerdicts } from './known-verdicts.ts';
import { commitMessage } from './commit-message.ts';
import { openGateTree } from '../gates/gate-trees.ts';
import type { GateTree } from '../gates/gate-tree.ts';
import { listTree } from '../git/snapshot.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { nameOf, requireConfig, requirePatch, type Submission, type Work } from './work.ts';

/**
 * Builds the candidate commit from git objects alone and, where a command will run, a scratch worktree of it with the
 * checkout's dependencies; there the fixers run, and what they change becomes part of the candidate. Where every verdict
 * on it is known already, no command will. `room` bounds what takes the machine's time.
 */
export async function stage(
  context: PipelineContext,
  { facts, view }: Submission,
  work: Work,
  room: GateRoom,
): Promise<SubmissionEvent> {
  const { patch } = requirePatch(work);
  const config = requireConfig(work);
  if (work.decoded === null) throw new TypeError('staging comes after planning');
  const request: CandidateRequest = {
    submission: nameOf(view.id, work),
    patch,
    message: commitMessage(work.decoded, {
      patch,
      submission: view.id,
      config: config.land,
      trailers: work.branch?.trailers ?? [],
    }),
    ...(work.branch === null ? {} : { tree: work.branch.tree }),
    author: work.decoded.envelope.author ?? config.land.author ?? facts.author,
    committer: await committerIdentity(context.repo),
    at: context.clock(),
  };
  const sign = work.ahead === null ? config.land.sign : 'never';
  let candidate = await signedCandidate(context, sign, request);
  const notes: Note[] = [];
  const gates = config.gates.filter(({ when }) => when.includes('landing'));
  if (gates.some(({ fix }) => fix !== null)) {
    const limit = limitsFor(config, facts.author.agent).collateralLines;
    const fixed = await room.slot(() => fixedBy(context, work, candidate, limit));
    notes.push(...fixed.notes);
    if (fixed.tree !== null) {
      work.candidate = null;
      candidate = await signedCandidate(context, sign, { ...request, tree: fixed.tree });
    }
  }
  if (gates.length > 0 && (work.ahead === null || work.ahead.isJudged)) {
    work.known = await knownVerdicts(context, work, candidate);
    if (work.known === null && work.isForKnownVerdicts) return OUTDATED;
    if (work.known === null && work.candidate === null)
      await treeRoom(config, room)(() => openCandidate(context, work, candidate));
  }
  return {
    type: 'Staged',
    candidate: candidate.commit,
    tree: candidate.tree,
    worktree: work.candidate?.path ?? null,
    notes,
  };
}

/** A submission that was to land on known verdicts goes back: something has to run. */
export const OUTDATED: SubmissionEvent = {
  type: 'Requeued',
  reason: 'target-moved',
  detail: 'what its gates depend on has changed',
};

/** A tree that takes a command to make takes the place of one. */
const treeRoom = ({ prime }: Config, { slot, tree }: GateRoom): Room =>
  prime.mode === 'command' ? slot : tree;

async function openCandidate(
  context: PipelineContext,
  work: Work,
  { commit, tree }: Candidate,
): Promise<GateTree> {
  const { repo, env, primes } = context;
  const config = requireConfig(work);
  const opened = await openGateTree(context, work.scratches, { commit, tree, config, env });
  primes.keep(config.prime, await listTree(repo, commit), opened.prime.status);
  work.candidate = opened;
  return opened;
}

/** What the fixers make of the candidate. */
async function fixedBy(
  context: PipelineContext,
  work: Work,
  candidate: Candidate,
  limit: number,
): Promise<FixedCandidate> {
  const opened = await openCandidate(context, work, candidate);
  return await fixCandidate(context.repo, {
    config: requireConfig(work),
    env: context.env,
    patch: requirePatch(work).patch,
    candidate: opened,
    scratch: requireLast(work.scratches),
    limit,
  });
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
