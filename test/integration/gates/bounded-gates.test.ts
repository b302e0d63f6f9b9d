import { expect, test } from 'vitest';
import { explain } from '../../../src/core/model/explain.ts';
import { runGates } from '../../../src/gates/run-gates.ts';
import { usageBounds } from '../../../src/gates/usage-bounds.ts';
import { gateTrees } from '../../support/gate-trees.ts';

/** Starts as many processes as the file says. */
const gate = {
  name: 'test',
  run: 'for each in $(seq $(cat count)); do sleep 600 & done; echo started; [ $(cat count) -gt 5 ] && wait; kill $(jobs -p) || true; exit 0',
  shell: true,
};
const bounds = usageBounds({ resources: { memory: 'auto', processes: 30 } });

test('a candidate that takes too much where the base does not is refused, and told what', async () => {
  using trees = gateTrees({ count: '3' }, { count: '60' });
  const report = await runGates(trees.request([gate], { bounds }));
  expect(report.holds).toEqual([]);
  const [rejection] = report.rejections;
  expect(rejection).toMatchObject({ code: 'gate-failed', reason: 'exit' });
  expect(rejection === undefined ? '' : explain(rejection).title).toMatch(
    /^The gate `test` failed on the change: sh was ended: it ran \d+ processes at once, and may run 30 \(resources\.processes\)\.$/,
  );
});

test('where the base takes too much as well, nobody is blamed and a person is asked', async () => {
  using trees = gateTrees({ count: '60' }, { count: '61' });
  const report = await runGates(trees.request([gate], { bounds }));
  expect(report.rejections).toEqual([]);
  expect(report.holds).toMatchObject([{ code: 'gate-inconclusive' }]);
});

test('a part of the machine is the bound where the config names none', () => {
  const { memoryBytes, processes } = usageBounds({ resources: { memory: 'auto', processes: 9 } });
  expect(memoryBytes).toBeGreaterThan(64 * 1024 * 1024);
  expect(processes).toBe(9);
  expect(usageBounds({ resources: { memory: 1e9, processes: 9 } }).memoryBytes).toBe(1e9);
});
