import { itemAt } from '../match/item-at.ts';
import { changesBetween, linesOf } from './line-changes.ts';

/** What one commit did to a file; null sides: it was not there. */
export interface FileStep {
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
}

/**
 * The newest step that changed any of some lines of the last text (0-based, half-open; an empty range is a place between
 * two lines). `steps` come newest first, each from the text that the next one left. Null where none did.
 */
export function whoChanged<T extends FileStep>(
  steps: readonly T[],
  range: { readonly from: number; readonly to: number },
): T | null {
  let { from, to } = range;
  for (const step of steps) {
    if (step.before === null || step.after === null) return step;
    const after = linesOf(step.after);
    const back = changesBetween(after, linesOf(step.before));
    if (back.some((change) => touches(change, { from, to }))) return step;
    [from, to] = [placeBefore(back, from), placeBefore(back, to)];
  }
  return null;
}

const touches = (
  change: { readonly from: number; readonly to: number },
  { from, to }: { readonly from: number; readonly to: number },
): boolean =>
  from === to ? change.from <= to && change.to >= from : change.from < to && change.to > from;

/** Where an untouched place of the newer text stood in the older one. */
function placeBefore(back: ReturnType<typeof changesBetween>, place: number): number {
  let shift = 0;
  for (let at = 0; at < back.length; at += 1) {
    const change = itemAt(back, at);
    if (change.to > place) break;
    shift += change.lines.length - (change.to - change.from);
  }
  return place + shift;
}
