import { isAscii } from 'node:buffer';
import { withoutTrailingBlanks } from './blanks.ts';
import { numberOf } from './line-search.ts';
import type { Rung } from './rung.ts';
import { sequenceSearch } from './sequence-search.ts';

const LOOK_ALIKES: readonly (readonly [plain: string, alike: string])[] = [
  ["'", '\u2018\u2019\u201A\u201B\u2032'],
  ['"', '\u201C\u201D\u201E\u201F\u2033'],
  ['-', '\u2010\u2011\u2012\u2013\u2014\u2015\u2212'],
  [
    ' ',
    '\u00A0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u202F\u205F\u3000',
  ],
];

const PLAIN = new Map(
  LOOK_ALIKES.flatMap(([plain, alike]) => Array.from(alike, (one) => [one, plain] as const)),
);

/** The text with typographic quotes, dashes and blanks made plain, composed (NFC), without trailing blanks. */
export function foldLookAlikes(text: string): string {
  let folded = '';
  for (const one of text.normalize('NFC')) folded += PLAIN.get(one) ?? one;
  return withoutTrailingBlanks(folded);
}

/** Equal but for how a character is encoded or drawn: composed or not, typographic or plain. */
export const lookAlikes: Rung = {
  name: 'look-alikes',
  isLoose: true,
  places(source, pattern) {
    const isPlain = source.isAscii && isAscii(pattern.text);
    if (isPlain || !source.isUtf8) return [];
    const numbers = new Map<string, number>();
    const wanted = pattern.lines.map((line) => numberOf(numbers, foldLookAlikes(line.toString())));
    const { lineCount } = source;
    const standing = new Uint32Array(lineCount);
    for (let line = 0; line < lineCount; line += 1)
      standing[line] = numberOf(numbers, foldLookAlikes(source.line(line)));
    return sequenceSearch(standing, wanted).map((line) => ({
      start: source.lineStart(line),
      end: source.lineStart(line + wanted.length),
    }));
  },
};
