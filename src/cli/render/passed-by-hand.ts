import type { Allowance } from '../../hook/allowances.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const RECENT_DAYS = 30;

/** What people let pass by name of late, and the last of it. */
export function passedByHand(all: readonly Allowance[], now: number): string {
  const recent = all
    .filter((one, at) => !isSameCommit(all[at - 1], one))
    .filter(({ at }) => now - at < RECENT_DAYS * DAY_MS);
  const last = recent.at(-1);
  if (last === undefined) return `nothing in the last ${RECENT_DAYS} days`;
  const { at, by, codes, findings, what } = last;
  const day = new Date(at).toISOString().slice(0, 10);
  const place = findings[0] === undefined ? '' : `, ${findings[0].replace(/: .*/s, '')}`;
  return `${recent.length} in the last ${RECENT_DAYS} days; last ${codes.join(', ') || 'everything'} in ${what} by ${by} on ${day}${place}`;
}

/** The hooks of one commit, in the order in which git runs them. */
const STAGES = ['pre-commit', 'pre-merge-commit', 'commit-msg', 'reference-transaction'];
/** How long somebody may write on a message. */
const LONGEST_MS = 60 * 60 * 1000;

/** With everything switched off each hook of a commit writes a line of its own. */
function isSameCommit(before: Allowance | undefined, one: Allowance): boolean {
  if (before?.by !== 'SALLYPORT=0' || one.by !== 'SALLYPORT=0') return false;
  const [first, second] = [STAGES.indexOf(before.what), STAGES.indexOf(one.what)];
  return first !== -1 && first < second && one.at - before.at < LONGEST_MS;
}
