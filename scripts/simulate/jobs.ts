import { dice } from '../chaos/dice.ts';

/** A simulated submission. Times are seconds. */
export interface Job {
  readonly id: string;
  readonly arrivesAt: number;
  /** Whether its gates pass where those before it are good. */
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
  readonly seed: number;
}

/** Gates that a submission changes the inputs of, and has to pass. */
const GATES_EACH = 2;

/** The submissions of one round, in the order of their coming; the same seed makes the same ones. */
export function makeJobs(options: JobOptions): readonly Job[] {
  const chance = dice(options.seed, 'jobs');
  const gates =
    options.overlap === 1
      ? ['whole tree']
      : Array.from({ length: gatesFor(options.overlap) }, (_, at) => `gate ${at}`);
  let arrivesAt = 0;
  return Array.from({ length: options.submissions }, (_, at) => {
    if (options.rate !== null) arrivesAt += (-Math.log(1 - chance.next()) * 3_600) / options.rate;
    const isGood = !chance.chance(options.fail);
    // Each has files of its own, as most submissions do.
    const parts = [...chance.shuffle(gates).slice(0, GATES_EACH), `path ${at}`];
    return { id: `s${at}`, arrivesAt, isGood, judgedIn: judgedIn(options, isGood, chance), parts };
  });
}

/** How many gates there are, so that this share of pairs has one in common. */
function gatesFor(overlap: number): number {
  let gates = GATES_EACH;
  while (overlapOf(gates + 1) >= overlap && gates < MOST_GATES) gates += 1;
  return overlapOf(gates) - overlap > overlap - overlapOf(gates + 1) ? gates + 1 : gates;
}

const MOST_GATES = 10_000;

/** Share of pairs with a gate in common, where each takes two of so many. */
const overlapOf = (gates: number): number =>
  gates < 4 ? 1 : 1 - ((gates - 2) * (gates - 3)) / (gates * (gates - 1));

/** A flake is run a second time. */
function judgedIn(
  { gateTime, failTime, flake }: JobOptions,
  isGood: boolean,
  chance: ReturnType<typeof dice>,
): number {
  if (!isGood) return gateTime * failTime;
  return chance.chance(flake) ? gateTime * 2 : gateTime;
}
