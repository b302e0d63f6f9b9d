import { asOid, isOid, type BranchRef, type Oid } from '../core/model/ids.ts';
import { plainHead } from './head-file.ts';
import { git } from './plumbing.ts';
import { objectsOf, type Repository } from './repository.ts';
import { readCommit } from './tree.ts';

const BRANCH_PREFIX = 'refs/heads/';

/** The branch that the worktree's HEAD is on, born or not; null where HEAD is detached. */
export async function headBranch(repo: Repository): Promise<BranchRef | null> {
  const plain = await plainHead(repo.gitDir);
  const name = plain === null ? await askedHead(repo) : plain.ref;
  return name?.startsWith(BRANCH_PREFIX) === true ? (name as BranchRef) : null;
}

async function askedHead(repo: Repository): Promise<string | null> {
  const end = await git(repo, ['symbolic-ref', '--quiet', 'HEAD'], { accept: [1] });
  return end.code === 0 ? end.stdout.toString('utf8').trim() : null;
}

/**
 * The branch of a short or full name, spelt by anybody; null where there is none. The unborn branch that HEAD is on
 * counts as one. Names that git does not allow, and revisions such as `main~1`, are no branch.
 */
export async function resolveBranch(repo: Repository, name: string): Promise<BranchRef | null> {
  const full = (name.startsWith(BRANCH_PREFIX) ? name : BRANCH_PREFIX + name) as BranchRef;
  if (!isRefName(full)) return null;
  if ((await tipOf(repo, full)) !== null) return full;
  return (await headBranch(repo)) === full ? full : null;
}

/**
 * The ref that a name spelt by anybody stands for, and its commit: a branch, a branch of a remote, or a full name; null
 * where there is none.
 */
export async function findRef(
  repo: Repository,
  name: string,
): Promise<{ readonly ref: string; readonly commit: Oid } | null> {
  const full = name.startsWith('refs/') ? [name] : [BRANCH_PREFIX + name, `refs/remotes/${name}`];
  for (const ref of full.filter(isRefName)) {
    const found = await objectsOf(repo).info(ref);
    if (found?.type === 'commit') return { ref, commit: found.oid };
  }
  return null;
}

/** The commit that a branch is at; null where it has none yet. */
export async function tipOf(repo: Repository, ref: BranchRef): Promise<Oid | null> {
  const found = await objectsOf(repo).info(ref);
  return found?.type === 'commit' ? found.oid : null;
}

/** Whether `a` is reachable from `b`; true where both are the same. */
export async function isAncestor(repo: Repository, a: Oid, b: Oid): Promise<boolean> {
  if (a === b) return true;
  if ((await readCommit(repo, b)).parents.includes(a)) return true;
  const end = await git(repo, ['merge-base', '--is-ancestor', a, b], { accept: [1] });
  return end.code === 0;
}

/** Whether the repository has this commit. */
export async function commitExists(repo: Repository, commit: Oid): Promise<boolean> {
  return (await objectsOf(repo).info(commit))?.type === 'commit';
}

/**
 * The commit that a revision spelt by anybody names (id, abbreviated id, branch, tag, `HEAD~2`), peeled; null for
 * anything else. Searches by message or path are not taken.
 */
export async function resolveCommit(repo: Repository, text: string): Promise<Oid | null> {
  const name = text.trim();
  if (
    name === '' ||
    name.length > 400 ||
    name.startsWith('-') ||
    !/^[\w./@{}~^+#%=,-]+$/.test(name)
  )
    return null;
  const asked = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  const end = await git(repo, asked, { accept: [1, 128] });
  const found = end.stdout.toString('utf8').trim();
  return end.code === 0 && isOid(found) ? found : null;
}

/** Every best common ancestor of two commits: several where they were merged crosswise, none where they share none. */
export async function mergeBases(repo: Repository, a: Oid, b: Oid): Promise<readonly Oid[]> {
  const end = await git(repo, ['merge-base', '--all', a, b], { accept: [1] });
  const listed = end.stdout.toString('utf8').trim();
  return end.code === 0 ? listed.split('\n').map(asOid) : [];
}

/** Git's rules for ref names (`git check-ref-format`), for a full name. */
function isRefName(ref: string): boolean {
  if (ref.endsWith('/') || ref.endsWith('.') || ref.includes('..') || ref.includes('@{'))
    return false;
  if (/[\p{Cc} ~^:?*[\\]/u.test(ref) || !ref.isWellFormed()) return false;
  return ref
    .split('/')
    .every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'));
}
