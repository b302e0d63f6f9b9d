import { asOid, type Oid } from '../core/model/ids.ts';
import { git, gitText } from './plumbing.ts';
import { objectsOf, type Repository } from './repository.ts';

/** Part of a history. */
export interface HistoryRange {
  /** Commits, or tags of commits. */
  readonly tips: readonly Oid[];
  /** What is reachable from these is left out; those that are not here do not count. */
  readonly without: readonly Oid[];
  /** True: what any remote-tracking branch holds is left out, too: it was published before. */
  readonly isUnpublished: boolean;
}

/** The commits of a range, oldest first; none for tips that stand for no commit. */
export async function newCommits(
  repo: Repository,
  { tips, without, isUnpublished }: HistoryRange,
): Promise<readonly Oid[]> {
  const commits = await commitsOf(repo, tips);
  if (commits.length === 0) return [];
  const known = await commitsOf(repo, without);
  const asked = [...commits, ...known.map((oid) => `^${oid}`)];
  const { stdout } = await git(
    repo,
    [
      'rev-list',
      '--topo-order',
      '--reverse',
      '--stdin',
      ...(isUnpublished ? ['--not', '--remotes'] : []),
    ],
    { stdin: Buffer.from(asked.map((name) => `${name}\n`).join('')) },
  );
  const listed = stdout.toString('latin1').trim();
  return listed === '' ? [] : listed.split('\n').map(asOid);
}

/** Those of the objects that are here and are, or name, commits. */
async function commitsOf(repo: Repository, oids: readonly Oid[]): Promise<readonly Oid[]> {
  const found = await Promise.all([...new Set(oids)].map(async (oid) => commitOf(repo, oid)));
  return found.filter((oid) => oid !== null);
}

/** The commit that an object is, or that a tag names; null where there is none here. */
export async function commitOf(repo: Repository, oid: Oid): Promise<Oid | null> {
  const found = await objectsOf(repo).info(`${oid}^{commit}`);
  return found?.type === 'commit' ? found.oid : null;
}

/** The commits that landed by the queue, as far as this repository knows. */
export async function landedCommits(repo: Repository): Promise<ReadonlySet<string>> {
  const format = '--format=%(objectname)';
  const listed = await gitText(repo, ['for-each-ref', format, 'refs/sallyport/landed/']);
  return new Set(listed.split('\n'));
}
