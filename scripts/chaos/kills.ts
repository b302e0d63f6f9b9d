import type { LandingStep } from '../../src/git/landing.ts';
import type { Dice } from './dice.ts';

/** Every journalled step of a landing. The type keeps the list whole. */
const STEPS: Readonly<Record<LandingStep, true>> = {
  locked: true,
  checked: true,
  intended: true,
  staged: true,
  'file-aside': true,
  'file-linked': true,
  'files-written': true,
  'index-written': true,
  'ref-prepared': true,
  'ref-moved': true,
  'index-renamed': true,
  unlocked: true,
  settled: true,
};

export const LANDING_STEPS = Object.keys(STEPS) as readonly LandingStep[];

/** One death of the daemon: at a step (its Nth time in that process), or so long after it was started. */
export type Kill =
  | { readonly kind: 'step'; readonly step: LandingStep; readonly times: number }
  | { readonly kind: 'random'; readonly afterMs: number };

/** Kills for a run: every step first, as far as the number goes, with random ones between them, then again. */
export function planKills(count: number, dice: Dice): readonly Kill[] {
  const kills: Kill[] = [];
  while (kills.length < count) {
    for (const step of dice.shuffle(LANDING_STEPS)) {
      kills.push({ kind: 'step', step, times: timesOf(step, dice) });
      if (dice.chance(0.45)) kills.push({ kind: 'random', afterMs: randomMoment(dice) });
    }
  }
  return kills.slice(0, count);
}

/** Steps that come once per file are also met at the second file, and any at the second landing. */
const timesOf = (step: LandingStep, dice: Dice): number =>
  step === 'file-aside' || step === 'file-linked'
    ? dice.pick([1, 1, 2, 3])
    : dice.pick([1, 1, 1, 2]);

/** Half of the random deaths come while the daemon starts and recovers, half while it works. */
const randomMoment = (dice: Dice): number =>
  dice.chance(0.5) ? dice.between(150, 1200) : dice.between(1200, 5000);
