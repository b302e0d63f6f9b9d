import type { SubmissionEvent } from '../core/lifecycle/events.ts';
import { holdsLeft } from '../core/lifecycle/holds-left.ts';
import { changedFiles } from '../core/apply/changed-files.ts';
import type { Oid, SubmissionId } from '../core/model/ids.ts';
import type { KnownTests } from '../gates/choose-tests.ts';
import { inputClosure } from '../gates/graph/input-closure.ts';
import { gatePlace, type GatePlace } from '../gates/gate-place.ts';
import { runGates } from '../gates/run-gates.ts';
import type { GateTree } from '../gates/gate-tree.ts';
import type { VerdictPlace } from '../gates/verdict-key.ts';
import type { Patch } from '../core/model/patch.ts';
import { listTree } from '../git/snapshot.ts';
import { treeOf } from '../git/tree.ts';
import { claimedFix } from './claimed-fix.ts';
import { openGateTree, restoreGateTree } from '../gates/gate-trees.ts';
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
  const { config, candidate } = work;
  const { patch, base } = requirePatch(work);
  if (tree === null || patchId === null || config === null) {
    throw new TypeError('gating comes after staging');
  }
  if (candidate === null) return { type: 'GatesPassed', tree, verdicts: [] };
  const { sandbox, refusal, env, toolchain, bounds } = await gatePlace(context.env, config);
  const baseTree = await baseTreeOf(context, base);
  const fix = claimedFix(context, work, config, view.id);
  const report = await runGates({
    gates: config.gates,
    occasion: 'landing',
    changed: changedFiles(patch),
    tests: work.radius,
    fix,
    candidate,
    base:
      baseTree === null
        ? null
        : { ...baseTree, open: () => openBase(context, work, { ...baseTree, id: view.id }) },
    baseRuns: context.baseRuns,
    known: {
      verdicts: context.verdicts,
      place: await verdictPlace(context, {
        candidate,
        baseTree,
        patch,
        usesClosure: config.gates.some(({ inputs }) => inputs === 'closure'),
        toolchain,
        sandbox,
        tests: work.radius,
        isFix: fix !== null,
      }),
    },
    restore: (judged) => restoreGateTree(context.repo, work.scratches, judged),
    env,
    toolchain,
    sandbox,
    bounds,
    signal,
    ...(refusal === null ? {} : { refusal }),
  });
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

/** The base, where it has anything to compare with: an unborn branch and an empty tree have not. */
async function baseTreeOf({ repo }: PipelineContext, base: Oid | null) {
  const tree = await treeOf(repo, base);
  return base === null || tree === null ? null : { commit: base, tree };
}

/** Checks the base out, with its dependencies. */
function openBase(
  { repo, env }: PipelineContext,
  { config, scratches }: Work,
  { commit, tree, id }: { readonly commit: Oid; readonly tree: Oid; readonly id: SubmissionId },
): Promise<GateTree> {
  if (config === null) throw new TypeError('gating comes after staging');
  return openGateTree(repo, scratches, { commit, tree, name: `${id}-base`, config, env });
}

/** What verdicts on this candidate would be reached on. */
async function verdictPlace(
  { repo, graphs }: PipelineContext,
  judged: {
    readonly candidate: GateTree;
    readonly baseTree: { readonly commit: Oid; readonly tree: Oid } | null;
    readonly patch: Patch;
    readonly tests: KnownTests | null;
    readonly isFix: boolean;
    readonly usesClosure: boolean;
  } & Pick<GatePlace, 'toolchain' | 'sandbox'>,
): Promise<VerdictPlace> {
  const { candidate, baseTree, patch, tests, isFix, toolchain, sandbox } = judged;
  const changed = patch.changes
    .flatMap(({ path, from }) => [path, ...(from === undefined ? [] : [from])])
    .map(String);
  const keyed = async ({ commit, tree }: { readonly commit: Oid; readonly tree: Oid }) => {
    const entries = await listTree(repo, commit);
    const closure = judged.usesClosure
      ? await inputClosure(graphs, { tree, entries }, changed)
      : null;
    return { tree, entries, closure };
  };
  return {
    candidate: await keyed(candidate),
    base: baseTree === null ? null : await keyed(baseTree),
    changed: patch.changes.map(({ path }) => String(path)).sort(),
    tests:
      tests === null ? null : { affectedTests: tests.affectedTests, unreached: tests.unreached },
    isFix,
    // A tree that is not fully primed proves less.
    toolchain: `${toolchain} ${candidate.prime.status}`,
    sandbox: sandbox?.name ?? 'none',
  };
}
