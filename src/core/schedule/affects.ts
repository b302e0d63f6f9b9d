import { EVERYTHING, type Part } from './queue-state.ts';

/** Whether a change of these parts matters to a verdict that depends on those. */
export function affects(
  changes: readonly Part[] | ReadonlySet<Part>,
  needs: readonly Part[],
): boolean {
  const has = (part: Part): boolean =>
    Array.isArray(changes) ? changes.includes(part) : (changes as ReadonlySet<Part>).has(part);
  return has(EVERYTHING) || needs.some(has);
}
