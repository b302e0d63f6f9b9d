import { opensBracketBlock } from './bracket-markers.ts';
import { opensConflictBlock } from './conflict-markers.ts';
import { fenceEnd, type Fence } from './fences.ts';
import type { Line } from './response-text.ts';
import type { Region, Walk } from './walk-state.ts';

/** Blocks in markers measure their own indentation, and may need their lines as they stand. */
const measuresItself = ({ text }: Line): boolean =>
  opensBracketBlock(text) || opensConflictBlock(text);

/**
 * Takes the indentation of the fence opened at `at`, an item of a list perhaps, off the fence and all that it holds, where
 * every line with text has it: what stands in it is read as if it stood at the margin. Returns the fence as it is then.
 */
export function outdent(walk: Walk, region: Region, at: number, fence: Fence): Fence {
  const { indent } = fence;
  if (indent === '' || region.fence !== null) return fence;
  const close = fenceEnd(walk.lines, at, region.to);
  if (close === null) return fence;
  const body = walk.lines.slice(at, close);
  const isShared = body.every(({ text }) => text.startsWith(indent) || text.trim() === '');
  if (!isShared || body.some(measuresItself)) return fence;
  walk.lines.slice(at, close + 1).forEach((line, index) => {
    const { text } = line;
    const bare = text.startsWith(indent) ? text.slice(indent.length) : text.trimStart();
    walk.lines[at + index] = { ...line, text: bare };
  });
  return { ...fence, indent: '' };
}
