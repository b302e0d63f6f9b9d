import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { asOid, type Oid } from '../core/model/ids.ts';
import { decodePath } from './path-bytes.ts';
import { git } from './plumbing.ts';
import type { Repository } from './repository.ts';

/** A branch and where it is. */
export interface BranchTip {
  /** Full name. */
  readonly ref: string;
  readonly commit: Oid;
}

/**
 * Every branch that matches a pattern below `refs/heads/`, as `git for-each-ref` takes it: a name, a folder of names, or
 * a pattern with `*`. Names that stand for another ref are left out.
 */
export async function matchingBranches(
  repo: Repository,
  pattern: string,
): Promise<readonly BranchTip[]> {
  const { stdout } = await git(repo, [
    'for-each-ref',
    '--format=%(objectname) %(objecttype) %(symref) %(refname)',
    `refs/heads/${pattern}`,
  ]);
  return decodePath(stdout)
    .split('\n')
    .flatMap((line): BranchTip[] => {
      const [commit = '', type = '', symref = '', ...name] = line.split(' ');
      if (type !== 'commit' || symref !== '') return [];
      return [{ ref: name.join(' '), commit: asOid(commit) }];
    });
}

/** A cheap look at whether refs of a pattern, or the branch that is checked out, may have changed since the last look. */
export interface RefGlance {
  /** True on the first look, where something was written, and while that was too lately for the clock to tell. */
  readonly mayHaveChanged: () => boolean;
}

/** Files whose times are this close to now may change again without another time; milliseconds. */
const RACY_MS = 2_000;
/** A tree of refs with more folders is not looked at one by one: it may always have changed. */
const MAX_FOLDERS = 500;

/**
 * Watches by the times of the folders and files that git keeps refs in, whatever way it keeps them: a new value of a
 * loose ref is renamed into its folder, packed refs and tables are replaced. The times are a hint alone: what the refs
 * are is git's to say.
 */
export function glanceAtRefs({ commonDir, gitDir }: Repository, pattern: string): RefGlance {
  const literal = pattern.split('/').filter(
    (_, at, all) =>
      !all
        .slice(0, at + 1)
        .join('')
        .includes('*'),
  );
  const root = join(commonDir, 'refs', 'heads', ...literal);
  const files = [
    join(gitDir, 'HEAD'),
    join(commonDir, 'packed-refs'),
    join(commonDir, 'reftable', 'tables.list'),
  ];
  let folders: readonly string[] | null = null;
  let seen = '';
  return {
    mayHaveChanged: () => {
      folders ??= foldersBelow(root);
      if (folders === null) return true;
      const looks = [...files, ...folders].map(look);
      const now = looks.map(({ mark }) => mark).join('\n');
      const newest = Math.max(...looks.map(({ at }) => at));
      const isSame = now === seen;
      seen = now;
      if (isSame && Date.now() - newest > RACY_MS) return false;
      folders = null;
      return true;
    },
  };
}

function look(path: string): { readonly mark: string; readonly at: number } {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return { mark: `${path} -`, at: 0 };
  return {
    mark: `${path} ${stats.ino} ${stats.mtimeNs} ${stats.size}`,
    at: Number(stats.mtimeMs),
  };
}

/** A folder and all below it, or a file in its place; null where there are too many. */
function foldersBelow(root: string): readonly string[] | null {
  const found = [root];
  for (let at = 0; at < found.length; at += 1) {
    const folder = found[at] ?? root;
    for (const entry of entriesOf(folder))
      if (entry.isDirectory()) found.push(join(folder, entry.name));
    if (found.length > MAX_FOLDERS) return null;
  }
  return found;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // It is not there, or was removed just now: the next look tells.
    return [];
  }
}
