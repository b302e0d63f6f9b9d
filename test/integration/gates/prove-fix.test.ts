import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VerdictCache } from '../../../src/gates/verdict-cache.ts';
import type { GateTree } from '../../../src/gates/gate-tree.ts';
import { runGates, type GatesRequest } from '../../../src/gates/run-gates.ts';
import { gateTrees, type Files, type GateTrees } from '../../support/gate-trees.ts';

const CHECK = 'for file in *.test.sh; do sh "$file" || { echo "$file failed"; exit 1; }; done';
const GATE = { name: 'test', run: CHECK, shell: true, regressionProof: true };
const BUG = { code: 'wrong', 'old.test.sh': 'test -s code' };
const FIX = { ...BUG, code: 'right' };
const PROOF = { 'new.test.sh': 'grep -q right code' };

/** A request for the fix of a bug; the tree of the proof is a real folder: the base and the candidate's tests. */
function fixing(trees: GateTrees, tests: Files, more: Partial<GateTree> = {}) {
  let opened = 0;
  const fix: GatesRequest['fix'] = {
    tests: Object.keys(tests),
    open: () => {
      opened += 1;
      const path = join(trees.beside, 'proof');
      rmSync(path, { recursive: true, force: true });
      cpSync(trees.base.path, path, { recursive: true });
      for (const [name, content] of Object.entries(tests)) writeFileSync(join(path, name), content);
      return Promise.resolve({ ...trees.base, path, ...more });
    },
  };
  return { fix, opened: () => opened };
}

const judge = async (tests: Files, gate: object = {}, more: Partial<GateTree> = {}) => {
  using trees = gateTrees(BUG, { ...FIX, ...tests });
  const { fix, opened } = fixing(trees, tests, more);
  const report = await runGates(trees.request([{ ...GATE, ...gate }], { fix }));
  return { report, opened: opened() };
};

test('a test that fails without the fix proves it', async () => {
  const { report, opened } = await judge(PROOF);
  expect(report).toMatchObject({ rejections: [], holds: [] });
  expect(report.verdicts[0]).toMatchObject({
    outcome: 'passed',
    detail: 'sh exited with 0; fails without the fix, as it should',
  });
  expect(opened).toBe(1);
});

test.each([
  ['no test at all', {}, 'brings no test', 0],
  ['a test that passes without the fix', { 'new.test.sh': 'test -s code' }, 'pass without', 1],
])('%s proves nothing', async (_, tests, why, times) => {
  const { report, opened } = await judge(tests);
  expect(report.rejections).toEqual([
    {
      code: 'gate-failed',
      reason: 'no-regression-proof',
      facts: { gate: 'test', detail: expect.stringContaining(why) as string },
    },
  ]);
  expect([report.verdicts[0]?.outcome, opened]).toEqual(['failed', times]);
});

test('a test that fails once in a while proves nothing', async () => {
  const flaky = { 'new.test.sh': 'test -e "$BESIDE/ran" || { touch "$BESIDE/ran"; exit 1; }' };
  using trees = gateTrees(BUG, { ...FIX, ...flaky });
  const { fix } = fixing(trees, flaky);
  // The candidate passes at its second try, the proof's tree at its first.
  writeFileSync(join(trees.beside, 'ran'), '');
  const request = trees.request([{ ...GATE, run: `${CHECK}; rm -f "$BESIDE/ran"` }], { fix });
  const report = await runGates(request);
  expect(report.rejections.map(({ reason }) => reason)).toEqual(['no-regression-proof']);
});

test.each([
  ['its dependencies are not there', {}, { prime: { status: 'missing', detail: 'none' } }],
  ['it takes too long', { timeout: 1, run: `grep -q right code || sleep 60` }, {}],
] as const)('a failure without the fix is not believed where %s', async (_, gate, more) => {
  const { report } = await judge(PROOF, gate, more);
  expect(report.rejections).toEqual([]);
  expect(report.holds.map(({ code }) => code)).toEqual(['gate-inconclusive']);
});

test('nothing is asked where the gate does not, the change is no fix, or it is of another kind', async () => {
  expect((await judge({}, { regressionProof: false })).report.rejections).toEqual([]);
  expect((await judge({}, { files: ['*.md'] })).report.verdicts[0]?.outcome).toBe('skipped');
  using trees = gateTrees(BUG, FIX);
  expect((await runGates(trees.request([GATE]))).verdicts[0]?.outcome).toBe('passed');
});

test('a gate that fails on the candidate says so, and no more', async () => {
  const { report, opened } = await judge({ 'new.test.sh': 'exit 1' });
  expect([report.rejections.map(({ reason }) => reason), opened]).toEqual([['exit'], 0]);
});

test('one that names the affected tests is asked too, also where there are none', async () => {
  using trees = gateTrees(BUG, { ...FIX, ...PROOF });
  const named = {
    ...GATE,
    run: 'echo "$*" >> $BESIDE/runs; for file in {affectedTests}; do sh "$file" || exit 1; done',
  };
  const tests = { affectedTests: ['new.test.sh'], unreached: [] };
  const { fix } = fixing(trees, PROOF);
  const proven = await runGates(trees.request([named], { fix, tests }));
  expect(proven.verdicts[0]?.outcome).toBe('passed');
  expect(readFileSync(join(trees.beside, 'runs'), 'utf8')).toBe('new.test.sh\n'.repeat(3));
  const none = { fix: fixing(trees, {}).fix, tests: { affectedTests: [], unreached: [] } };
  const unproven = await runGates(trees.request([named], none));
  expect(unproven.rejections.map(({ reason }) => reason)).toEqual(['no-regression-proof']);
});

test('a verdict without a proof is not taken for one with it', async () => {
  using trees = gateTrees(BUG, FIX);
  const verdicts = new VerdictCache(10);
  const place = {
    candidate: { tree: trees.candidate.tree, entries: [] },
    base: { tree: trees.base.tree, entries: [] },
    changed: [{ path: 'code', change: 'modified' as const }],
    toolchain: 't',
    sandbox: 'none',
  };
  const plain = await runGates(trees.request([GATE], { known: { verdicts, place } }));
  const { fix } = fixing(trees, {});
  const known = { verdicts, place: { ...place, isFix: true } };
  const fixed = await runGates(trees.request([GATE], { known, fix }));
  expect([plain.rejections.length, fixed.rejections.length]).toEqual([0, 1]);
});
