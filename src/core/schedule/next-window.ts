/** Bounds of a window, in entries. */
export interface WindowBounds {
  readonly least: number;
  readonly most: number;
}

/** How many entries are looked at after a decision: one more after a landing, half as many after a failure. */
export function nextWindow(
  window: number,
  outcome: 'landed' | 'failed',
  { least, most }: WindowBounds,
): number {
  const wanted = outcome === 'landed' ? window + 1 : Math.floor(window / 2);
  return Math.min(Math.max(wanted, least), Math.max(least, most));
}
