import { isBracketMarker, opensBracketBlock } from './bracket-markers.ts';
import { isConflictMarker, opensConflictBlock } from './conflict-markers.ts';

/** Whether a line opens a block of edits in markers. */
export const opensMarkers = (text: string): boolean =>
  opensBracketBlock(text) || opensConflictBlock(text) || text.trim() === '*** Begin Patch';

/** Whether a line is a marker that no block has taken. */
export const isStrayMarker = (text: string): boolean =>
  isBracketMarker(text) || isConflictMarker(text);
