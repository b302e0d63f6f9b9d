/**
 * A set of units, as a number of fixed size: what one adds can be taken in any order, and equal sets are equal texts.
 * The empty set is told exactly; two others are mistaken for one another once in 2^64, which costs a run and no more.
 */
export interface LandingSet {
  readonly size: number;
  readonly high: number;
  readonly low: number;
}

export const NOTHING: LandingSet = { size: 0, high: 0, low: 0 };

/** The set with one more unit, by the unit's fingerprint. */
export const withOne = (set: LandingSet, print: LandingSet): LandingSet => ({
  size: set.size + print.size,
  high: set.high ^ print.high,
  low: set.low ^ print.low,
});

/** The set without one of its units. */
export const withoutOne = (set: LandingSet, print: LandingSet): LandingSet => ({
  size: set.size - print.size,
  high: set.high ^ print.high,
  low: set.low ^ print.low,
});

export const textOfSet = ({ size, high, low }: LandingSet): string => `${size} ${high} ${low}`;

/** The set of one unit, by its name. */
export const fingerprint = (name: string): LandingSet => ({
  size: 1,
  high: hashOf(name, 0x811c9dc5),
  low: hashOf(name, 0x2f0b4c47),
});

/** FNV-1a with a last mixing, since names differ in few characters. */
function hashOf(text: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
