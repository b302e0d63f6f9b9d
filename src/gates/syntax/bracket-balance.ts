const PAIRS = ['()', '[]', '{}'] as const;

const balanceOf = (text: string, [open = '', close = '']: string): number =>
  text.split(open).length - text.split(close).length;

/**
 * Whether a change has tipped the count of opening against closing brackets of some kind. Those in texts and comments
 * count too, so this alone proves nothing; it backs a parser that is not always right.
 */
export const lostBalance = (base: string | null, after: string): boolean =>
  PAIRS.some((pair) => balanceOf(after, pair) !== (base === null ? 0 : balanceOf(base, pair)));
