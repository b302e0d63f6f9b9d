import type { GateVerdict, SubmissionEvent } from '../core/lifecycle/events.ts';
import { holdsLeft } from '../core/lifecycle/holds-left.ts';
import type { Hold, Rejection } from '../core/model/rejection.ts';
import { runGates } from '../gates/run-gates.ts';
import { primeDependencies } from '../git/prime.ts';
import { createScratch } from '../git/worktrees.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { requirePatch, type Submission, type Work } from './work.ts';

/** Runs the configured commands on the candidate; what fails is run on the base too before anybody is blamed. */
export async function gate(
  context: PipelineContext,
  { view }: Submission,
  work: Work,
  signal: AbortSignal,
): Promise<SubmissionEvent> {
  const { tree, patchId } = view;
  const { config, scratch } = work;
  const { patch, base } = requirePatch(work);
  if (tree === null || patchId === null || config === null)
    throw new TypeError('gating comes after staging');
  if (scratch === null) return { type: 'GatesPassed', tree, verdicts: [] };
  const { repo } = context;
  const verdicts = await runGates({
    config,
    candidate: { path: scratch.path, commit: scratch.commit },
    prime: work.prime,
    changedPaths: patch.changes.map(({ path }) => String(path)),
    checkout: repo.worktree,
    base:
      base === null
        ? null
        : async () => {
            const made = await createScratch(repo, { name: `${view.id}-base`, commit: base });
            work.scratches.push(made);
            return {
              path: made.path,
              commit: base,
              prime: await primeDependencies(repo, made, config.prime),
            };
          },
    env: context.env,
    signal,
  });
  signal.throwIfAborted();
  const refused = verdicts.filter(isRefusal).map(rejectionOf);
  if (refused.length > 0) {
    return { type: 'Rejected', rejections: refused, blocks: [], notes: [], verdicts };
  }
  const open = holdsLeft(verdicts.filter(isOpen).map(holdOf), view.approvals, patchId);
  return open.length > 0
    ? { type: 'Inconclusive', tree, verdicts, holds: open }
    : { type: 'GatesPassed', tree, verdicts };
}

const isRefusal = ({ outcome, isAdvisory }: GateVerdict): boolean =>
  !isAdvisory && (outcome === 'failed' || outcome === 'timed-out');

const isOpen = ({ outcome, isAdvisory }: GateVerdict): boolean =>
  !isAdvisory && outcome === 'inconclusive';

const rejectionOf = ({ gate: name, outcome, detail, output }: GateVerdict): Rejection => ({
  code: outcome === 'timed-out' ? 'gate-timed-out' : 'gate-failed',
  facts: { gate: name, detail, output },
});

const holdOf = ({ gate: name, detail, output }: GateVerdict): Hold => ({
  code: 'gate-inconclusive',
  facts: { gate: name, detail, output },
});
