import type { Oid } from '../../core/model/ids.ts';
import type { MoveVerdict } from './judge-move.ts';
import { goalOf, shortName, type RefMove } from './ref-move.ts';

type Refused = Extract<MoveVerdict, { readonly kind: 'refused' }>;

/** What the text of a refused move depends on. */
export interface RefusedMove {
  readonly move: RefMove;
  readonly tip: Oid | null;
  readonly verdict: Refused;
  readonly level: 'warn' | 'enforce';
  /** Whether `git commit` made the move, so that what was to be committed is still staged. */
  readonly isCommit: boolean;
  /** Whether the commit was just fetched, so that the remote may well have it on its branch. */
  readonly isFetched: boolean;
  /** Why a word for it in the environment did not count; null where there was none. */
  readonly notAPerson: string | null;
  /** What brings the files back that git changed before it asked; null where it changed none. */
  readonly putBack: string | null;
}

const MOST_NAMED = 5;

/** A refused move, or one that is only warned of: what it was, why, and what to do instead. Lines with their ends. */
export function guardText(refused: RefusedMove): string {
  const { move, tip, verdict, level, notAPerson, putBack, isCommit, isFetched } = refused;
  const branch = shortName(move.ref);
  const head =
    level === 'enforce'
      ? `${branch} is guarded here; this move was refused: ${reasonOf(verdict)}`
      : `${branch} is guarded here; this move is let through with a warning: ${reasonOf(verdict)}`;
  const named = verdict.commits
    .slice(0, MOST_NAMED)
    .map(({ oid, subject }) => `  ${oid.slice(0, 10)} ${plain(subject).slice(0, 70)}`);
  const more = verdict.commits.length - named.length;
  const lines = [
    `sallyport: ${head}`,
    ...named,
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...(level === 'enforce' ? nextSteps(refused) : []),
    ...(putBack === null
      ? []
      : [`  git changed files before it asked; this puts them back: ${putBack}`]),
    ...(notAPerson === null
      ? []
      : [`  SALLYPORT_ALLOW=guard is a person's word, and ${notAPerson}`]),
  ];
  return `${lines.join('\n')}\n`;

  function nextSteps({ verdict: { why } }: RefusedMove): readonly string[] {
    const goal = goalOf(move);
    const range = tip === null ? goal : `${tip.slice(0, 10)}..${goal?.slice(0, 10)}`;
    const person =
      '  a person at a terminal may do it: SALLYPORT_ALLOW=guard before the command (it is recorded)';
    if (why !== 'unjudged' && why !== 'too-many') return [person];
    return [
      ...(isCommit
        ? ['  what you staged is still staged: commit it without --no-verify, so that it is judged']
        : []),
      ...(isFetched
        ? ["  what the remote's branch has comes in freely: git fetch it first, and then try again"]
        : []),
      `  to land it: sallyport submit --commit ${goal} --target ${branch} --wait`,
      `  or have it judged here, and try again: sallyport check --range ${range}`,
      person,
    ];
  }
}

function reasonOf({ why, commits }: Refused): string {
  switch (why) {
    case 'unjudged':
      return `it brings in ${count(commits.length)} that no check has let through`;
    case 'drops-landed':
      return `it takes ${count(commits.length)} off the branch that landed there, or came from elsewhere`;
    case 'deletion':
      return 'it deletes the branch';
    case 'link':
      return 'it makes the branch a link to another ref';
    case 'too-many':
      return 'more commits come or go than are looked at one by one';
  }
}

const count = (number: number): string => (number === 1 ? '1 commit' : `${number} commits`);

/** A subject is anybody's text: no control characters reach the terminal. */
const plain = (text: string): string =>
  text.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, '?');
