import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Draft } from '../../../src/core/apply/draft.ts';
import type { Change, Hunk } from '../../../src/core/apply/hunk.ts';

const hunkOf = (
  block: number,
  changes: readonly Change[],
  site?: readonly [number, number],
): Hunk => ({
  block,
  sites: [
    {
      start: site?.[0] ?? Math.min(...changes.map(({ start }) => start)),
      end: site?.[1] ?? Math.max(...changes.map(({ end }) => end)),
      changes,
    },
  ],
  rung: 'exact',
  anchor: { by: 'text', count: 1, scope: [], isLines: true },
});

const change = (start: number, end: number, text: string): Change => ({
  start,
  end,
  bytes: Buffer.from(text),
  removed: 1,
  added: 2,
});

const regionsOf = (draft: Draft): readonly unknown[] =>
  draft.regions.map(({ start, end, replacement, askedRemoved, askedAdded, block, anchors }) => [
    start,
    end,
    Buffer.from(replacement).toString(),
    `-${askedRemoved} +${askedAdded}`,
    block,
    anchors?.length,
  ]);

describe('a draft', () => {
  test('of nothing is the original', () => {
    const draft = new Draft(Buffer.from('abc'));
    expect(draft.current.toString()).toBe('abc');
    expect(draft.regions).toEqual([]);
    expect(draft.makers(0, 3)).toEqual([]);
  });

  test('takes hunks of the original in any order', () => {
    const draft = new Draft(Buffer.from('0123456789'));
    draft.applyToOriginal([hunkOf(2, [change(7, 8, 'y')]), hunkOf(1, [change(2, 4, 'xxx')])]);
    expect(draft.current.toString()).toBe('01xxx456y89');
    expect(regionsOf(draft)).toEqual([
      [2, 4, 'xxx', '-1 +2', 1, 1],
      [7, 8, 'y', '-1 +2', 2, 1],
    ]);
    expect(draft.regions[1]?.anchors).toEqual([
      { by: 'text', count: 1, scope: [], isLines: true, start: 7, end: 8 },
    ]);
  });

  test('puts an insertion that belongs to what stands before it first', () => {
    const after = hunkOf(1, [change(5, 5, 'B')], [5, 8]);
    const before = hunkOf(2, [change(5, 5, 'A')], [2, 5]);
    for (const hunks of [
      [after, before],
      [before, after],
    ]) {
      const draft = new Draft(Buffer.from('0123456789'));
      draft.applyToOriginal(hunks);
      expect(draft.current.toString()).toBe('01234AB56789');
    }
  });

  test('puts an insertion before what is replaced at the same place', () => {
    const draft = new Draft(Buffer.from('0123456789'));
    draft.applyToOriginal([hunkOf(1, [change(5, 6, 'R')]), hunkOf(2, [change(5, 5, 'I')], [3, 5])]);
    expect(draft.current.toString()).toBe('01234IR6789');
  });

  test('holds a whole content', () => {
    const draft = new Draft(Buffer.from('abc'));
    draft.replaceAll(Buffer.from('xyz!'), 3, { removed: 1, added: 1 });
    expect(draft.current.toString()).toBe('xyz!');
    expect(regionsOf(draft)).toEqual([[0, 3, 'xyz!', '-1 +1', 3, 0]]);
    expect(draft.makers(0, 4)).toEqual([3]);
  });

  test('knows which block made what', () => {
    const draft = new Draft(Buffer.from('0123456789'));
    draft.applyToOriginal([
      hunkOf(1, [change(2, 4, 'xxx')]),
      hunkOf(2, [change(6, 8, '')]),
      hunkOf(3, [change(9, 9, 'z')], [8, 10]),
    ]);
    // 01xxx458z9
    expect(draft.current.toString()).toBe('01xxx458z9');
    expect(draft.makers(0, 2)).toEqual([]);
    expect(draft.makers(0, 3)).toEqual([1]);
    expect(draft.makers(3, 4)).toEqual([1]);
    expect(draft.makers(4, 6)).toEqual([1]);
    expect(draft.makers(5, 7)).toEqual([]);
    expect(draft.makers(5, 8)).toEqual([2]);
    expect(draft.makers(6, 8)).toEqual([2]);
    expect(draft.makers(7, 8)).toEqual([]);
    expect(draft.makers(7, 9)).toEqual([3]);
    expect(draft.makers(9, 10)).toEqual([]);
    expect(draft.makers(0, 10)).toEqual([1, 2, 3]);
  });

  test('joins what a later block changes of an earlier one', () => {
    const draft = new Draft(Buffer.from('0123456789'));
    draft.applyToOriginal([
      hunkOf(1, [change(1, 2, 'aa')]),
      hunkOf(2, [change(4, 5, 'bb')]),
      hunkOf(3, [change(8, 9, 'cc')]),
    ]);
    expect(draft.current.toString()).toBe('0aa23bb567cc9');
    draft.applyToCurrent(hunkOf(4, [change(6, 8, 'Q')]));
    expect(draft.current.toString()).toBe('0aa23bQ67cc9');
    expect(regionsOf(draft)).toEqual([
      [1, 2, 'aa', '-1 +2', 1, 1],
      [4, 6, 'bQ', '-2 +4', 2, 1],
      [8, 9, 'cc', '-1 +2', 3, 1],
    ]);
    expect(draft.makers(5, 7)).toEqual([2, 4]);
    draft.applyToCurrent(hunkOf(5, [change(0, 1, ''), change(11, 12, 'end')]));
    expect(draft.current.toString()).toBe('aa23bQ67ccend');
    expect(draft.regions.map(({ block }) => block)).toEqual([1, 2, 3]);
  });

  test('takes a change that touches no earlier one', () => {
    const draft = new Draft(Buffer.from('0123456789'));
    draft.applyToOriginal([hunkOf(1, [change(1, 2, 'aaa')])]);
    draft.applyToCurrent(hunkOf(2, [change(8, 9, 'z')]));
    expect(regionsOf(draft)).toEqual([
      [1, 2, 'aaa', '-1 +2', 1, 1],
      [6, 7, 'z', '-1 +2', 2, 0],
    ]);
    draft.applyToCurrent(hunkOf(3, [change(6, 7, 'y')]));
    expect(draft.current.toString()).toBe('0aaa23y5z789');
    expect(draft.regions.map(({ start }) => start)).toEqual([1, 4, 6]);
  });

  test('is the text that splices one after the other make, in sorted regions', () => {
    const splice = fc.tuple(fc.nat(), fc.nat(6), fc.constantFrom('', 'x', 'yy', 'zzzz'));
    fc.assert(
      fc.property(
        fc.array(splice, { maxLength: 3 }),
        fc.array(fc.array(splice, { minLength: 1, maxLength: 2 }), { maxLength: 4 }),
        (onOriginal, onCurrent) => {
          const original = '0123456789abcdefghij';
          const draft = new Draft(Buffer.from(original));
          const firsts: Change[] = [];
          let from = 0;
          for (const [gap, length, text] of onOriginal) {
            const start = from + (gap % 4) + 1;
            if (start + length > original.length) break;
            firsts.push(change(start, start + length, text));
            from = start + length;
          }
          draft.applyToOriginal(firsts.map((each, at) => hunkOf(at + 1, [each])));
          let model = original;
          for (const each of firsts.toReversed())
            model = model.slice(0, each.start) + each.bytes.toString() + model.slice(each.end);
          expect(draft.current.toString()).toBe(model);
          for (const [index, splices] of onCurrent.entries()) {
            const changes: Change[] = [];
            let at = 0;
            for (const [gap, length, text] of splices) {
              const start = at + (gap % 7);
              if (start + length > model.length) break;
              changes.push(change(start, start + length, text));
              at = start + length + 1;
            }
            if (changes.length === 0) continue;
            draft.applyToCurrent(hunkOf(index + 10, changes));
            for (const each of changes.toReversed())
              model = model.slice(0, each.start) + each.bytes.toString() + model.slice(each.end);
            expect(draft.current.toString()).toBe(model);
          }
          let end = -1;
          for (const region of draft.regions) {
            expect(region.start).toBeGreaterThanOrEqual(end);
            expect(region.end).toBeGreaterThanOrEqual(region.start);
            end = region.end;
          }
          let rebuilt = original;
          for (const { start, end: to, replacement } of draft.regions.toReversed())
            rebuilt =
              rebuilt.slice(0, start) + Buffer.from(replacement).toString() + rebuilt.slice(to);
          expect(rebuilt).toBe(model);
        },
      ),
      { numRuns: 600 },
    );
  });
});
