import type { SyntaxSample } from '../../test/support/syntax-samples/sample.ts';

/** One break seeded into a sound text. `lines` are those that a right answer may name, 1-based. */
export interface SeededBreak {
  readonly text: string;
  readonly lines: readonly number[];
}

/** The ways in which written edits break files most often. Null: it cannot be seeded into this text. */
export interface BreakKind {
  readonly name: string;
  readonly seed: (text: string) => SeededBreak | null;
}

const CLOSERS = '})]';

/** Where closers stand, leaving out lines that look like comments. */
const closersOf = (text: string): readonly number[] =>
  Array.from(text).flatMap((sign, at) => (CLOSERS.includes(sign) ? [at] : []));

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

const without = (text: string, at: number | undefined): SeededBreak | null =>
  at === undefined
    ? null
    : { text: text.slice(0, at) + text.slice(at + 1), lines: [lineAt(text, at)] };

/** The line at a part of the text that has content and is indented where any is. */
function solidLine(lines: readonly string[], part: number): number {
  const from = Math.floor(lines.length * part);
  const indented = lines.findIndex((line, at) => at >= from && /^\s+\S/.test(line));
  return indented === -1
    ? lines.findIndex((line, at) => at >= from && line.trim() !== '')
    : indented;
}

function insert(text: string, part: number, added: readonly string[]): SeededBreak {
  const lines = text.split('\n');
  const at = solidLine(lines, part);
  lines.splice(at, 0, ...added);
  return { text: lines.join('\n'), lines: added.map((_, step) => at + 1 + step) };
}

function change(text: string, part: number, edit: (line: string) => string): SeededBreak {
  const lines = text.split('\n');
  const at = solidLine(lines, part);
  lines[at] = edit(lines[at] ?? '');
  return { text: lines.join('\n'), lines: [at + 1] };
}

function conflict(text: string): SeededBreak {
  const lines = text.split('\n');
  const at = solidLine(lines, 0.5);
  const line = lines[at] ?? '';
  const block = ['<<<<<<< HEAD', line, '=======', line, '>>>>>>> theirs'];
  lines.splice(at, 1, ...block);
  return { text: lines.join('\n'), lines: block.map((_, step) => at + 1 + step) };
}

function truncate(text: string): SeededBreak {
  const lines = text.split('\n');
  const at = solidLine(lines, 0.6);
  const line = lines[at] ?? '';
  const kept = [...lines.slice(0, at), line.slice(0, Math.ceil(line.length * 0.7))];
  return { text: kept.join('\n'), lines: [at + 1] };
}

function openQuote(text: string): SeededBreak | null {
  const quotes = Array.from(text).flatMap((sign, at) => (sign === '"' || sign === "'" ? [at] : []));
  // The second of a pair: the text is left open.
  return without(text, quotes[1]);
}

export const BREAK_KINDS: readonly BreakKind[] = [
  { name: 'last closer gone', seed: (text) => without(text, closersOf(text).at(-1)) },
  {
    name: 'middle closer gone',
    seed: (text) => without(text, closersOf(text)[Math.floor(closersOf(text).length / 2)]),
  },
  { name: 'stray )))', seed: (text) => change(text, 0.5, (line) => `${line})))`) },
  { name: 'conflict markers', seed: conflict },
  { name: 'code fence', seed: (text) => insert(text, 0.5, ['```']) },
  { name: 'truncated', seed: truncate },
  {
    name: 'rest of the code',
    seed: (text) => insert(text, 0.5, ['... rest of the code remains unchanged ...']),
  },
  { name: 'leading +', seed: (text) => change(text, 0.5, (line) => `+${line}`) },
  { name: 'open quote', seed: openQuote },
];

/** Every kind seeded into every sample it fits. */
export const seededBreaks = (
  samples: readonly SyntaxSample[],
): readonly {
  readonly kind: string;
  readonly sample: SyntaxSample;
  readonly seeded: SeededBreak;
}[] =>
  BREAK_KINDS.flatMap(({ name, seed }) =>
    samples.flatMap((sample) => {
      const seeded = seed(sample.text);
      return seeded === null ? [] : [{ kind: name, sample, seeded }];
    }),
  );
