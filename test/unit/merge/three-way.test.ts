import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changesBetween, changesOfRegions, linesOf } from '../../../src/core/merge/line-changes.ts';
import { threeWay, type ThreeWay } from '../../../src/core/merge/three-way.ts';
import { strayLine } from '../../../src/core/merge/verify-merge.ts';

const bytes = (text: string) => Buffer.from(text);
const merge = (read: string, landed: string, yours: string): ThreeWay => {
  const old = linesOf(bytes(read));
  return threeWay(old, bytes(landed), changesBetween(old, linesOf(bytes(yours))));
};
const short = (merged: ThreeWay): string =>
  merged.kind === 'merged'
    ? merged.bytes.toString()
    : merged.hunks
        .map(({ reason, read, landed, yours }) =>
          [
            reason,
            ...[read, landed, yours].map(
              ({ firstLine, lines }) => `${firstLine}:${lines.join('|')}`,
            ),
          ].join(' '),
        )
        .join('; ');
/** Lines out of words. */
const L = (words: string): string =>
  words === ''
    ? ''
    : words
        .split(' ')
        .map((word) => `${word}\n`)
        .join('');

describe('merged', () => {
  test.each([
    ['nothing landed', 'a b c', 'a b c', 'a x c', 'a x c'],
    ['nothing changed', 'a b c', 'a x c', 'a b c', 'a x c'],
    ['changes apart', 'a b c d e', 'A b c d e', 'a b c d E', 'A b c d E'],
    ['one line between', 'a b c', 'A b c', 'a b C', 'A b C'],
    ['put in and taken away', 'a b c d e f', 'a x b c d e f', 'a b c d f', 'a x b c d f'],
    ['the same on both sides', 'a b c', 'a x c', 'a x c', 'a x c'],
    ['the same, and more apart', 'a b c d e', 'a x c d e', 'a x c d E', 'a x c d E'],
    ['the same put in', 'a b', 'a x b', 'a x b', 'a x b'],
    ['at both ends', 'a b c', 'x a b c', 'a b c y', 'x a b c y'],
    ['into an empty file', '', '', 'x', 'x'],
  ])('%s', (_name, read, landed, yours, expected) => {
    expect(short(merge(L(read), L(landed), L(yours)))).toBe(L(expected));
  });

  test('bytes that are no UTF-8, and line endings, stay as they are', () => {
    const read = Buffer.from([0xff, 13, 10, 0x61, 10, 0xfe, 10, 0x62]);
    const landed = Buffer.concat([Buffer.from([0xff, 13, 10, 0x61, 10, 0xfe, 10, 0x63])]);
    const yours = Buffer.from([0xee, 13, 10, 0x61, 10, 0xfe, 10, 0x62]);
    const old = linesOf(read);
    const merged = threeWay(old, landed, changesBetween(old, linesOf(yours)));
    expect(merged.kind === 'merged' && [...merged.bytes]).toEqual([
      0xee, 13, 10, 0x61, 10, 0xfe, 10, 0x63,
    ]);
  });
});

describe('conflicts', () => {
  test.each([
    ['the same line', 'a b c', 'a x c', 'a y c', 'same-lines 2:b 2:x 2:y'],
    ['lines that touch', 'a b c d', 'a x c d', 'a b y d', 'same-lines 2:b|c 2:x|c 2:b|y'],
    ['changed and taken away', 'a b c', 'a c', 'a y c', 'same-lines 2:b 2: 2:y'],
    ['put in at one place', 'a b', 'a x b', 'a y b', 'same-lines 2: 2:x 2:y'],
    [
      'numbered as each side has them',
      'a b c d e',
      'x y a b c d E',
      'a b c d F',
      'same-lines 5:e 7:E 5:F',
    ],
    [
      'two places',
      'a b c d e',
      'A b c d E',
      '1 b c d 5',
      'same-lines 1:a 1:A 1:1; same-lines 5:e 5:E 5:5',
    ],
    // Both copies have what was read of the first; which one is it?
    [
      'a copy of the place landed',
      'f log work end z',
      'g log work end h log work end z',
      'f log WORK end z',
      'twins 3:work 7:work 3:WORK',
    ],
    ['copies on both sides of the only line', 'x', 'x y x', 'z', 'same-lines 1:x 1:x|y|x 1:z'],
  ])('%s', (_name, read, landed, yours, expected) => {
    expect(short(merge(L(read), L(landed), L(yours)))).toBe(expected);
  });
});

/** A file of lines that are all different, changed on both sides at places that do not touch. */
const scene = fc
  .array(fc.constantFrom('keep', 'mine', 'theirs', 'both'), { minLength: 1, maxLength: 20 })
  .chain((acts) =>
    fc.tuple(
      fc.constant(acts),
      fc.array(fc.constantFrom('change', 'drop', 'add'), {
        minLength: acts.length,
        maxLength: acts.length,
      }),
    ),
  );

test('changes that do not touch go together, whatever they are', () => {
  fc.assert(
    fc.property(scene, ([acts, kinds]) => {
      const sides = { read: '', landed: '', yours: '', expected: '' };
      acts.forEach((act, at) => {
        const old = `line ${at}\n`;
        const now = { change: `new ${at}\n`, drop: '', add: `${old}more ${at}\n` }[
          kinds[at] ?? 'drop'
        ];
        const isMine = act === 'mine' || act === 'both';
        const isTheirs = act === 'theirs' || act === 'both';
        const fence = `fence ${at}\n`;
        sides.read += old + fence;
        sides.landed += (isTheirs ? now : old) + fence;
        sides.yours += (isMine ? now : old) + fence;
        sides.expected += (isMine || isTheirs ? now : old) + fence;
      });
      expect(short(merge(sides.read, sides.landed, sides.yours))).toBe(sides.expected);
    }),
    { numRuns: 300 },
  );
});

/** A file of few different lines, what somebody really did to it, line by line, and the line that the author changes. */
const history = fc.array(
  fc.record({
    line: fc.constantFrom('a', 'b', '}', ''),
    isDropped: fc.boolean(),
    putIn: fc.array(fc.constantFrom('a', 'b', '}', '', 'n'), { maxLength: 2 }),
  }),
  { minLength: 1, maxLength: 9 },
);

test('a change never goes to a copy of its place that somebody else made', () => {
  let merges = 0;
  fc.assert(
    fc.property(history, fc.nat(), fc.boolean(), (acts, place, isInsertion) => {
      const mine = place % acts.length;
      const at = (isYours: boolean, index: number, line: string) =>
        isYours && index === mine ? (isInsertion ? `${line}\nNEW\n` : 'NEW\n') : `${line}\n`;
      const text = (isTheirs: boolean, isYours: boolean) =>
        acts
          .map(({ line, isDropped, putIn }, index) =>
            isTheirs
              ? putIn.map((each) => `${each}\n`).join('') +
                (isDropped && index !== mine ? '' : at(isYours, index, line))
              : at(isYours, index, line),
          )
          .join('');
      const [read, landed] = [text(false, false), text(true, false)];
      const theirs = changesBetween(linesOf(bytes(read)), linesOf(bytes(landed)));
      const found = theirs.reduce((sum, { from, to, lines }) => sum + to - from + lines.length, 0);
      const done = acts.reduce(
        (sum, { isDropped, putIn }, index) =>
          sum + putIn.length + (isDropped && index !== mine ? 1 : 0),
        0,
      );
      // What was really done must be one of the shortest ways to do it: nobody can tell the others.
      fc.pre(found === done);
      const merged = merge(read, landed, text(false, true));
      if (merged.kind === 'conflict') return;
      merges += 1;
      expect(merged.bytes.toString()).toBe(text(true, true));
    }),
    { numRuns: 4_000 },
  );
  expect(merges).toBeGreaterThan(400);
});

const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 10 });
const texts = fc
  .tuple(words, words, words, fc.boolean())
  .map(([read, landed, yours, isOpen]) =>
    [read, landed, yours].map((lines) => lines.join('\n') + (isOpen ? '' : '\n')),
  );

describe('whatever the texts', () => {
  test('a merge changes only what either side changed, and its regions say what', () => {
    fc.assert(
      fc.property(texts, ([read = '', landed = '', yours = '']) => {
        const merged = merge(read, landed, yours);
        if (merged.kind === 'conflict') return;
        const { bytes: result, regions, shared } = merged;
        const sides = { read: bytes(read), landed: bytes(landed), yours: bytes(yours) };
        expect(strayLine({ ...sides, merged: result, shared })).toBe(null);
        let at = 0;
        let made = '';
        for (const { start, end, replacement } of regions) {
          expect(start).toBeGreaterThanOrEqual(at);
          made += landed.slice(at, start) + Buffer.from(replacement).toString();
          at = end;
        }
        expect(made + landed.slice(at)).toBe(result.toString());
      }),
      { numRuns: 2_000 },
    );
  });

  test('one side alone is taken as it is', () => {
    fc.assert(
      fc.property(texts, ([read = '', other = '']) => {
        expect(short(merge(read, read, other))).toBe(other);
        expect(short(merge(read, other, read))).toBe(other);
      }),
      { numRuns: 500 },
    );
  });

  test('where both orders merge they come to the same', () => {
    fc.assert(
      fc.property(texts, ([read = '', landed = '', yours = '']) => {
        const one = merge(read, landed, yours);
        const other = merge(read, yours, landed);
        if (one.kind === 'merged' && other.kind === 'merged')
          expect(one.bytes.toString()).toBe(other.bytes.toString());
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('regions as changes of lines', () => {
  const region = (start: number, end: number, text: string) => ({
    start,
    end,
    replacement: bytes(text),
    askedRemoved: 0,
    askedAdded: 0,
    block: 1,
  });
  const changes = (text: string, ...regions: readonly ReturnType<typeof region>[]) =>
    changesOfRegions(linesOf(bytes(text)), regions).map(({ from, to, lines }) => [
      from,
      to,
      lines.join(''),
    ]);

  test.each([
    ['a whole line', 'a\nb\nc\n', [region(2, 4, 'x\n')], [[1, 2, 'x\n']]],
    ['a part of a line', 'abc\nd\n', [region(1, 2, 'x')], [[0, 1, 'axc\n']]],
    ['put in between lines', 'a\nb\n', [region(2, 2, 'x\n')], [[1, 1, 'x\n']]],
    ['put in before the text of a line', 'a\nb\n', [region(2, 2, 'x')], [[1, 2, 'xb\n']]],
    ['put in at the end', 'a\n', [region(2, 2, 'x\n')], [[1, 1, 'x\n']]],
    ['put in at an open end', 'a\nb', [region(3, 3, '\nx')], [[1, 2, 'b\nx']]],
    ['a line break taken away', 'a\nb\nc\n', [region(1, 2, '')], [[0, 2, 'ab\n']]],
    ['a line taken away', 'a\nb\nc\n', [region(2, 4, '')], [[1, 1 + 1, '']]],
    ['all of it', 'a\nb', [region(0, 3, 'x')], [[0, 2, 'x']]],
    ['into nothing', '', [region(0, 0, 'x\n')], [[0, 0, 'x\n']]],
    ['two parts of one line', 'abc\n', [region(0, 1, 'x'), region(2, 3, 'y')], [[0, 1, 'xby\n']]],
    [
      'two lines apart',
      'a\nb\nc\n',
      [region(0, 2, 'x\n'), region(4, 6, 'y\n')],
      [
        [0, 1, 'x\n'],
        [2, 3, 'y\n'],
      ],
    ],
  ])('%s', (_name, text, regions, expected) => {
    expect(changes(text, ...regions)).toEqual(expected);
  });
});

test('texts of very many lines are merged', () => {
  const lines = 'x\n'.repeat(150_000);
  const merged = merge(`a\n${lines}b\n`, `A\n${lines}b\n`, `a\n${lines}B\n`);
  expect(short(merged) === `A\n${lines}B\n`).toBe(true);
});
