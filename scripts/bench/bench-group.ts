/** One figure. `target` is null where the figure is only shown; then it is ok. */
export interface BenchLine {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly target: number | null;
  readonly ok: boolean;
}

export interface BenchOptions {
  /** Largest repository to measure in, in files. */
  readonly files: number;
  /** Progress, for people. */
  readonly say: (text: string) => void;
}

/** Benchmarks of one part. Each measures what it compares side by side in one process. */
export interface BenchGroup {
  readonly name: string;
  readonly about: string;
  /** Left out unless asked for by name: it takes long or needs the network. */
  readonly isOptional: boolean;
  readonly run: (options: BenchOptions) => Promise<readonly BenchLine[]>;
}

const rounded = (value: number): number =>
  value >= 100 ? Math.round(value) : Number(value.toPrecision(3));

/** A figure that must not be above its target. */
export const atMost = (
  name: string,
  value: number,
  { unit, target }: { readonly unit: string; readonly target: number },
): BenchLine => ({ name, value: rounded(value), unit, target, ok: value <= target });

/** A figure that must not be below its target. */
export const atLeast = (
  name: string,
  value: number,
  { unit, target }: { readonly unit: string; readonly target: number },
): BenchLine => ({ name, value: rounded(value), unit, target, ok: value >= target });

/** A figure without a target. */
export const shown = (name: string, value: number, unit: string): BenchLine => ({
  name,
  value: rounded(value),
  unit,
  target: null,
  ok: true,
});
