import type { Allowance } from '../../hook/allowances.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const RECENT_DAYS = 30;

/** What people let pass by name of late, and the last of it. */
export function passedByHand(all: readonly Allowance[], now: number): string {
  const recent = all.filter(({ at }) => now - at < RECENT_DAYS * DAY_MS);
  const last = recent.at(-1);
  if (last === undefined) return `nothing in the last ${RECENT_DAYS} days`;
  const { at, by, codes, findings, what } = last;
  const day = new Date(at).toISOString().slice(0, 10);
  const place = findings[0] === undefined ? '' : `, ${findings[0].replace(/: .*/s, '')}`;
  return `${recent.length} in the last ${RECENT_DAYS} days; last ${codes.join(', ') || 'everything'} in ${what} by ${by} on ${day}${place}`;
}
