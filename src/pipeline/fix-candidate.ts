import { changedFiles } from '../core/apply/changed-files.ts';
import type { Oid } from '../core/model/ids.ts';
import type { FileChange, FileSide, Patch } from '../core/model/patch.ts';
import type { Note } from '../core/model/rejection.ts';
import type { Config } from '../config/config.ts';
import { gatePlace } from '../gates/gate-place.ts';
import type { GateTree } from '../gates/gate-tree.ts';
import { runFixers } from '../gates/run-fixers.ts';
import { restoreScratch } from '../git/restore-scratch.ts';
import type { Repository } from '../git/repository.ts';
import { scratchTree } from '../git/scratch-tree.ts';
import { readBlob } from '../git/snapshot.ts';
import { findInTree } from '../git/tree.ts';
import { scratchChanges } from '../git/scratch-changes.ts';
import type { ScratchWorktree } from '../git/worktrees.ts';

/** What the fixers made of a candidate: another tree, where they changed something within their limit. */
export interface FixedCandidate {
  /** Null: the candidate stays as it is. */
  readonly tree: Oid | null;
  readonly notes: readonly Note[];
}

/** A candidate in its scratch worktree. `limit` is how many lines the fixers may change in all. */
export interface FixRequest {
  readonly patch: Patch;
  readonly config: Config;
  readonly candidate: GateTree;
  readonly scratch: ScratchWorktree;
  readonly limit: number;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Runs the fixers on the files that the patch touched. What they change there is a second patch with a limit of its own:
 * over it, and outside the touched files, their changes are left out, and that is said.
 */
export async function fixCandidate(repo: Repository, request: FixRequest): Promise<FixedCandidate> {
  const { patch, config, candidate, scratch } = request;
  const gates = config.gates.filter(({ fix, when }) => fix !== null && when.includes('landing'));
  if (gates.length === 0) return { tree: null, notes: [] };
  const place = await gatePlace(request.env, config);
  const runs = await runFixers({
    gates,
    changed: changedFiles(patch),
    tree: candidate,
    env: place.env,
    sandbox: place.sandbox,
    bounds: place.bounds,
  });
  const notes: Note[] = runs
    .filter(({ run }) => run.outcome !== 'passed')
    .map(({ gate, run }) => ({
      code: 'fixer-failed',
      text: `The fixer of gate ${gate} changed nothing: ${run.detail}`,
    }));
  const touched = new Set(
    patch.changes.flatMap(({ path, after }) => (after === null ? [] : [String(path)])),
  );
  const changed = (await scratchChanges(repo, scratch)).filter((path) => touched.has(path));
  const tree = changed.length === 0 ? null : await scratchTree(repo, scratch, changed);
  if (tree === null || tree === candidate.tree) {
    // The gates run in this tree, on the candidate as it is.
    await restoreScratch(repo, scratch);
    return { tree: null, notes };
  }
  const fixes = changedFiles({
    base: candidate.commit,
    changes: await changesOf(repo, changed, { candidate, patch, tree }),
  });
  const lines = fixes.reduce(
    (sum, { linesAdded, linesRemoved }) => sum + linesAdded + linesRemoved,
    0,
  );
  if (lines > request.limit) {
    await restoreScratch(repo, scratch);
    const text = `The fixers changed ${lines} lines, over the limit of ${request.limit} (limits.collateralLines): left out.`;
    return { tree: null, notes: [...notes, { code: 'fixes-left-out', text }] };
  }
  return { tree, notes: [...notes, ...fixes.map(fixNote)] };
}

const fixNote = ({
  path,
  linesAdded,
  linesRemoved,
}: ReturnType<typeof changedFiles>[number]): Note => ({
  code: 'fixed',
  path,
  text: `Fixers changed ${path}: +${linesAdded} -${linesRemoved}.`,
});

/** The fixers' own changes, from the candidate's files to the fixed ones. */
async function changesOf(
  repo: Repository,
  paths: readonly string[],
  {
    candidate,
    patch,
    tree,
  }: { readonly candidate: GateTree; readonly patch: Patch; readonly tree: Oid },
): Promise<readonly FileChange[]> {
  const changes: FileChange[] = [];
  for (const { path, blocks } of patch.changes) {
    if (!paths.includes(path)) continue;
    const before = await sideAt(repo, candidate.tree, path);
    const after = await sideAt(repo, tree, path);
    changes.push({
      path,
      before,
      after,
      blocks,
      regions: [],
      isWhole: false,
      isDeclaredDeletion: false,
    });
  }
  return changes;
}

async function sideAt(repo: Repository, tree: Oid, path: string): Promise<FileSide | null> {
  const found = await findInTree(repo, tree, path);
  return found === null ? null : { bytes: await readBlob(repo, found.oid), mode: found.mode };
}
