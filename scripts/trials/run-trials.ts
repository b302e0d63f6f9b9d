import { askedAbout } from './asked-about.ts';
import { DIALECTS } from './dialects/dialects.ts';
import type { Dialect, FormatName } from './dialects/dialect.ts';
import { honestDraft, type Draft } from './draft.ts';
import type { LeftOut } from './left-out.ts';
import { responseOf, runTrial, type Verdict } from './run-trial.ts';
import type { Scene } from './scene.ts';
import { seededRandom, type Random } from './seeded-random.ts';
import type { Variant } from './variants/variant.ts';
import { VARIANTS } from './variants/variants.ts';

/** One trial that was run. */
export interface TrialRun {
  readonly variant: Variant;
  readonly dialect: Dialect;
  readonly draft: Draft;
  readonly response: Uint8Array;
  readonly verdict: Verdict;
}

/** Counts of one variant. `skipped`: scenes in which it could not be built. */
export interface Count {
  readonly variant: string;
  readonly kind: Variant['kind'];
  readonly right: number;
  readonly refused: number;
  readonly wrong: number;
  readonly skipped: number;
}

export interface TrialOptions {
  /** Trials for each variant in each format. */
  readonly per: number;
  readonly seed: number;
  /** Only variants whose names are listed; all where empty. */
  readonly only: readonly string[];
  readonly leftOut: LeftOut;
}

/** Scenes that are tried before a variant is given up for a format, for each trial that is wanted. */
const TRIES = 25;

const CONTEXTS = {
  sides: [0, 1, 2, 3],
  strings: [0, 1, 2, 3],
  hunks: [3, 3, 2],
  whole: [3],
} as const;

function attempt(
  scene: Scene,
  variant: Variant,
  dialect: Dialect,
  random: Random,
): { readonly draft: Draft; readonly response: Uint8Array } | null {
  const honest = honestDraft(scene, random, random.pick(CONTEXTS[dialect.family]));
  // What cannot be said without a flaw cannot be said with one.
  if (honest === null || dialect.render(honest) === null) return null;
  const draft = variant.make(honest, { random, dialect });
  if (draft === null) return null;
  const response = responseOf(draft, dialect, random);
  return response === null ? null : { draft, response };
}

/** Whether the change that is meant would be asked about as it is written down: then the trial is left out. */
function isAskedAbout(
  { world, scene, intent }: Draft,
  dialect: Dialect,
  leftOut: LeftOut,
): boolean {
  const isWhole = dialect.family === 'whole';
  // Scenes have been looked at as changes of parts.
  if (intent !== 'after' || (world === scene.files && !isWhole)) return false;
  return leftOut.count('trials', askedAbout(world, isWhole));
}

/** The dialects of each format in which a variant can be built. */
function byFormat(variant: Variant): ReadonlyMap<FormatName, readonly Dialect[]> {
  const formats = new Map<FormatName, Dialect[]>();
  for (const dialect of DIALECTS) {
    if (!variant.fits(dialect)) continue;
    formats.set(dialect.format, [...(formats.get(dialect.format) ?? []), dialect]);
  }
  return formats;
}

/** Runs every variant in every format over the scenes; `onTrial` sees each trial. */
export function runTrials(
  scenes: readonly Scene[],
  options: TrialOptions,
  onTrial: (run: TrialRun) => void,
): readonly Count[] {
  const wanted = VARIANTS.filter(
    ({ name }) => options.only.length === 0 || options.only.includes(name),
  );
  return wanted.map((variant) => {
    const count = { right: 0, refused: 0, wrong: 0 };
    let skipped = 0;
    for (const [format, dialects] of byFormat(variant)) {
      const order = seededRandom(options.seed, `${variant.name}/${format}`);
      let done = 0;
      for (const [at, scene] of order
        .shuffled(scenes)
        .slice(0, options.per * TRIES)
        .entries()) {
        if (done >= options.per) break;
        const dialect = dialects[at % dialects.length];
        if (dialect === undefined) continue;
        const random = seededRandom(options.seed, `${variant.name}/${dialect.name}/${scene.id}`);
        const made = attempt(scene, variant, dialect, random);
        if (made === null || isAskedAbout(made.draft, dialect, options.leftOut)) {
          skipped += 1;
          continue;
        }
        done += 1;
        const verdict = runTrial(made.draft, made.response);
        count[verdict.verdict] += 1;
        onTrial({ variant, dialect, ...made, verdict });
      }
    }
    return { variant: variant.name, kind: variant.kind, ...count, skipped };
  });
}
