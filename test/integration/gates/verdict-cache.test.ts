import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runGates } from '../../../src/gates/run-gates.ts';
import { VerdictCache } from '../../../src/gates/verdict-cache.ts';
import type { VerdictPlace } from '../../../src/gates/verdict-key.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { gateTrees, type GateTrees } from '../../support/gate-trees.ts';
import { testStore } from '../store/store-fixture.ts';

const GATE = { name: 'count', shell: true, run: 'echo run >> $BESIDE/runs; cat file' };

const placeOf = ({ candidate, base }: GateTrees): VerdictPlace => ({
  candidate: { tree: candidate.tree, entries: [] },
  base: { tree: base.tree, entries: [] },
  changed: [{ path: 'file', change: 'modified' }],
  toolchain: 't',
  sandbox: 'none',
});

test('a pass holds past the end of the process, says so once, and not for another version', async () => {
  using trees = gateTrees({ file: 'old\n' }, { file: 'new\n' });
  const dir = tempDir();
  const judge = async (edition: string) => {
    const store = testStore(dir);
    const verdicts = new VerdictCache(10, { edition, ...store.verdicts });
    const known = { verdicts, place: placeOf(trees) };
    await runGates(trees.request([GATE], { known }));
    const { verdicts: again } = await runGates(trees.request([GATE], { known }));
    return again[0]?.detail;
  };
  const runs = () => readFileSync(join(trees.beside, 'runs'), 'utf8').split('\n').length - 1;
  await judge('1');
  expect(await judge('1')).toBe('its inputs are those of an earlier run; sh exited with 0');
  expect(runs()).toBe(1);
  await judge('2');
  expect(runs()).toBe(2);
});

test('a failure is judged anew each time', async () => {
  using trees = gateTrees({ file: 'old\n' }, { file: 'new\n' });
  const store = testStore(tempDir());
  const verdicts = new VerdictCache(10, { edition: '1', ...store.verdicts });
  const failing = { ...GATE, run: `${GATE.run}; grep -q old file` };
  const known = { verdicts, place: placeOf(trees) };
  for (const times of [1, 2]) {
    const { rejections } = await runGates(trees.request([failing], { known }));
    expect([times, rejections.map(({ code }) => code)]).toEqual([times, ['gate-failed']]);
  }
});
