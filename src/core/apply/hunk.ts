import type { RungName } from '../match/rung.ts';
import type { RegionAnchor } from '../model/patch.ts';

/** One run of changed lines: bytes `[start, end)` of the text become `bytes`. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly bytes: Buffer;
  /** Lines that the edit asked to take away and to put in here. */
  readonly removed: number;
  readonly added: number;
}

/** One occurrence of a block's old text and what changes inside it. */
export interface Site {
  readonly start: number;
  readonly end: number;
  readonly changes: readonly Change[];
}

/** A block that was located on a text: where, how, and what it changes. */
export interface Hunk {
  readonly block: number;
  readonly sites: readonly Site[];
  readonly rung: RungName;
  /** How the place was proven, for the independent check. */
  readonly anchor: Omit<RegionAnchor, 'start' | 'end'>;
}
