import { describe, expect, test } from 'vitest';
import { rememberBaseRuns } from '../../../src/gates/base-runs.ts';
import { runGates } from '../../../src/gates/run-gates.ts';
import { gateTrees } from '../../support/gate-trees.ts';

const shell = (run: string, more: object = {}) => ({ name: 'gate', run, shell: true, ...more });
/** A linter of sorts: it complains of every line that says so. */
const LINT = 'grep -nH BAD *.txt | sed "s/:\\([0-9]*\\):/:\\1:1: /" > out; cat out; test ! -s out';
const lint = (more: object = {}) => shell(LINT, more);

describe('results on the base are kept', () => {
  test('for the next candidate', async () => {
    using trees = gateTrees({ 'a.txt': 'BAD\n' }, { 'a.txt': 'new\nBAD\n' });
    const baseRuns = rememberBaseRuns(10);
    await runGates(trees.request([lint()], { baseRuns }));
    const report = await runGates(trees.request([lint()], { baseRuns }));
    expect([report.verdicts[0]?.outcome, trees.opened()]).toEqual(['passed', 1]);
    await runGates(trees.request([lint()], { baseRuns, toolchain: 'another' }));
    expect(trees.opened()).toBe(2);
  });

  test('a candidate that passed is known when it has become the base', async () => {
    using trees = gateTrees({ a: '1' }, { a: '2' });
    const baseRuns = rememberBaseRuns(10);
    const gate = shell('test ! -e fail');
    await runGates(trees.request([gate], { baseRuns }));
    using next = gateTrees({ a: '2' }, { a: '2', fail: '' });
    const base = { ...trees.candidate, open: () => Promise.reject(new Error('not needed')) };
    const report = await runGates(next.request([gate], { baseRuns, base }));
    expect(report.rejections.map(({ code }) => code)).toEqual(['gate-failed']);
  });

  test('the oldest are forgotten', async () => {
    using trees = gateTrees({ 'a.txt': 'BAD\n' }, { 'a.txt': 'new\nBAD\n' });
    const baseRuns = rememberBaseRuns(1);
    const gates = [lint({ name: 'one' }), lint({ name: 'two', timeout: 100 })];
    await runGates(trees.request(gates, { baseRuns }));
    await runGates(trees.request(gates.slice(0, 1), { baseRuns }));
    expect(trees.opened()).toBe(2);
  });
});
