import { lineDiff } from './line-diff.ts';

/** A stretch of changed lines: half-open ranges of 0-based lines on both sides. */
export interface ChangedRun {
  readonly fromOld: number;
  readonly toOld: number;
  readonly fromNew: number;
  readonly toNew: number;
}

/**
 * The stretches in which two texts differ, in order. Blank lines that stayed do not part a stretch in two where
 * `joinsBlanks` is set.
 */
export function changedRuns(
  old: readonly string[],
  now: readonly string[],
  joinsBlanks = false,
): readonly ChangedRun[] {
  const head = commonHead(old, now);
  const most = Math.min(old.length, now.length) - head;
  let tail = 0;
  while (tail < most && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  const pairs = lineDiff(old.slice(head, old.length - tail), now.slice(head, now.length - tail));
  const runs: ChangedRun[] = [];
  let fromOld = head;
  let fromNew = head;
  const close = (toOld: number, toNew: number): void => {
    if (toOld > fromOld || toNew > fromNew) runs.push({ fromOld, toOld, fromNew, toNew });
    fromOld = toOld + 1;
    fromNew = toNew + 1;
  };
  pairs.forEach((pair, at) => {
    if (pair !== -1) close(head + at, head + pair);
  });
  close(old.length - tail, now.length - tail);
  return joinsBlanks ? joined(runs, old) : runs;
}

function commonHead(old: readonly string[], now: readonly string[]): number {
  let head = 0;
  while (head < old.length && old[head] === now[head]) head += 1;
  return head;
}

function joined(runs: readonly ChangedRun[], old: readonly string[]): readonly ChangedRun[] {
  const joint: ChangedRun[] = [];
  for (const run of runs) {
    const last = joint.at(-1);
    const between = old.slice(last?.toOld, run.fromOld);
    if (last === undefined || between.some((line) => line.trim() !== '')) joint.push(run);
    else joint[joint.length - 1] = { ...last, toOld: run.toOld, toNew: run.toNew };
  }
  return joint;
}
