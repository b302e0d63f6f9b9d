const TAB = 9;
const SPACE = 32;

export const isBlankByte = (byte: number | undefined): boolean => byte === SPACE || byte === TAB;

/** Offset of the first byte in `[from, end)` that is neither blank nor tab; `end` where there is none. */
export function skipBlanks(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && isBlankByte(bytes[at])) at += 1;
  return at;
}

/** Offset past the last byte in `[from, end)` that is neither blank nor tab; `from` where there is none. */
export function dropTrailingBlanks(bytes: Uint8Array, from: number, end: number): number {
  let at = end;
  while (at > from && isBlankByte(bytes[at - 1])) at -= 1;
  return at;
}

/** Length of the leading run of blanks and tabs. */
export function indentLength(text: string): number {
  let at = 0;
  while (isBlankByte(text.charCodeAt(at))) at += 1;
  return at;
}

/** The text without the blanks and tabs at its end; a loop, since a pattern would back-track. */
export function withoutTrailingBlanks(text: string): string {
  let end = text.length;
  while (isBlankByte(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The text without the blanks and tabs at both ends. */
export const withoutBlanks = (text: string): string =>
  withoutTrailingBlanks(text).slice(indentLength(withoutTrailingBlanks(text)));

/** How many characters of the text are neither blank nor line break. */
export function solidLength(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== SPACE && (code < TAB || code > 13)) count += 1;
  }
  return count;
}
