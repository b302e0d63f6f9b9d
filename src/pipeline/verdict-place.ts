import { changedFiles } from '../core/apply/changed-files.ts';
import type { PrimeStatus } from '../gates/gate-tree.ts';
import { inputClosure } from '../gates/graph/input-closure.ts';
import { primeKey } from '../gates/prime-memory.ts';
import type { VerdictPlace } from '../gates/verdict-key.ts';
import type { Oid } from '../core/model/ids.ts';
import type { Candidate } from '../git/candidate.ts';
import { listTree } from '../git/snapshot.ts';
import { treeOf } from '../git/tree.ts';
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
  return {
    candidate: await keyed(candidate),
    base: baseTree === null ? null : await keyed(baseTree),
    changed: changedFiles(patch),
    tests:
      tests === null ? null : { affectedTests: tests.affectedTests, unreached: tests.unreached },
    isFix: claimedFix(context, work, config, '') !== null,
    // A tree that is not fully primed proves less.
    toolchain: `${toolchain} ${prime}`,
    sandbox: sandbox?.name ?? 'none',
  };
}

/** The base, where it has anything to compare with: an unborn branch and an empty tree have not. */
export async function baseTreeOf(
  { repo }: PipelineContext,
  base: Oid | null,
): Promise<Candidate | null> {
  const tree = await treeOf(repo, base);
  return base === null || tree === null ? null : { commit: base, tree };
}
