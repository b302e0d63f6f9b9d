import { capitalEdits, type Corrector } from './correction.ts';
import { rewriteTexts } from './rewrite-edits.ts';

const NAMED: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lbrace: '{',
  rbrace: '}',
  lbrack: '[',
  rbrack: ']',
  lpar: '(',
  rpar: ')',
  grave: '`',
  dollar: '$',
  bsol: '\\',
  sol: '/',
  num: '#',
  equals: '=',
  colon: ':',
  semi: ';',
  excl: '!',
  vert: '|',
  ast: '*',
  plus: '+',
  percnt: '%',
  commat: '@',
  lowbar: '_',
};

const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,6}));/g;

/** Characters that an entity may stand for: visible ones, and the blank. */
function characterOf(point: number): string | null {
  if (point === 0xa0) return ' ';
  const isText = (point >= 0x20 && point < 0x7f) || (point > 0xa0 && point <= 0x10ffff);
  const isSurrogate = point >= 0xd800 && point <= 0xdfff;
  return isText && !isSurrogate ? String.fromCodePoint(point) : null;
}

function decodeOnce(text: string): string {
  return text.replace(ENTITY, (whole: string, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return characterOf(point) ?? whole;
  });
}

const RULES = [
  { times: 'HTML entities', rewrite: decodeOnce },
  {
    times: 'HTML entities of HTML entities',
    rewrite: (text: string) => decodeOnce(decodeOnce(text)),
  },
] as const;

/** Edits that came through something that writes HTML. */
export const entities: Corrector = ({ decoded, failed }) =>
  RULES.flatMap(({ times, rewrite }) => {
    const corrected = rewriteTexts(decoded, failed, rewrite);
    if (corrected === null) return [];
    const blocks = [...failed];
    const sentence = `${capitalEdits(blocks)} would apply with the characters that ${blocks.length === 1 ? 'its' : 'their'} ${times} stand for.`;
    return [{ kind: 'entities' as const, sentence, decoded: corrected, blocks }];
  });
