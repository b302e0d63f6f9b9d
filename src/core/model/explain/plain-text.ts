/** Longest stretch of foreign text that a message quotes. */
const MAX_QUOTED = 300;

/**
 * Foreign text made safe to print: control characters, terminal escapes, direction overrides and invisible characters show
 * as `\u{...}`; tabs stay.
 */
export function plainText(text: string): string {
  let plain = '';
  for (const one of text) plain += isUnsafe(one.codePointAt(0) ?? 0) ? escaped(one) : one;
  return plain;
}

/** The same on one line and no longer than a message can bear. */
export function quoted(text: string): string {
  const line = plainText(text.slice(0, MAX_QUOTED * 2));
  return line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED)}…` : line;
}

const escaped = (one: string): string => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`;

function isUnsafe(point: number): boolean {
  if (point === 9) return false;
  if (point < 0x20 || (point >= 0x7f && point <= 0x9f)) return true;
  if (point >= 0xd800 && point <= 0xdfff) return true;
  return INVISIBLE.some(([from, to]) => point >= from && point <= to);
}

/** Zero-width characters, direction marks, line separators, variation and tag characters that hide text. */
const INVISIBLE = [
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0xfeff, 0xfeff],
  [0xfff9, 0xfffb],
  [0xe0000, 0xe007f],
] as const;

/** Inline code, with a fence longer than any run of backticks inside. */
export function code(text: string): string {
  const plain = quoted(text);
  const fence = '`'.repeat(longestTicks(plain) + 1);
  const pad = plain.startsWith('`') || plain.endsWith('`') || plain === '' ? ' ' : '';
  return `${fence}${pad}${plain}${pad}${fence}`;
}

/** A block of code, with a fence longer than any inside. */
export function codeBlock(lines: readonly string[]): string {
  const plain = lines.map(quoted);
  const fence = '`'.repeat(Math.max(3, longestTicks(plain.join('\n')) + 1));
  return [fence, ...plain, fence].join('\n');
}

function longestTicks(text: string): number {
  let longest = 0;
  let run = 0;
  for (const one of text) {
    run = one === '`' ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
