import type { FreshWindow } from '../model/patch.ts';

/** Where lines of the author's numbering stand now; null where no fresh window tells, or two tell different things. */
export function lineNow(
  windows: readonly FreshWindow[],
  [first, last]: readonly [first: number, last: number],
): number | null {
  const places = new Set(
    windows
      .filter((window) => window.first <= first && last <= window.last)
      .map((window) => window.at + first - window.first),
  );
  const [only, another] = places;
  return only === undefined || another !== undefined ? null : only;
}
