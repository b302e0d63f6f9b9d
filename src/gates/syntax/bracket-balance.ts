import { sourceLanguage } from '../../core/source/source-language.ts';
import { viewOf } from '../../core/source/source-view.ts';

const PAIRS = ['()', '[]', '{}'] as const;

const balanceOf = (text: string, [open = '', close = '']: string): number =>
  text.split(open).length - text.split(close).length;

/**
 * Whether a change has tipped the count of opening against closing brackets of some kind: of the text as it stands, and of
 * its code without comments and strings too, where the file's name tells how those are written. This alone proves nothing;
 * it backs a parser that is not always right.
 */
export function lostBalance(path: string, base: string | null, after: string): boolean {
  const codeOf = (text: string): string => viewOf(text, sourceLanguage(path)).code.join('\n');
  return isTipped(base, after) && isTipped(base === null ? null : codeOf(base), codeOf(after));
}

const isTipped = (base: string | null, after: string): boolean =>
  PAIRS.some((pair) => balanceOf(after, pair) !== (base === null ? 0 : balanceOf(base, pair)));
