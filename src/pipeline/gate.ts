import type { SubmissionEvent } from '../core/lifecycle/events.ts';
import { holdsLeft } from '../core/lifecycle/holds-left.ts';
import { changedFiles } from '../core/apply/changed-files.ts';
import type { Oid } from '../core/model/ids.ts';
import { reportOf, runGates, type GatesReport } from '../gates/run-gates.ts';
import type { GateTree } from '../gates/gate-tree.ts';
import { claimedFix } from './claimed-fix.ts';
import { openGateTree, restoreGateTree } from '../gates/gate-trees.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { baseTreeOf, verdictPlace } from './verdict-place.ts';
import {
  nameOf,
  placeOf,
  requireConfig,
  requirePatch,
  type Submission,
  type Work,
} from './work.ts';

/**
 * Runs the configured commands on the candidate; what fails is run on the base too before anybody is blamed. Where every
 * verdict is known already, nothing runs.
 */
export async function gate(
  context: PipelineContext,
  { view }: Submission,
  work: Work,
  signal: AbortSignal,
): Promise<SubmissionEvent> {
  const { tree, patchId } = view;
  const { candidate, known } = work;
  if (tree === null || patchId === null) throw new TypeError('gating comes after staging');
  // Without a config nobody knows that there is nothing to run.
  requireConfig(work);
  if (known === null && candidate === null) return { type: 'GatesPassed', tree, verdicts: [] };
  const report =
    known !== null || candidate === null
      ? reportOf(known ?? [])
      : await run(context, work, { candidate, name: nameOf(view.id, work), signal });
  signal.throwIfAborted();
  const { verdicts, rejections, notes } = report;
  if (rejections.length > 0) {
    return { type: 'Rejected', rejections, blocks: [], notes: [...view.notes, ...notes], verdicts };
  }
  const holds = holdsLeft(report.holds, view.approvals, patchId);
  return holds.length > 0
    ? { type: 'Inconclusive', tree, verdicts, holds, notes }
    : { type: 'GatesPassed', tree, verdicts, notes };
}

async function run(
  context: PipelineContext,
  work: Work,
  {
    candidate,
    name,
    signal,
  }: { readonly candidate: GateTree; readonly name: string; readonly signal: AbortSignal },
): Promise<GatesReport> {
  const config = requireConfig(work);
  const { patch, base } = requirePatch(work);
  const { sandbox, refusal, env, toolchain, bounds } = await placeOf(context, work);
  const baseTree = await baseTreeOf(context, base);
  const place = await verdictPlace(context, work, { candidate, prime: candidate.prime.status });
  return await runGates({
    gates: config.gates,
    occasion: 'landing',
    changed: changedFiles(patch),
    tests: work.radius,
    fix: claimedFix(context, work, config, name),
    candidate,
    base: baseTree === null ? null : { ...baseTree, open: () => openBase(context, work, baseTree) },
    baseRuns: context.baseRuns,
    known: { verdicts: context.verdicts, place },
    restore: (judged) => restoreGateTree(context.repo, work.scratches, judged),
    env,
    toolchain,
    sandbox,
    bounds,
    signal,
    ...(refusal === null ? {} : { refusal }),
  });
}

/** Checks the base out, with its dependencies. */
function openBase(
  context: PipelineContext,
  work: Work,
  { commit, tree }: { readonly commit: Oid; readonly tree: Oid },
): Promise<GateTree> {
  const { env } = context;
  const config = requireConfig(work);
  return openGateTree(context, work.scratches, { commit, tree, config, env });
}
