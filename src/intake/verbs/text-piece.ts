/** Characters of text that one answer brings: well below what clients cut off. */
export const PIECE_CHARS = 16_000;

/** A stretch of a text. `next` is the offset to ask for next; null: this was the rest. UTF-16 offsets. */
export interface TextPiece {
  readonly text: string;
  readonly offset: number;
  readonly total: number;
  readonly next: number | null;
}

/** The stretch of a text that begins at an offset: whole lines where they fit, never half a character. */
export function pieceOf(text: string, offset: number, limit = PIECE_CHARS): TextPiece {
  const from = isBetweenHalves(text, offset) ? offset - 1 : Math.min(offset, text.length);
  const end = endOf(text, from, limit);
  return {
    text: text.slice(from, end),
    offset: from,
    total: text.length,
    next: end < text.length ? end : null,
  };
}

function endOf(text: string, from: number, limit: number): number {
  const furthest = Math.min(text.length, from + limit);
  if (furthest === text.length) return furthest;
  const lineEnd = text.lastIndexOf('\n', furthest - 1) + 1;
  if (lineEnd > from) return lineEnd;
  return isBetweenHalves(text, furthest) ? furthest - 1 : furthest;
}

/** Whether an offset parts the two halves of one character. */
const isBetweenHalves = (text: string, offset: number): boolean =>
  /[\udc00-\udfff]/.test(text[offset] ?? '') && /[\ud800-\udbff]/.test(text[offset - 1] ?? '');
