import type { QueueConfig } from '../config/config.ts';
import { changedFiles } from '../core/apply/changed-files.ts';
import type { PrimeStatus } from '../gates/gate-tree.ts';
import { inputClosure } from '../gates/graph/input-closure.ts';
import { primeKey } from '../gates/prime-memory.ts';
import { laneInputs } from '../gates/lane-inputs.ts';
import { commonLane } from '../gates/lane-of.ts';
import type { KeyedTree, VerdictPlace } from '../gates/verdict-key.ts';
import type { Oid } from '../core/model/ids.ts';
import type { Candidate } from '../git/candidate.ts';
import type { Repository } from '../git/repository.ts';
import { listTree, readBlob } from '../git/snapshot.ts';
import { diffTrees, treeOf } from '../git/tree.ts';
import { claimedFix } from './claimed-fix.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { placeOf, requireConfig, requirePatch, type Work } from './work.ts';

/** What verdicts on a candidate would be reached on. `prime` is how its tree stands, or would stand. */
export async function verdictPlace(
  context: PipelineContext,
  work: Work,
  { candidate, prime }: { readonly candidate: Candidate; readonly prime: PrimeStatus },
): Promise<VerdictPlace> {
  const { repo, graphs } = context;
  const { patch, base } = requirePatch(work);
  const config = requireConfig(work);
  const { toolchain, sandbox } = await placeOf(context, work);
  const usesClosure = config.gates.some(({ inputs }) => inputs === 'closure');
  const changed = patch.changes
    .flatMap(({ path, from }) => [path, ...(from === undefined ? [] : [from])])
    .map(String);
  const keyed = async ({ commit, tree }: Candidate) => {
    const entries = await listTree(repo, commit);
    const closure = usesClosure ? await inputClosure(graphs, { tree, entries }, changed) : null;
    return { tree, entries, closure, dependencies: primeKey(config.prime, entries) };
  };
  const baseTree = await baseTreeOf(context, base);
  const tests = work.radius;
  const sides = [await keyed(candidate), baseTree === null ? null : await keyed(baseTree)] as const;
  const [keyedCandidate, keyedBase] = await byLane(repo, config.queue, sides);
  return {
    candidate: keyedCandidate,
    base: keyedBase,
    changed: changedFiles(patch),
    tests:
      tests === null ? null : { affectedTests: tests.affectedTests, unreached: tests.unreached },
    isFix: claimedFix(context, work, config, '') !== null,
    // A tree that is not fully primed proves less.
    toolchain: `${toolchain} ${prime}`,
    sandbox: sandbox?.name ?? 'none',
  };
}

type Sides = readonly [candidate: KeyedTree, base: KeyedTree | null];

/** Both trees with what the change's lane leaves of them, where all that differs between the two lies in one lane. */
async function byLane(
  repo: Repository,
  { lanes }: QueueConfig,
  [candidate, base]: Sides,
): Promise<Sides> {
  if (lanes.length === 0 || base === null) return [candidate, base];
  const differing = await diffTrees(repo, base.tree, candidate.tree);
  const own = commonLane(
    lanes,
    differing.map(({ path }) => path),
  );
  if (own === null) return [candidate, base];
  const lane = { lanes, own, readLink: (oid: Oid) => readBlob(repo, oid) };
  const [mine, theirs] = [await laneInputs(candidate, lane), await laneInputs(base, lane)];
  if (mine === null || theirs === null) return [candidate, base];
  return [
    { ...candidate, lane: mine },
    { ...base, lane: theirs },
  ];
}

/** The base, where it has anything to compare with: an unborn branch and an empty tree have not. */
export async function baseTreeOf(
  { repo }: PipelineContext,
  base: Oid | null,
): Promise<Candidate | null> {
  const tree = await treeOf(repo, base);
  return base === null || tree === null ? null : { commit: base, tree };
}
