import type { Oid } from '../model/ids.ts';
import type { FileChange, Patch, TreeEntry } from '../model/patch.ts';
import type { Note } from '../model/rejection.ts';
import { judge } from '../policies/judge.ts';
import type { Limits } from '../policies/limits.ts';
import type { PolicyFindings, ProtectedRule } from '../policies/policy.ts';

/** What a branch's changes are judged by. */
export interface BranchTerms {
  readonly base: Oid | null;
  /** Every entry of the base's tree. */
  readonly tree: readonly TreeEntry[];
  /** Paths, or folders, whose deletion is declared, as spelt. */
  readonly declared: readonly string[];
  readonly limits: Limits;
  readonly protectedRules: readonly ProtectedRule[];
}

/**
 * The pure part of planning a branch: which deletions were declared, and what the policies say. Git made the patch, by a
 * three-way merge, so there are no anchors to check.
 */
export function judgeBranch(
  changes: readonly FileChange[],
  { base, tree, declared, limits, protectedRules }: BranchTerms,
): PolicyFindings & { readonly patch: Patch } {
  const folders = declared.map(plainPath).filter((path) => path !== '');
  const marked = changes.map((change) =>
    change.after === null && folders.some((folder) => isBelow(change.path, folder))
      ? { ...change, isDeclaredDeletion: true }
      : change,
  );
  const patch = { base, changes: marked };
  const judged = judge({ patch, limits, protectedRules, tree });
  return { patch, ...judged, notes: [...judged.notes, ...inVain(folders, marked)] };
}

/** `./src/old/` -> `src/old`; the whole tree cannot be declared. */
const plainPath = (path: string): string =>
  path.replace(/^(?:\.\/)+/, '').replace(/^\.$|\/+$/g, '');

const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}/`);

function inVain(declared: readonly string[], changes: readonly FileChange[]): readonly Note[] {
  const deleted = changes.filter(({ after }) => after === null).map(({ path }) => String(path));
  return declared
    .filter((folder) => !deleted.some((path) => isBelow(path, folder)))
    .slice(0, 20)
    .map((path) => ({
      code: 'deletion-not-made',
      path,
      text: `The deletion of ${path} is declared, and the branch does not delete it.`,
    }));
}
