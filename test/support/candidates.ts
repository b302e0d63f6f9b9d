import type { FileMode } from '../../src/core/model/edit.ts';
import type { BranchRef, Oid, SubmissionId } from '../../src/core/model/ids.ts';
import type { FileChange, FileSide, Patch } from '../../src/core/model/patch.ts';
import type { RepoPath } from '../../src/core/model/repo-path.ts';
import type { Permit } from '../../src/core/lifecycle/permit.ts';
import { buildCandidate, type Candidate } from '../../src/git/candidate.ts';
import type { Repository } from '../../src/git/repository.ts';

/** New content of a path: text or bytes; with a mode; null deletes; `from` renames. */
export type Wanted =
  | string
  | Uint8Array
  | null
  | { readonly content: string | Uint8Array; readonly mode?: FileMode; readonly from?: string };

export const MAIN = 'refs/heads/main' as BranchRef;
const PERSON = { name: 'Ann Author', email: 'ann@example.com' };

/** Submission names for tests: `sub(1)` is `00000001`. */
export const sub = (number: number): SubmissionId =>
  String(number).padStart(8, '0') as SubmissionId;

/** A patch that puts the wanted contents in place, without regions. `before` is not filled in: git does not read it. */
function patchOf(base: Oid | null, wanted: Readonly<Record<string, Wanted>>): Patch {
  const changes = Object.entries(wanted).map(([path, value]): FileChange => {
    const isObject = typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
    const content = isObject ? value.content : value;
    const mode = (isObject ? value.mode : undefined) ?? '100644';
    const after: FileSide | null = content === null ? null : { bytes: Buffer.from(content), mode };
    const from = isObject && value.from !== undefined ? { from: value.from as RepoPath } : {};
    return {
      path: path as RepoPath,
      ...from,
      before: null,
      after,
      regions: [],
      blocks: [1],
      isWhole: true,
      isDeclaredDeletion: after === null,
    };
  });
  return { base, changes };
}

/** A candidate on `base` with the wanted contents. */
export async function candidateOf(
  repo: Repository,
  base: Oid | null,
  wanted: Readonly<Record<string, Wanted>>,
  submission: SubmissionId = sub(1),
): Promise<Candidate> {
  return await buildCandidate(repo, {
    submission,
    patch: patchOf(base, wanted),
    message: 'Change by test',
    author: PERSON,
    committer: { name: 'Test User', email: 'test@example.com' },
    at: 1_700_000_100_000,
  });
}

/** A permit as the judge would issue it. */
export const permitFor = (candidate: Candidate, submission: SubmissionId = sub(1)): Permit => ({
  submission,
  candidate: candidate.commit,
  tree: candidate.tree,
  __permit: true,
});
