import { indentLength } from '../match/blanks.ts';
import { capitalEdits, type Corrector } from './correction.ts';
import { byLines, rewriteTexts } from './rewrite-edits.ts';

/** Widths of a level that people indent by. */
const UNITS = [2, 3, 4, 8] as const;

interface Rule {
  readonly was: string;
  readonly is: string;
  readonly rewrite: (line: string) => string;
}

const RULES: readonly Rule[] = [
  ...UNITS.map((unit): Rule => ({ was: `${unit} blanks`, is: 'tabs', rewrite: toTabs(unit) })),
  ...UNITS.map((unit): Rule => ({ was: 'tabs', is: `${unit} blanks`, rewrite: toBlanks(unit) })),
  ...UNITS.flatMap((from) =>
    UNITS.filter((to) => to !== from).map((to): Rule => ({
      was: `${from} blanks`,
      is: `${to} blanks`,
      rewrite: scaled(from, to),
    })),
  ),
];

/** Edits that are indented by another unit than the file, in a way that no shift by a fixed amount explains. */
export const indents: Corrector = ({ decoded, failed }) =>
  RULES.flatMap(({ was, is, rewrite }) => {
    const corrected = rewriteTexts(decoded, failed, byLines(rewrite));
    if (corrected === null) return [];
    const blocks = [...failed];
    const sentence = `${capitalEdits(blocks)} would apply with ${is} a level where ${blocks.length === 1 ? 'it has' : 'they have'} ${was}.`;
    return [{ kind: 'indentation' as const, sentence, decoded: corrected, blocks }];
  });

/** Columns of leading blanks and tabs as tabs, and blanks for what is left of a level. */
function toTabs(unit: number): (line: string) => string {
  return (line) => {
    const length = indentLength(line);
    const columns = columnsOf(line.slice(0, length), unit);
    return (
      '\t'.repeat(Math.floor(columns / unit)) + ' '.repeat(columns % unit) + line.slice(length)
    );
  };
}

function toBlanks(unit: number): (line: string) => string {
  return (line) => {
    const length = indentLength(line);
    const lead = line.slice(0, length);
    return lead.includes('\t') ? ' '.repeat(columnsOf(lead, unit)) + line.slice(length) : line;
  };
}

/** Every level of blanks as a level of another width; what is no whole level stays as many blanks. */
function scaled(from: number, to: number): (line: string) => string {
  return (line) => {
    const length = indentLength(line);
    if (line.slice(0, length).includes('\t')) return line;
    return ' '.repeat(Math.floor(length / from) * to + (length % from)) + line.slice(length);
  };
}

function columnsOf(lead: string, unit: number): number {
  let columns = 0;
  for (const sign of lead) columns += sign === '\t' ? unit - (columns % unit) : 1;
  return columns;
}
