import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runGates } from '../../../src/gates/run-gates.ts';
import { gateTrees } from '../../support/gate-trees.ts';

describe('a gate that names the affected tests', () => {
  const RUN = 'echo "$# $*" >> $BESIDE/runs; for file in {affectedTests}; do sh "$file"; done';
  const named = { name: 'gate', run: `set -e; ${RUN}`, shell: true };
  const tests = (affectedTests: readonly string[], unreached: readonly string[] = []) => ({
    tests: { affectedTests, unreached },
  });
  const runs = (beside: string) => readFileSync(join(beside, 'runs'), 'utf8').split('\n');

  test('is run with those', async () => {
    using trees = gateTrees({ 'a.sh': '' }, { 'a.sh': '#' });
    const report = await runGates(trees.request([named], tests(['/dev/null', 'a.sh'])));
    expect([report.verdicts[0]?.outcome, report.notes]).toEqual(['passed', []]);
    expect(runs(trees.beside)).toEqual(['2 /dev/null a.sh', '']);
  });

  test('has nothing to do where there are none', async () => {
    using trees = gateTrees({ a: '1' }, { a: '2' });
    const report = await runGates(trees.request([named], tests([])));
    expect(report.verdicts[0]).toMatchObject({
      outcome: 'skipped',
      detail: 'no test depends on what changes',
    });
    expect(existsSync(join(trees.beside, 'runs'))).toBe(false);
  });

  test.each([
    ['nobody knows', {}, 'the graph of imports is not there'],
    ['a changed file is reached by no test', tests(['a.sh'], ['a']), 'depend on a'],
  ])('is run on all of them where %s, which is said', async (_, more, why) => {
    using trees = gateTrees({ a: '1' }, { a: '2' });
    const report = await runGates(trees.request([named], more));
    expect(report.verdicts[0]?.outcome).toBe('passed');
    expect(report.notes).toEqual([
      { code: 'all-tests', text: expect.stringContaining(why) as string },
    ]);
    expect(runs(trees.beside)).toEqual(['0 ', '']);
  });

  test('a new test that fails is blamed, and the base is not run on all tests instead', async () => {
    using trees = gateTrees({}, { 'new.test.sh': 'exit 1' });
    const report = await runGates(trees.request([named], tests(['new.test.sh'])));
    expect([report.rejections.map(({ code }) => code), trees.opened()]).toEqual([
      ['gate-failed'],
      0,
    ]);
  });

  test('a test that fails on the base too is not blamed for what it cannot be compared in', async () => {
    using trees = gateTrees({ 'a.test.sh': 'exit 1' }, { 'a.test.sh': 'exit 1 #' });
    const report = await runGates(trees.request([named], tests(['a.test.sh'])));
    expect(report.holds.map(({ code }) => code)).toEqual(['gate-inconclusive']);
    // Once on the candidate, and on the base again to be sure that it fails each time.
    expect(runs(trees.beside)).toEqual(['1 a.test.sh', '1 a.test.sh', '1 a.test.sh', '']);
  });

  test('what the base says of some tests is not taken for what it says of others', async () => {
    using trees = gateTrees(
      { 'a.test.sh': '', 'b.test.sh': 'exit 1' },
      { 'a.test.sh': 'exit 1', 'b.test.sh': 'exit 1 #' },
    );
    const request = trees.request([named], tests(['a.test.sh']));
    const first = await runGates(request);
    const second = await runGates({ ...request, ...tests(['b.test.sh']) });
    expect([first, second].map(({ rejections }) => rejections.length)).toEqual([1, 0]);
    expect(second.holds.map(({ code }) => code)).toEqual(['gate-inconclusive']);
  });
});
