/** How runs ended that were put on a submission which turned out to fail. */
export interface SpoilingSeen {
  readonly judged: number;
  readonly passed: number;
  /** The probability, from 0 to 1, that such a run passes where it is not spoiled. */
  readonly chance: number;
}

/** Counted as if seen before anything was: one that would have passed, and was spoiled. */
const PRIOR = 1;

/**
 * Estimated share of the failing submissions that make the runs fail which are put on them: all, as long as nothing is
 * known. It tells what such a run's failure is worth as a hint, never what is decided.
 */
export function estimateSpoiling({ judged, passed, chance }: SpoilingSeen): number {
  return Math.max(0, 1 - passed / (PRIOR + judged * chance));
}

/** The verdicts of the runs that were put on this submission. */
export function verdictsOn(
  id: string,
  runs: Iterable<{ readonly lands: readonly string[]; readonly state: string }>,
): readonly boolean[] {
  return [...runs]
    .filter(({ lands, state }) => lands.includes(id) && (state === 'passed' || state === 'failed'))
    .map(({ state }) => state === 'passed');
}
