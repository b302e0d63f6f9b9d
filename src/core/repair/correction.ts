import type { Decoded } from '../formats/decoded.ts';

/** Kinds of corrections that are made by a rule alone. */
export type RepairKind = 'wrong-file' | 'markers' | 'indentation' | 'escapes' | 'entities';

/** One mechanical correction of a response: what it asks for then, and what was wrong, in one sentence. */
export interface Correction {
  readonly kind: RepairKind;
  readonly sentence: string;
  /** The response as corrected. */
  readonly decoded: Decoded;
  /** Ordinals of the edits that it changed; all that the markers made, for `markers`. */
  readonly blocks: readonly number[];
}

/** What corrections are made from. */
export interface CorrectionInput {
  readonly response: Uint8Array;
  readonly decoded: Decoded;
  /** Edits that do not apply as they are. */
  readonly failed: ReadonlySet<number>;
  /** Paths of the base that were read, or that the response names. */
  readonly paths: readonly string[];
  /** Reads a response as it was read in the first place. */
  readonly decode: (response: Uint8Array) => Decoded;
}

/** Makes the corrections of one kind; pure, and linear in the size of the response. */
export type Corrector = (input: CorrectionInput) => readonly Correction[];

/** `edit 2`, `edits 2, 4 and 5`. */
function editsInWords(blocks: readonly number[]): string {
  if (blocks.length === 1) return `edit ${blocks[0] ?? ''}`;
  const shown = blocks.slice(0, 10).map(String);
  const last = blocks.length > shown.length ? `${blocks.length - shown.length} more` : shown.pop();
  return `edits ${shown.join(', ')} and ${last ?? ''}`;
}

/** The same at the start of a sentence. */
export const capitalEdits = (blocks: readonly number[]): string =>
  editsInWords(blocks).replace(/^e/, 'E');
