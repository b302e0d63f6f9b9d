import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countLineFeeds } from '../../../src/core/match/count-line-feeds.ts';
import { byteAt, itemAt, numberAt } from '../../../src/core/match/item-at.ts';
import { equalPlaces, hashOf, lineSearch, numberOf } from '../../../src/core/match/line-search.ts';
import { exact } from '../../../src/core/match/exact.ts';
import { indentation } from '../../../src/core/match/indentation.ts';
import { lineEndings } from '../../../src/core/match/line-endings.ts';
import { occurrences } from '../../../src/core/match/occurrences.ts';
import { patternOf, type Place } from '../../../src/core/match/rung.ts';
import { sequenceSearch } from '../../../src/core/match/sequence-search.ts';
import { SourceText } from '../../../src/core/match/source-text.ts';
import { trailingBlanks } from '../../../src/core/match/trailing-blanks.ts';

const sourceOf = (text: string): SourceText => new SourceText(Buffer.from(text));

test('an index outside the list is a bug', () => {
  expect(itemAt(['a', 'b'], 1)).toBe('b');
  expect(numberAt(Uint32Array.of(7), 0)).toBe(7);
  expect(byteAt(Uint8Array.of(0), 0)).toBe(0);
  expect(() => itemAt(['a'], 1)).toThrow('no item at 1');
  expect(() => numberAt(Int32Array.of(7), -1)).toThrow('no item at -1');
  expect(() => byteAt(Uint8Array.of(), 0)).toThrow('no item at 0');
});

test('line feeds are counted, whatever the alignment and however many', () => {
  const byte = fc.constantFrom(10, 10, 9, 11, 0, 138, 255);
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 40 }), fc.nat(8), fc.nat(48), (list, from, to) => {
      for (const skew of [0, 1, 2, 3]) {
        const bytes = new Uint8Array(list.length + skew).subarray(skew);
        bytes.set(list);
        const end = Math.min(to, list.length);
        const wanted = list.slice(from, end).filter((each) => each === 10).length;
        expect(countLineFeeds(bytes, Math.min(from, end), end)).toBe(wanted);
      }
    }),
    { numRuns: 200 },
  );
  const many = new Uint8Array(5000).fill(10);
  expect(countLineFeeds(many, 0, 5000)).toBe(5000);
  expect(countLineFeeds(many, 3, 4999)).toBe(4996);
  expect(countLineFeeds(new Uint8Array(5000).fill(9), 3, 4999)).toBe(0);
  for (const length of [27, 32, 35, 992, 1000, 1024, 4000]) {
    const plain = Uint8Array.from({ length }, (_, at) => (at % 3 === 0 ? 10 : 127 - (at % 128)));
    const wanted = plain.filter((each) => each === 10).length;
    expect(countLineFeeds(plain, 0, length)).toBe(wanted);
    plain[length - 1] = 138;
    expect(countLineFeeds(plain, 0, length)).toBe(plain.filter((each) => each === 10).length);
  }
});

const part = fc.constantFrom('a', 'b', '', 'aa');
const blanks = fc.constantFrom('', '', ' ', '\t');
const lineOf = fc.tuple(blanks, part, blanks).map((each) => each.join(''));
const ending = fc.constantFrom('\n', '\n', '\r\n');

/** The lines of a text, with where each starts and ends. */
function spansOf(text: string): { start: number; end: number; line: string }[] {
  const spans: { start: number; end: number; line: string }[] = [];
  let start = 0;
  for (const piece of text.split('\n')) {
    const end = Math.min(text.length, start + piece.length + 1);
    const isClosed = start + piece.length < text.length;
    if (end > start) spans.push({ start, end, line: isClosed ? piece.replace(/\r$/, '') : piece });
    start = end;
  }
  return spans;
}

const naive = (text: string, wanted: readonly string[], key: (line: string) => string): Place[] => {
  const spans = spansOf(text);
  return spans
    .map((_, at) => spans.slice(at, at + wanted.length))
    .filter(
      (run) =>
        run.length === wanted.length &&
        run.every(({ line }, index) => key(line) === key(wanted[index] ?? '')),
    )
    .map((run) => ({ start: run[0]?.start ?? 0, end: run.at(-1)?.end ?? 0 }));
};

/** A text of some 100 KB, long enough to be sampled: lines of a few words, and the given ones in the middle. */
const largeText = (middle: string, line = 'const value = other.thing(value);\n'): string =>
  `${line.repeat(1500)}${middle}${line.repeat(1500)}`;

describe('in a large text', () => {
  const offsetsIn = (text: string, needle: string): readonly number[] => {
    const found: number[] = [];
    for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1))
      found.push(at);
    return found;
  };

  test.each([
    ['once, by a rare byte at its end', 'const value = QUITE;\n', 'value = QUITE'],
    ['once, by a rare byte at its start', 'const value = QUITE;\n', 'QUITE;\nconst'],
    ['twice', 'a QUITE b\na QUITE b\n', 'a QUITE b\n'],
    ['overlapping itself', 'QQQQQQQQQQQQ\n', 'QQQQQQQQQ'],
    ['nowhere', 'QUITE\n', 'QUITE unlike\n'],
    ['everywhere', 'QUITE\n', 'other.thing(value);\n'],
    ['shorter than a probe', 'QUITE\n', 'QUITE'],
    ['as long as a probe', 'xx QUITE1\n', 'xx QUIT'],
    ['one longer than a probe', 'xx QUITE1\n', 'xx QUITE'],
    [
      'its rare byte past what is looked at',
      `${'const value; '.repeat(20)}~\n`,
      `${'const value; '.repeat(20)}~`,
    ],
    ['its rare part in more places than are tried', 'Q1234567 x\n'.repeat(80), 'Q1234567 x\nQ'],
  ])('a needle is found %s', (_name, middle, needle) => {
    const text = largeText(middle);
    expect(occurrences(Buffer.from(text), Buffer.from(needle))).toEqual(offsetsIn(text, needle));
    expect(occurrences(Buffer.from(text), Buffer.from(needle), 60_000)).toEqual(
      offsetsIn(text, needle).filter((at) => at >= 60_000),
    );
  });

  test('a needle at the very start and the very end', () => {
    const text = `QUITE so.${largeText('')}QUITE so.`;
    expect(occurrences(Buffer.from(text), Buffer.from('QUITE so.'))).toEqual([0, text.length - 9]);
    expect(occurrences(Buffer.from(text), Buffer.from('QUITE so.!'))).toEqual([]);
  });

  test.each([
    [
      'by a rare byte in its last line',
      'const value = 1;\n  QUITE();\n',
      ['const value = 1;', 'QUITE();'],
    ],
    [
      'by a rare byte in its first line',
      'QUITE();\nconst value = 1;\n',
      ['QUITE();', 'const value = 1;'],
    ],
    ['twice', 'a QUITE b\nx\na QUITE b\nx\n', ['a QUITE b', 'x']],
    ['where a line only holds it', 'a QUITE b\n', ['QUITE b']],
    ['of lines too short to probe', 'Q\nZ\n', ['Q', 'Z']],
    ['of empty lines and one', '\n\nQUITE so\n\n', ['', 'QUITE so', '']],
    ['of empty lines alone', '\n\n', ['', '']],
    [
      'with more hits than are tried',
      'a QUITE b\n'.repeat(80) + 'end of it all\n',
      ['a QUITE b', 'end of it all'],
    ],
    ['of lines that stand all over', 'QUITE\n', ['const value = other.thing(value);', 'QUITE']],
    ['nowhere', 'a QUITE b\n', ['a QUITE b', 'Zebra of the line']],
  ])('lines are found %s', (_name, middle, wanted) => {
    const text = largeText(middle);
    const trimmed = (line: string): string => line.replace(/^[ \t]+|[ \t]+$/g, '');
    expect(lineSearch(sourceOf(text), patternOf(wanted))).toEqual(naive(text, wanted, trimmed));
  });

  test('a rare byte past the first of many lines is not looked for', () => {
    const lines = Array.from({ length: 60 }, (_, at) => `line ${at} of them`);
    const text = largeText(`${lines.join('\n')}\nQUITE so much\n`);
    const found = lineSearch(sourceOf(text), patternOf([...lines, 'QUITE so much']));
    expect(found).toEqual([{ start: 51_000, end: text.length - 51_000 }]);
  });
});

test('a sequence is found wherever it stands, overlapping itself too', () => {
  const sequence = fc.array(fc.constantFrom(1, 2), { maxLength: 30 });
  const needles = fc.array(fc.constantFrom(1, 2), { maxLength: 6 });
  fc.assert(
    fc.property(sequence, needles, (haystack, needle) => {
      const wanted = haystack
        .map((_, at) => at)
        .filter((at) => needle.length > 0 && at + needle.length <= haystack.length)
        .filter((at) => needle.every((each, index) => haystack[at + index] === each));
      expect(sequenceSearch(haystack, needle)).toEqual(wanted);
    }),
    { numRuns: 500 },
  );
});

describe('occurrences', () => {
  test('from an offset on', () => {
    expect(occurrences(Buffer.from('abab'), Buffer.from('ab'), 1)).toEqual([2]);
    expect(occurrences(Buffer.from('abab'), Buffer.from('ab'), 2)).toEqual([2]);
    expect(occurrences(Buffer.from('abab'), Buffer.from('ab'), 3)).toEqual([]);
    expect(occurrences(Buffer.from('abab'), Buffer.from(''))).toEqual([]);
    expect(occurrences(Buffer.from('ab'), Buffer.from('ab'))).toEqual([0]);
  });

  test('of a needle longer than what is searched at once', () => {
    const head = 'a'.repeat(200);
    const text = Buffer.from(`${head}b${head}c${head}`);
    expect(occurrences(text, Buffer.from(`${head}b`))).toEqual([0]);
    expect(occurrences(text, Buffer.from(`${head}c`))).toEqual([201]);
    expect(occurrences(text, Buffer.from(`${head}d`))).toEqual([]);
    expect(occurrences(text, Buffer.from(head))).toEqual([0, 201, 402]);
  });

  test('of a needle so repetitive that the plain search is given up', () => {
    const text = Buffer.from(`${'a'.repeat(3000)}b${'a'.repeat(3000)}`);
    const needle = Buffer.from('a'.repeat(1500));
    const wanted = Array.from({ length: 1501 }, (_, at) => at);
    expect(occurrences(text, needle)).toEqual([...wanted, ...wanted.map((at) => at + 3001)]);
    expect(occurrences(text, needle, 10)).toEqual([
      ...wanted.slice(10),
      ...wanted.map((at) => at + 3001),
    ]);
  });
});

describe('lines', () => {
  test('stand where a plain comparison finds them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(lineOf, ending), { maxLength: 14 }),
        fc.array(lineOf, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        (pieces, wanted, isOpen) => {
          const joined = pieces.map((each) => each.join('')).join('');
          const text = isOpen ? joined.replace(/\r?\n$/, '') : joined;
          const source = sourceOf(text);
          const pattern = patternOf(wanted);
          const trimmed = (line: string): string => line.replace(/^[ \t]+|[ \t]+$/g, '');
          const closed = (line: string): string => line.replace(/[ \t]+$/, '');
          expect(lineSearch(source, pattern)).toEqual(naive(text, wanted, trimmed));
          expect(equalPlaces(source, pattern, { trailing: true })).toEqual(
            naive(text, wanted, closed),
          );
          const verbatim = naive(text, wanted, (line) => line);
          expect(equalPlaces(source, pattern, { trailing: false })).toEqual(verbatim);
          const hasCrlf = text.includes('\r\n');
          const isUnsure = verbatim.some(({ start, end }) => text.slice(start, end).includes('\r'));
          expect(exact.places(source, pattern)).toEqual(isUnsure ? [] : verbatim);
          expect(lineEndings.places(source, pattern)).toEqual(hasCrlf ? verbatim : []);
          expect(trailingBlanks.places(source, pattern)).toEqual(naive(text, wanted, closed));
        },
      ),
      { numRuns: 800 },
    );
  });

  test('are found by the longest of them, before and after it, at both ends of the file', () => {
    const text = 'a\nthe longest line\nb\na\nthe longest line\nc\nthe longest line';
    const found = (old: string) => lineSearch(sourceOf(text), patternOf(old.split('\n')));
    expect(found('a\nthe longest line\nb')).toEqual([{ start: 0, end: 21 }]);
    expect(found('a\nthe longest line\nc')).toEqual([{ start: 21, end: 42 }]);
    expect(found('c\nthe longest line')).toEqual([{ start: 40, end: 58 }]);
    expect(found('the longest line\nb')).toEqual([{ start: 2, end: 21 }]);
    expect(found('x\na\nthe longest line')).toEqual([]);
    expect(found('the longest line\nx')).toEqual([]);
    expect(
      lineSearch(sourceOf(`\uFEFF${text}`), patternOf(['a', 'the longest line', 'b'])),
    ).toEqual([{ start: 3, end: 24 }]);
  });

  test('longer than what is searched at once', () => {
    const head = 'a'.repeat(250);
    const source = sourceOf(`${head}b\n${head}c\n`);
    expect(lineSearch(source, patternOf([`${head}c`]))).toEqual([{ start: 252, end: 504 }]);
    expect(lineSearch(source, patternOf([`${head}d`]))).toEqual([]);
  });

  test('so repetitive that they are numbered are found all the same', () => {
    const text = `${'x y\n'.repeat(4000)}z\n${'x y\n'.repeat(4000)}`;
    const old = `${'x y\n'.repeat(3000)}z`;
    expect(lineSearch(sourceOf(text), patternOf(old.split('\n')))).toEqual([
      { start: 4000, end: 16_002 },
    ]);
  });

  test('the answer is kept for one pattern and not for another', () => {
    const source = sourceOf('one\ntwo\n');
    expect(lineSearch(source, patternOf(['one']))).toEqual([{ start: 0, end: 4 }]);
    expect(lineSearch(source, patternOf(['two']))).toEqual([{ start: 4, end: 8 }]);
  });

  test('at more places than can be compared are given back uncompared', () => {
    const source = sourceOf('  a long enough line\n'.repeat(3000));
    const pattern = patternOf(Array.from({ length: 300 }, () => 'a long enough line'));
    expect(equalPlaces(source, pattern, { trailing: true })).toBeNull();
    expect(indentation.places(source, pattern)).toBeNull();
    expect(equalPlaces(source, patternOf(['a long enough line']), { trailing: true })).toEqual([]);
    expect(indentation.places(source, patternOf(['a long enough line']))).toHaveLength(3000);
  });
});

test('a blank line has no indentation to measure', () => {
  const source = sourceOf('  if ready:\n\n      start(now)\n');
  const places = indentation.places(source, patternOf(['if ready:', '   ', '    start(now)']));
  expect(places).toEqual([{ start: 0, end: 30, shift: { kind: 'add', prefix: '  ' } }]);
});

test('hashes and numbers name contents', () => {
  const bytes = Buffer.from('xabcabc');
  expect(hashOf(bytes, 1, 4)).toBe(hashOf(bytes, 4, 7));
  expect(hashOf(bytes, 0, 3)).not.toBe(hashOf(bytes, 1, 4));
  expect(hashOf(Buffer.from('a'), 0, 1)).toBe(0xe4_0c_29_2c);
  const numbers = new Map<string, number>();
  expect(['a', 'b', 'a', 'c'].map((each) => numberOf(numbers, each))).toEqual([1, 2, 1, 3]);
});
