import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedRuns, type ChangedRun } from '../../../src/core/match/changed-runs.ts';

const run = (fromOld: number, toOld: number, fromNew: number, toNew: number): ChangedRun => ({
  fromOld,
  toOld,
  fromNew,
  toNew,
});

const lines = (text: string): string[] => (text === '' ? [] : text.split(','));

describe('changed runs', () => {
  test.each<readonly [string, string, string, readonly ChangedRun[]]>([
    ['the same', 'a,b', 'a,b', []],
    ['nothing at all', '', '', []],
    ['one line changed', 'a,b,c', 'a,x,c', [run(1, 2, 1, 2)]],
    ['all of it put in', '', 'a,b', [run(0, 0, 0, 2)]],
    ['all of it taken away', 'a,b', '', [run(0, 2, 0, 0)]],
    ['put in at the start', 'a', 'x,a', [run(0, 0, 0, 1)]],
    ['put in at the end', 'a', 'a,x', [run(1, 1, 1, 2)]],
    ['taken away inside', 'a,b,c', 'a,c', [run(1, 2, 1, 1)]],
    ['one of twins taken away', 'a,a', 'a', [run(1, 2, 1, 1)]],
    ['two stretches', 'a,b,c,d,e', 'x,b,c,d,y', [run(0, 1, 0, 1), run(4, 5, 4, 5)]],
    ['a line that stayed between', 'q,a,b,c,r', 'q,x,b,y,r', [run(1, 2, 1, 2), run(3, 4, 3, 4)]],
  ])('%s', (_name, old, now, runs) => {
    expect(changedRuns(lines(old), lines(now))).toEqual(runs);
  });

  test('blank lines that stayed part a stretch in two, or not', () => {
    const old = ['a', '', ' ', 'b', 'c', 'd'];
    const now = ['x', '', ' ', 'y', 'c', 'z'];
    expect(changedRuns(old, now)).toEqual([run(0, 1, 0, 1), run(3, 4, 3, 4), run(5, 6, 5, 6)]);
    expect(changedRuns(old, now, true)).toEqual([run(0, 4, 0, 4), run(5, 6, 5, 6)]);
  });

  test('one blank line beside a line of text joins nothing', () => {
    const old = ['a', '', 'k', 'b'];
    const now = ['x', '', 'k', 'y'];
    expect(changedRuns(old, now, true)).toEqual([run(0, 1, 0, 1), run(3, 4, 3, 4)]);
  });

  test('the new text is the old one with its runs put in, and no run is empty', () => {
    const texts = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 });
    fc.assert(
      fc.property(texts, texts, fc.boolean(), (old, now, joinsBlanks) => {
        const runs = changedRuns(old, now, joinsBlanks);
        const made: string[] = [];
        let at = 0;
        for (const { fromOld, toOld, fromNew, toNew } of runs) {
          expect(fromOld).toBeGreaterThanOrEqual(at);
          expect(toOld - fromOld + (toNew - fromNew)).toBeGreaterThan(0);
          made.push(...old.slice(at, fromOld));
          expect(made).toHaveLength(fromNew);
          made.push(...now.slice(fromNew, toNew));
          at = toOld;
        }
        expect([...made, ...old.slice(at)]).toEqual(now);
      }),
      { numRuns: 400 },
    );
  });
});
