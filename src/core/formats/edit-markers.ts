import { isBracketMarker, opensBracketBlock } from './bracket-markers.ts';
import { isConflictMarker, opensConflictBlock } from './conflict-markers.ts';
import { firstSign } from './response-text.ts';

/** Whether a line opens a block of edits in markers. */
export function opensMarkers(text: string): boolean {
  const first = firstSign(text);
  if (first === '[') return opensBracketBlock(text);
  if (first === '*') return text.trim() === '*** Begin Patch';
  return (first === '<' || first === '-') && opensConflictBlock(text);
}

/** Whether a line is a marker that no block has taken. */
export function isStrayMarker(text: string): boolean {
  const first = firstSign(text);
  if (first === '[') return isBracketMarker(text);
  return first !== '' && '<>+-'.includes(first) && isConflictMarker(text);
}
