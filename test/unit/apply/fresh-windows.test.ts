import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineNow } from '../../../src/core/apply/window-lines.ts';
import { apply } from '../../../src/core/apply/apply.ts';
import { verify } from '../../../src/core/apply/verify.ts';
import type { FreshWindow, Snapshot } from '../../../src/core/model/patch.ts';
import { NO_SCOPE } from '../../../src/core/model/edit.ts';
import {
  asBytes,
  create,
  decodedOf,
  insert,
  rename,
  replace,
  snapshotOf,
} from '../../support/edit-values.ts';
import { testOutcomes } from '../../support/outcomes.ts';

const window = (first: number, last: number, at: number): FreshWindow => ({ first, last, at });

describe('where a line that was read stands now', () => {
  test.each([
    ['in a window that stayed', [window(2, 4, 2)], [3, 3], 3],
    ['in a window that moved', [window(2, 4, 12)], [4, 4], 14],
    ['all of a window', [window(2, 4, 12)], [2, 4], 12],
    ['before the window', [window(2, 4, 12)], [1, 1], null],
    ['after the window', [window(2, 4, 12)], [5, 5], null],
    ['over its end', [window(2, 4, 12)], [4, 5], null],
    ['in two windows that agree', [window(1, 4, 11), window(3, 6, 13)], [3, 4], 13],
    ['in two windows that do not', [window(1, 4, 11), window(3, 6, 14)], [3, 4], null],
    ['no window', [], [1, 1], null],
  ] as const)('%s', (_name, windows, lines, expected) => {
    expect(lineNow(windows, lines)).toBe(expected);
  });
});

/** A file with a window somewhere in it, and another number for its lines. */
const scenes = fc
  .record({
    above: fc.array(fc.constantFrom('a', 'b'), { maxLength: 6 }),
    lines: fc.array(fc.constantFrom('x', 'y'), { minLength: 1, maxLength: 5 }),
    below: fc.array(fc.constantFrom('a', 'b'), { maxLength: 6 }),
    shift: fc.integer({ min: 0, max: 50 }),
    place: fc.nat(),
    mark: fc.constantFrom('', '\ufeff'),
    isOpen: fc.boolean(),
    ending: fc.constantFrom('\n', '\r\n'),
  })
  .map(({ above, lines, below, shift, place, mark, isOpen, ...given }) => {
    const all = [...above, ...lines, ...below];
    // One line without an ending shows none: then the new line is parted from it by a line feed.
    const ending = isOpen && all.length === 1 ? '\n' : given.ending;
    const text = mark + all.join(ending) + (isOpen ? '' : ending);
    const first = shift + 1;
    const windows = [window(first, shift + lines.length, above.length + 1)];
    const offset = place % lines.length;
    const snapshot = snapshotOf({ a: text }, { freshWindows: new Map([['a', windows]]) });
    // A text of one line without an end says nothing of line ends: a new line gets the plain one.
    const written = all.length === 1 && isOpen ? '\n' : ending;
    return { all, snapshot, ask: first + offset, at: above.length + offset, ending: written, mark };
  });

test('a line goes after the very line that was read, wherever it is now, and the check agrees', () => {
  fc.assert(
    fc.property(scenes, ({ all, snapshot, ask, at, ending, mark }) => {
      const { patch, rejections } = apply(decodedOf([insert('a', ask, 'NEW\n')]), snapshot, {
        repoName: '',
      });
      expect(rejections).toEqual([]);
      expect(patch === null ? [] : verify(patch, snapshot)).toEqual([]);
      const after = Buffer.from(patch?.changes[0]?.after?.bytes ?? []).toString();
      const lines = after.slice(mark.length).split(ending);
      expect(lines.at(-1) === '' ? lines.slice(0, -1) : lines).toEqual([
        ...all.slice(0, at + 1),
        'NEW',
        ...all.slice(at + 1),
      ]);
    }),
    { numRuns: 500 },
  );
});

describe('the independent check refuses a number', () => {
  const base = snapshotOf({ a: 'one\ntwo\nthree\n' });
  const withWindow = (given: FreshWindow): Snapshot => ({
    ...base,
    freshWindows: new Map([['a', [given]]]),
  });
  const broken = (snapshot: Snapshot) => {
    const read = withWindow(window(2, 2, 2));
    const { patch } = apply(decodedOf([insert('a', 2, 'NEW\n')]), read, { repoName: '' });
    return patch === null ? null : verify(patch, snapshot).map(({ guarantee }) => guarantee);
  };

  test.each([
    ['in the window', withWindow(window(2, 2, 2)), []],
    ['at the last line of it', withWindow(window(1, 2, 1)), []],
    ['before it', withWindow(window(3, 3, 3)), [1]],
    ['after it', withWindow(window(1, 1, 1)), [1]],
    ['in a window of lines that moved away', withWindow(window(2, 2, 3)), [1]],
    ['without a window', base, [1]],
  ] as const)('%s', (_name, snapshot, expected) => {
    expect(broken(snapshot)).toEqual(expected);
  });
});

const TWINS = 'f {\n  stop the work;\n}\ng {\n  stop the work;\n}\n';

/** A block for one of the twins, by its number in what the author read. */
const numbered = (lineHint: number, old = '  stop the work;\n}') =>
  replace('a', old, '  go on;\n}', { scope: { ...NO_SCOPE, lineHint } });

const seen = (...windows: readonly FreshWindow[]): Partial<Snapshot> => ({
  freshWindows: new Map([['a', windows]]),
});

const twins = { refused: ['ambiguous-anchor/twins'] };
const second = { files: { a: 'f {\n  stop the work;\n}\ng {\n  go on;\n}\n' } };

describe('a line number and a window choose between twins', () => {
  testOutcomes([
    {
      name: 'where all lines of the block are in it',
      files: { a: TWINS },
      edits: [numbered(5)],
      rest: seen(window(5, 6, 5)),
      is: second,
    },
    {
      name: 'where its lines have moved',
      files: { a: TWINS },
      edits: [numbered(15)],
      rest: seen(window(14, 16, 4)),
      is: second,
    },
    {
      name: 'but not where the last of them is outside',
      files: { a: TWINS },
      edits: [numbered(5)],
      rest: seen(window(4, 5, 4)),
      is: twins,
    },
    {
      name: 'but not where the first of them is outside',
      files: { a: TWINS },
      edits: [numbered(5)],
      rest: seen(window(6, 6, 6)),
      is: twins,
    },
    {
      name: 'but not by the number of another line',
      files: { a: TWINS },
      edits: [numbered(4)],
      rest: seen(window(1, 6, 1)),
      is: twins,
    },
    {
      name: 'but not without a number',
      files: { a: TWINS },
      edits: [replace('a', '  stop the work;\n}', '  go on;\n}')],
      rest: seen(window(1, 6, 1)),
      is: twins,
    },
    {
      name: 'but not without a window',
      files: { a: TWINS },
      edits: [numbered(5)],
      rest: seen(),
      is: twins,
    },
    {
      name: 'but not where two windows place the line differently',
      files: { a: TWINS },
      edits: [numbered(5)],
      rest: seen(window(5, 6, 5), window(5, 6, 2)),
      is: twins,
    },
    {
      name: 'and the whole file counts as it is',
      files: { a: TWINS },
      edits: [numbered(5)],
      rest: { ...seen(window(5, 6, 2)), freshReads: new Set(['a']) },
      is: second,
    },
    {
      name: 'under the former path of a file that is renamed',
      files: { a: TWINS },
      edits: [rename('a', 'b'), numbered(5)],
      rest: seen(window(5, 6, 5)),
      is: { files: { a: null, b: second.files.a } },
    },
    {
      name: 'and a file that is made has none',
      files: { a: TWINS },
      edits: [create('b', 'new\n')],
      rest: seen(window(5, 6, 5)),
      is: { files: { b: 'new\n' } },
    },
    {
      name: 'after a byte order mark',
      files: { a: `\uFEFF${TWINS}` },
      edits: [numbered(5)],
      rest: seen(window(5, 6, 5)),
      is: { files: { a: asBytes(`\uFEFF${second.files.a}`) } },
    },
  ]);
});

describe('the independent check refuses a twin chosen by its number', () => {
  test.each<readonly [string, FreshWindow | null, readonly number[]]>([
    ['in the window', window(5, 6, 5), []],
    ['inside a larger one', window(1, 9, 1), []],
    ['that begins before it', window(6, 9, 6), [1]],
    ['that ends after it', window(5, 5, 5), [1]],
    ['far before it', window(8, 9, 8), [1]],
    ['far after it', window(1, 2, 1), [1]],
    ['without a window', null, [1]],
  ])('%s', (_name, given, expected) => {
    const read = { ...snapshotOf({ a: TWINS }), ...seen(window(5, 6, 5)) };
    const { patch } = apply(decodedOf([numbered(5)]), read, { repoName: '' });
    const snapshot = { ...snapshotOf({ a: TWINS }), ...(given === null ? {} : seen(given)) };
    const found = patch === null ? null : verify(patch, snapshot);
    expect(found?.map(({ guarantee }) => guarantee)).toEqual(expected);
  });
});

test('a line that has moved is noted, one that has not is not', () => {
  const notesOf = (window0: FreshWindow, line: number) =>
    apply(
      decodedOf([insert('a', line, 'NEW\n')]),
      { ...snapshotOf({ a: TWINS }), ...seen(window0) },
      { repoName: '' },
    ).notes;
  expect(notesOf(window(2, 3, 2), 2)).toEqual([]);
  expect(notesOf(window(12, 13, 2), 12)).toEqual([
    {
      code: 'line-moved',
      path: 'a',
      block: 1,
      text: 'Line 12 of what was read is line 2 now.',
    },
  ]);
});

describe('a byte that a byte order mark begins with is no mark', () => {
  const inserted = insert('a', 3, 'NEW\n');
  testOutcomes([
    {
      name: 'at the start of a line',
      files: { a: Buffer.from('\xEF\ntwo\nthree\nfour\n', 'latin1') },
      edits: [inserted],
      rest: seen(window(3, 3, 3)),
      is: { files: { a: '\xEF\ntwo\nthree\nNEW\nfour\n' } },
    },
    {
      name: 'at the start of a character',
      files: { a: '\uFF08\ntwo\nthree\nfour\n' },
      edits: [inserted],
      rest: seen(window(3, 3, 3)),
      is: { files: { a: asBytes('\uFF08\ntwo\nthree\nNEW\nfour\n') } },
    },
    {
      name: 'before a twin that is part of a line',
      files: { a: '\uFF08the first line\nthe first line\n' },
      edits: [replace('a', 'the first line', 'the second line')],
      is: { files: { a: asBytes('\uFF08the first line\nthe second line\n') } },
    },
  ]);
});
