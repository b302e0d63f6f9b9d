import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { gateEnvironment } from '../../../src/exec/environment.ts';
import { DEFAULT_CONFIG } from '../../../src/config/defaults.ts';
import { usageBounds } from '../../../src/gates/usage-bounds.ts';
import { runFixers } from '../../../src/gates/run-fixers.ts';
import { runGates } from '../../../src/gates/run-gates.ts';
import { configured, gateTrees } from '../../support/gate-trees.ts';

const shell = (run: string, more: object = {}) => ({ name: 'gate', run, shell: true, ...more });

test('cancellation ends the gate that runs and starts no other', async () => {
  using trees = gateTrees({ a: '1' }, { a: '2' });
  const controller = new AbortController();
  const running = runGates(
    trees.request(
      [
        shell('echo > $BESIDE/started; sleep 1000'),
        shell('touch $BESIDE/second', { name: 'second' }),
      ],
      {
        signal: controller.signal,
      },
    ),
  );
  while (!existsSync(join(trees.beside, 'started'))) await sleep(20);
  controller.abort();
  const report = await running;
  expect(report.isCancelled).toBe(true);
  expect(report.rejections).toEqual([]);
  expect(existsSync(join(trees.beside, 'second'))).toBe(false);
});

test('fixers run on the touched files of their kind', async () => {
  using trees = gateTrees({ 'a.txt': '1', 'b.txt': '1' }, { 'a.txt': '2', 'b.txt': '1' });
  const runs = await runFixers({
    gates: configured([
      { name: 'format', run: 'true', fix: 'sed -i s/2/3/ {files}', files: ['*.txt'] },
      { name: 'other', run: 'true', fix: 'false {files}', files: ['*.ts'] },
      { name: 'none', run: 'true' },
    ]),
    changed: [{ path: 'a.txt', change: 'modified' }],
    tree: trees.candidate,
    env: gateEnvironment(process.env, []),
    sandbox: null,
    bounds: usageBounds(DEFAULT_CONFIG),
  });
  expect(runs.map(({ gate, run }) => [gate, run.outcome])).toEqual([['format', 'passed']]);
  expect(readFileSync(join(trees.candidate.path, 'a.txt'), 'utf8')).toBe('3');
});
