import { capitalEdits, type Corrector } from './correction.ts';
import { rewriteTexts } from './rewrite-edits.ts';

interface Rule {
  readonly name: string;
  readonly rewrite: (text: string) => string;
}

const CONTROLS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '' };

/** What a text loses that was escaped once too often: of its quotes, its backslashes, its line breaks, or all of them. */
const RULES: readonly Rule[] = [
  { name: 'quotes', rewrite: (text) => text.replace(/\\(["'`])/g, '$1') },
  { name: 'backslashes', rewrite: (text) => text.replaceAll('\\\\', '\\') },
  {
    name: 'line breaks',
    rewrite: (text) => text.replace(/\\([ntr])/g, (_, sign: string) => CONTROLS[sign] ?? ''),
  },
  {
    name: 'quotes, backslashes and line breaks',
    rewrite: (text) => text.replace(/\\([ntr"'`\\])/g, (_, sign: string) => CONTROLS[sign] ?? sign),
  },
];

/** Edits whose texts were escaped once too often. */
export const escapes: Corrector = ({ decoded, failed }) =>
  RULES.flatMap(({ name, rewrite }) => {
    const corrected = rewriteTexts(decoded, failed, rewrite);
    if (corrected === null) return [];
    const blocks = [...failed];
    const sentence = `${capitalEdits(blocks)} would apply without the escapes of ${name}, which ${blocks.length === 1 ? 'it has' : 'they have'} once too often.`;
    return [{ kind: 'escapes' as const, sentence, decoded: corrected, blocks }];
  });
