import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asOid, type BranchRef, type Oid } from '../../core/model/ids.ts';
import { git, gitText } from '../../git/plumbing.ts';
import type { Repository } from '../../git/repository.ts';
import { readCommit } from '../../git/tree.ts';
import { hasPassed } from '../passed-trees.ts';
import { goalOf, isDeletion, shortName, type RefMove } from './ref-move.ts';

/** A commit as a refusal names it. */
export interface NamedCommit {
  readonly oid: Oid;
  readonly subject: string;
}

/** What the guard makes of a move of a guarded branch. */
export type MoveVerdict =
  | { readonly kind: 'allowed'; readonly why: 'no-move' | 'queue' | 'passed' }
  | {
      readonly kind: 'refused';
      readonly why: MoveRefusal;
      readonly commits: readonly NamedCommit[];
    };

/**
 * `unjudged`: commits come in that no check let through. `drops-landed`: commits go that the queue landed, that the
 * remote's branch has, or that were there before anything was recorded. `too-many`: more commits than are looked at.
 */
export type MoveRefusal = 'unjudged' | 'drops-landed' | 'deletion' | 'link' | 'too-many';

/** A move, where the branch is now, and every move of the same transaction. */
export interface MoveQuestion {
  readonly move: RefMove & { readonly ref: BranchRef };
  readonly tip: Oid | null;
  readonly together: readonly RefMove[];
}

/** Commits that are looked at one by one, on either side. */
const MOST_COMMITS = 500;
const LANDED = 'refs/sallyport/landed';

/**
 * Judges a move by facts of this repository: forward over commits that each passed a check, that the queue landed or that
 * the remote's branch of this name has; back only over commits that passed here and never left. Reads, and moves nothing.
 */
export async function judgeMove(repo: Repository, question: MoveQuestion): Promise<MoveVerdict> {
  const { move, tip } = question;
  if (hasPermit(repo, move)) return { kind: 'allowed', why: 'queue' };
  if (isDeletion(move)) {
    return tip === null || (await isPruned(repo, move.ref, tip))
      ? { kind: 'allowed', why: 'no-move' }
      : refused('deletion', []);
  }
  const goal = goalOf(move);
  if (goal === null) return refused('link', []);
  if (goal === tip) return { kind: 'allowed', why: 'no-move' };

  const commit = await readCommit(repo, goal);
  const isNext = commit.parents.length === 1 && commit.parents[0] === tip;
  if (isNext && hasPassed(repo, commit)) return { kind: 'allowed', why: 'passed' };

  const known = await knownCommits(repo, question);
  const incoming = await commitsBetween(repo, goal, [...(tip === null ? [] : [tip]), ...known]);
  if (incoming === null) return refused('too-many', []);
  const unjudged = incoming.filter((one) => !hasPassed(repo, one));
  if (unjudged.length > 0) return refused('unjudged', unjudged);
  if (tip === null) return { kind: 'allowed', why: 'passed' };

  const leaving = await commitsBetween(repo, tip, [goal]);
  if (leaving === null) return refused('too-many', []);
  const kept = leaving.length === 0 ? [] : await commitsBetween(repo, tip, [goal, ...known]);
  const own = new Set((kept ?? []).filter((one) => hasPassed(repo, one)).map(({ oid }) => oid));
  const lost = leaving.filter(({ oid }) => !own.has(oid));
  return lost.length > 0 ? refused('drops-landed', lost) : { kind: 'allowed', why: 'passed' };
}

const refused = (why: MoveRefusal, commits: readonly NamedCommit[]): MoveVerdict => ({
  kind: 'refused',
  why,
  commits,
});

/** The queue says in a file which move it makes, while it makes it. */
function hasPermit(repo: Repository, move: RefMove): boolean {
  const folder = join(repo.stateDir, 'permits');
  const line = `${move.old} ${move.new} ${move.ref}`;
  return filesIn(folder).some((file) => textOf(join(folder, file)).trimEnd() === line);
}

/**
 * `git pack-refs` and `gc` delete the loose copy of a ref that is packed, which git announces like a deletion. In a real
 * one git holds the lock of the packed refs, for the packed copy has to go first.
 */
async function isPruned(repo: Repository, ref: BranchRef, tip: Oid): Promise<boolean> {
  if (existsSync(join(repo.commonDir, 'packed-refs.lock'))) return false;
  const packed = textOf(join(repo.commonDir, 'packed-refs')).split('\n');
  return packed.includes(`${tip} ${ref}`);
}

/** Tips of what was judged elsewhere: the remote's branch, also where this very transaction fetches it, and landings. */
async function knownCommits(
  repo: Repository,
  { move, together }: MoveQuestion,
): Promise<readonly Oid[]> {
  const name = shortName(move.ref);
  const upstream = await gitText(repo, ['for-each-ref', '--format=%(upstream)', move.ref]);
  const patterns = upstream === '' ? [`refs/remotes/*/${name}`] : [upstream];
  const listed = await gitText(repo, [
    'for-each-ref',
    '--format=%(objecttype) %(objectname)',
    ...patterns,
    LANDED,
  ]);
  const fetched = together
    .filter(({ ref }) =>
      upstream === ''
        ? ref.startsWith('refs/remotes/') && ref.split('/').slice(3).join('/') === name
        : ref === upstream,
    )
    .flatMap((one) => goalOf(one) ?? []);
  const known = listed
    .split('\n')
    .flatMap((line) => (line.startsWith('commit ') ? [asOid(line.slice('commit '.length))] : []));
  return [...new Set([...known, ...fetched])];
}

interface Commit extends NamedCommit {
  readonly tree: Oid;
  readonly parents: readonly Oid[];
}

/** Commits that `from` has and none of `without`; null where they are too many. */
async function commitsBetween(
  repo: Repository,
  from: Oid,
  without: readonly Oid[],
): Promise<readonly Commit[] | null> {
  const asked = [
    'rev-list',
    `--max-count=${MOST_COMMITS + 1}`,
    '--no-commit-header',
    '--format=%H%x00%T%x00%P%x00%s',
    '--stdin',
  ];
  const stdin = Buffer.from([from, ...without.map((oid) => `^${oid}`), ''].join('\n'));
  const { stdout } = await git(repo, asked, { stdin });
  const lines = stdout
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
  if (lines.length > MOST_COMMITS) return null;
  return lines.map((line) => {
    const [oid = '', tree = '', parents = '', subject = ''] = line.split('\0');
    return {
      oid: asOid(oid),
      tree: asOid(tree),
      parents: parents === '' ? [] : parents.split(' ').map(asOid),
      subject,
    };
  });
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
