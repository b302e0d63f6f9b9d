import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asOid } from '../../../src/core/model/ids.ts';
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

test('in a lane a clean pass holds on other trees; one beside a failure of the base, on the same alone', async () => {
  for (const [command, holds] of [
    ['cat file', true],
    ['echo "other.ts:1:1: error: broken"; exit 1', false],
  ] as const) {
    using trees = gateTrees({ file: 'old\n' }, { file: 'new\n' });
    const place = placeOf(trees);
    const inLane = (tree: VerdictPlace['candidate']): VerdictPlace => ({
      ...place,
      candidate: { ...tree, lane: 'candidate' },
      base: place.base === null ? null : { ...place.base, lane: 'base' },
    });
    const verdicts = new VerdictCache(10);
    const judge = (at: VerdictPlace) =>
      runGates(trees.request([{ ...GATE, run: command }], { known: { verdicts, place: at } })).then(
        ({ verdicts: [said] }) => said,
      );
    const known = expect.stringContaining('its inputs are those of an earlier run');
    const first = await judge(inLane(place.candidate));
    expect(first).toMatchObject({ outcome: 'passed' });
    expect(first?.detail).not.toEqual(known);
    expect(await judge(inLane(place.candidate))).toMatchObject({ detail: known });
    const elsewhere = { ...place.candidate, tree: asOid('e'.repeat(40)) };
    expect((await judge(inLane(elsewhere)))?.detail).toEqual(
      holds ? known : expect.not.stringContaining('an earlier run'),
    );
  }
});
