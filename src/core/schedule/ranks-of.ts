/** Milliseconds of waiting that count as much as one step of priority. */
export const STEP_MS = 15 * 60_000;

/** A submission that waits. `submittedAt` is milliseconds since the epoch. */
export interface Waiting {
  readonly priority: number;
  readonly submittedAt: number;
}

/**
 * How much each of these, in the order of their coming, is to go first: a step for each of its priority, and another for
 * every `STEP_MS` that it has waited. All rise alike, so that ranks never change places as time passes, and one that is
 * `n` steps higher passes those alone that came less than `n` times `STEP_MS` before it: nobody waits for ever. Higher
 * goes first; they mean something beside one another only.
 */
export function ranksOf(waiting: readonly Waiting[]): readonly number[] {
  const ranks: number[] = [];
  // A clock that was set back must not make a later one look as if it had waited longer.
  let latest = Infinity;
  for (const { priority, submittedAt } of waiting.toReversed()) {
    latest = Math.min(latest, submittedAt);
    ranks.push(priority * STEP_MS - latest);
  }
  return ranks.toReversed();
}
