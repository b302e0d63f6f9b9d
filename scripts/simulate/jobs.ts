import { dice } from '../chaos/dice.ts';

/** A simulated submission. Times are seconds. */
export interface Job {
  readonly id: string;
  readonly arrivesAt: number;
  /** Whether its gates pass, on whatever they are run. */
  readonly isGood: boolean;
  /** How long a judgement of it takes. */
  readonly judgedIn: number;
  readonly parts: readonly string[];
}

export interface JobOptions {
  readonly submissions: number;
  /** Submissions an hour; null: all are there from the start. */
  readonly rate: number | null;
  readonly gateTime: number;
  readonly fail: number;
  /** When a failure shows, as a share of the gate time; 1: when the gate is through. */
  readonly failTime: number;
  /** Judgements in which a gate fails once and passes when it is run again. */
  readonly flake: number;
  /** Pairs of submissions of which one changes what the other's gates depend on; 1: every one does. */
  readonly overlap: number;
  /** How far apart two may be that overlap, in submissions: further ones are never in the queue together. */
  readonly reach: number;
  readonly seed: number;
}

/** The submissions of one round, in the order of their coming; the same seed makes the same ones. */
export function makeJobs(options: JobOptions): readonly Job[] {
  const chance = dice(options.seed, 'jobs');
  const pairs = dice(options.seed, 'pairs');
  const parts: string[][] = Array.from({ length: options.submissions }, () => []);
  let arrivesAt = 0;
  return parts.map((own, at) => {
    if (options.rate !== null) arrivesAt += (-Math.log(1 - chance.next()) * 3_600) / options.rate;
    if (options.overlap >= 1) own.push('tree');
    else overlapWithOthers(parts, at, { ...options, isPair: () => pairs.chance(options.overlap) });
    const isGood = !chance.chance(options.fail);
    return {
      id: `s${at}`,
      arrivesAt,
      isGood,
      judgedIn: judgedIn(options, isGood, chance),
      parts: own,
    };
  });
}

function overlapWithOthers(
  parts: readonly string[][],
  at: number,
  { reach, isPair }: { readonly reach: number; readonly isPair: () => boolean },
): void {
  for (let other = at + 1; other < Math.min(parts.length, at + 1 + reach); other += 1) {
    if (!isPair()) continue;
    parts[at]?.push(`${at}-${other}`);
    parts[other]?.push(`${at}-${other}`);
  }
}

/** A flake is run a second time. */
function judgedIn(
  { gateTime, failTime, flake }: JobOptions,
  isGood: boolean,
  chance: ReturnType<typeof dice>,
): number {
  if (!isGood) return gateTime * failTime;
  return chance.chance(flake) ? gateTime * 2 : gateTime;
}
