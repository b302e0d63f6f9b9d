/** The middle of the values; of an even number of them the upper middle one. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Processor time in milliseconds that `work` takes of this process, waits not counted. */
export function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Milliseconds by the clock. */
export async function wallMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Processor time of one sample: in shorter ones the other's garbage would count. */
const SAMPLE_MS = 40;

/** Processor time spent before anything counts: by then the code is compiled. */
const WARM_UP_MS = 400;

/** How many calls fill a sample, warm. */
function batchOf(work: () => unknown): number {
  let spent = 0;
  let calls = 0;
  for (; spent < WARM_UP_MS; calls += 10) spent += cpuMs(() => repeat(work, 10));
  return Math.ceil((SAMPLE_MS * calls) / spent);
}

function repeat(work: () => unknown, count: number): void {
  for (let done = 0; done < count; done += 1) work();
}

/** Medians of `work` over `base`, and of each alone, in milliseconds of processor time for one call. */
export interface Ratio {
  readonly ratio: number;
  readonly work: number;
  readonly base: number;
}

/** Measures two pieces of work in turn, round by round, so that what else runs on the machine slows both. */
export function compare(work: () => unknown, base: () => unknown, rounds = 21): Ratio {
  const counts = { work: batchOf(work), base: batchOf(base) };
  const samples = Array.from({ length: rounds }, () => ({
    work: cpuMs(() => repeat(work, counts.work)) / counts.work,
    base: cpuMs(() => repeat(base, counts.base)) / counts.base,
  }));
  return {
    ratio: median(samples.map((sample) => sample.work / sample.base)),
    work: median(samples.map((sample) => sample.work)),
    base: median(samples.map((sample) => sample.base)),
  };
}

/** The same by the clock, for work that other processes do. Each call is a sample of its own. */
export async function compareByClock(
  work: () => Promise<unknown>,
  base: () => Promise<unknown>,
  rounds: number,
): Promise<Ratio> {
  const samples: { readonly work: number; readonly base: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const spent = await wallMs(work);
    samples.push({ work: spent, base: await wallMs(base) });
  }
  return {
    ratio: median(samples.map((sample) => sample.work / sample.base)),
    work: median(samples.map((sample) => sample.work)),
    base: median(samples.map((sample) => sample.base)),
  };
}
