import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RegionAnchor } from '../../../src/core/model/patch.ts';
import { broken, region } from '../../support/claims.ts';
import { target } from '../../support/edit-values.ts';

const anchored = (
  text: string,
  anchor: Partial<RegionAnchor> & Pick<RegionAnchor, 'start' | 'end'>,
  fresh: readonly string[] = [],
): string[] =>
  broken({
    before: text,
    after: text,
    fresh,
    regions: [
      region(0, 0, '', {
        anchors: [{ by: 'text', count: 1, scope: [[0, 1000]], isLines: true, ...anchor }],
      }),
    ],
  });

describe('the place is the only one', () => {
  test.each<readonly [string, string, Parameters<typeof anchored>[1], string | null]>([
    ['a line', 'a\nb\n', { start: 0, end: 2 }, null],
    ['twins', 'a\nb\na\n', { start: 0, end: 2 }, '1 a: old text at 0 stands 2 times, not 1'],
    ['twins that were counted', 'a\nb\na\n', { start: 0, end: 2, count: 2, by: 'count' }, null],
    [
      'fewer than were counted',
      'a\nb\n',
      { start: 0, end: 2, count: 2 },
      '1 a: old text at 0 stands 1 times, not 2',
    ],
    [
      'a twin with another ending',
      'a\nb\na\r\n',
      { start: 0, end: 2 },
      '1 a: old text at 0 stands 2 times, not 1',
    ],
    [
      'a twin with no ending',
      'a\nb\na',
      { start: 0, end: 2 },
      '1 a: old text at 0 stands 2 times, not 1',
    ],
    [
      'a twin that CRLF ends',
      'b\r\na\r\na\r\n',
      { start: 3, end: 6 },
      '1 a: old text at 3 stands 2 times, not 1',
    ],
    ['a part of another line', 'a\nba\nab\n', { start: 0, end: 2 }, null],
    ['a line before a lone CR', 'a\nb\na\rb\n', { start: 0, end: 2 }, null],
    [
      'a part, in characters',
      'a\nba\n',
      { start: 0, end: 1, isLines: false },
      '1 a: old text at 0 stands 2 times, not 1',
    ],
    ['after a mark', '\uFEFFa\nb\n', { start: 3, end: 5 }, null],
    [
      'after a mark, with a twin',
      '\uFEFFa\na\n',
      { start: 3, end: 5 },
      '1 a: old text at 3 stands 2 times, not 1',
    ],
    ['a twin that only begins at the third byte', 'xyza\na\n', { start: 5, end: 7 }, null],
    [
      'after a character that only begins as a mark does',
      '\uFF08a\na\n',
      { start: 5, end: 7 },
      null,
    ],
    ['a twin out of scope', 'a\nb\na\n', { start: 0, end: 2, scope: [[0, 4]] }, null],
    [
      'a twin at the very start of the scope',
      'a\nb\na\n',
      { start: 0, end: 2, scope: [[0, 5]] },
      '1 a: old text at 0 stands 2 times, not 1',
    ],
    [
      'in one of two scopes',
      'a\nb\na\n',
      {
        start: 0,
        end: 2,
        scope: [
          [0, 2],
          [2, 4],
        ],
      },
      null,
    ],
    [
      'once in each of two',
      'a\nb\na\n',
      {
        start: 0,
        end: 2,
        scope: [
          [0, 2],
          [4, 6],
        ],
      },
      '1 a: old text at 0 stands 2 times, not 1',
    ],
    [
      'out of its scope',
      'a\nb\n',
      { start: 0, end: 2, scope: [[2, 4]] },
      '1 a: old text at 0 stands 0 times, not 1',
    ],
    ['a blank line claims nothing', '\n\n', { start: 0, end: 1 }, null],
    ['two lines and a twin that goes on', 'a\nb\na\nbc\n', { start: 0, end: 4 }, null],
    ['past the end of the file', 'ab', { start: 0, end: 2, isLines: false }, null],
    ['three of it', 'a\na\na\n', { start: 0, end: 2 }, '1 a: old text at 0 stands 2 times, not 1'],
    ['a blank line after it, and a twin at the end', 'a\n\nb\na\n', { start: 0, end: 3 }, null],
    ['at the start', 'a\nb\n', { start: 0, end: 2, by: 'edge' }, null],
    ['at the end', 'a\nb\n', { start: 2, end: 4, by: 'edge' }, null],
    ['after a mark, at the start', '\uFEFFa\nb\n', { start: 3, end: 5, by: 'edge' }, null],
    ['at no edge', 'a\nb\nc\n', { start: 2, end: 4, by: 'edge' }, '1 a: 2 is no edge of the file'],
    [
      'by its line, unread',
      'a\na\n',
      { start: 2, end: 4, by: 'line' },
      '1 a: a line number chose a place, and the file was not read',
    ],
  ])('%s', (_name, text, anchor, is) => {
    expect(anchored(text, anchor)).toEqual(is === null ? [] : [is]);
  });

  test('a line number holds for a file that was read, under its former path', () => {
    expect(anchored('a\na\n', { start: 2, end: 4, by: 'line' }, ['a'])).toEqual([]);
    const claim = {
      before: 'a\na\n',
      after: 'a\na\n',
      regions: [
        region(0, 0, '', {
          anchors: [{ start: 2, end: 4, by: 'line', count: 1, scope: [], isLines: true }],
        }),
      ],
      rest: { path: target('b').path, from: target('a').path },
    } as const;
    expect(broken({ ...claim, fresh: ['a'] })).toEqual([]);
    expect(broken({ ...claim, fresh: ['b'] })).toHaveLength(1);
  });

  test('a long text with a long start in common is told apart', () => {
    const head = 'a'.repeat(250);
    const text = `${head}b\n${head}c\n`;
    expect(anchored(text, { start: 0, end: 252 })).toEqual([]);
    expect(anchored(text, { start: 0, end: 250, isLines: false })).toHaveLength(1);
    expect(anchored(`${head}b\n${head}`, { start: 0, end: 252 })).toEqual([]);
    expect(anchored(`${head}bc\n${head}b`, { start: 0, end: 252, isLines: false })).toEqual([]);
  });

  test('as often as a plain count finds it', () => {
    const line = fc.constantFrom('a', 'b', 'ab', '');
    const ending = fc.constantFrom('\n', '\n', '\r\n');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(line, ending), { minLength: 1, maxLength: 10 }),
        fc.nat(),
        fc.integer({ min: 1, max: 3 }),
        (pairs, from, length) => {
          const lines = pairs.map(([one]) => one);
          const first = from % lines.length;
          const old = lines.slice(first, first + length);
          const size = (list: readonly (readonly [string, string])[]): number =>
            list.map((pair) => pair.join('')).join('').length;
          const text = pairs.map((pair) => pair.join('')).join('');
          // Endings inside the text count as they are, so only texts of one line are compared plainly.
          if (old.length > 1 || old[0] === '') return;
          const count = lines.filter((one) => one === old[0]).length;
          const start = size(pairs.slice(0, first));
          const end = start + size(pairs.slice(first, first + 1));
          expect(anchored(text, { start, end, count })).toEqual([]);
          expect(anchored(text, { start, end, count: count + 1 })).toHaveLength(1);
        },
      ),
      { numRuns: 200 },
    );
  });
});
