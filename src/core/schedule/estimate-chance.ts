/** What is known of a submission before a gate ran on it, and how those before it ended. */
export interface Prospects {
  /** Submissions that gates judged lately, and how many of them passed. */
  readonly judged: number;
  readonly passed: number;
  /** How many earlier attempts it goes back to. */
  readonly retries: number;
  /** Changed lines. */
  readonly lines: number;
}

/** Counted as if seen before anything was: nineteen of twenty pass. */
const PRIOR = { judged: 20, passed: 19 };

const LEAST = 0.02;
const MOST = 0.995;

/**
 * Estimated probability that a submission passes its gates: the observed rate, lower for what was refused before and for
 * what is large. It decides what is tried first, never what lands.
 */
export function estimateChance({ judged, passed, retries, lines }: Prospects): number {
  const rate = (passed + PRIOR.passed) / (judged + PRIOR.judged);
  const odds = (rate / (1 - rate)) * 0.7 ** Math.min(retries, 5) * sizeFactor(lines);
  return Math.min(MOST, Math.max(LEAST, odds / (1 + odds)));
}

/** 1 for a few lines, about a half for a thousand. */
const sizeFactor = (lines: number): number => 1 / (1 + Math.log10(1 + lines / 20) / 1.7);
