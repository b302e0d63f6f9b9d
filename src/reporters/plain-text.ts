/**
 * Control characters (a terminal escape's first byte among them) and marks that reorder or hide text. Line feed, tab and
 * the joiners that scripts and emoji need stay.
 */
const UNSAFE = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Somebody else's text for a terminal or a Markdown file: nothing in it acts. Line feeds and tabs are kept. */
export const plainText = (text: string): string =>
  text.toWellFormed().replaceAll('\r\n', '\n').replaceAll(UNSAFE, '\ufffd');

/** The same on one line, cut to `max` characters. */
export function plainLine(text: string, max = 200): string {
  const line = plainText(text).replaceAll(/[\n\t]+/g, ' ');
  return line.length > max ? `${line.slice(0, max - 1).toWellFormed()}…` : line;
}

/** A value as JSON that may be shown on a terminal: what could act there is escaped, so that nothing is lost. */
export const plainJson = (value: unknown): string =>
  `${JSON.stringify(value, null, 2).replaceAll(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  )}\n`;

/** A Markdown code span, whatever the text holds. */
export function codeSpan(text: string): string {
  const line = plainLine(text);
  const fence = '`'.repeat(longestRun(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** A fenced Markdown block, whatever the text holds. */
export function codeBlock(text: string): string {
  const plain = plainText(text).replace(/\n+$/, '');
  const fence = '`'.repeat(Math.max(3, longestRun(plain) + 1));
  return `${fence}text\n${plain}\n${fence}`;
}

const longestRun = (text: string): number =>
  Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
