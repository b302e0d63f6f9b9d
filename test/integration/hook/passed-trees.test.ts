import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asOid } from '../../../src/core/model/ids.ts';
import { openRepository } from '../../../src/git/repository.ts';
import { forgetPass, hasPassed, passOf, recordPass } from '../../../src/hook/passed-trees.ts';
import { tempRepo } from '../../support/temp-repo.ts';

const oid = (number: number) => asOid(number.toString(16).padStart(40, '0'));
const DAY_MS = 24 * 60 * 60 * 1000;

test('a pass is of one tree on its parents, in their order', async () => {
  using temp = tempRepo();
  const repo = await openRepository(temp.dir);
  const merge = { tree: oid(1), parents: [oid(2), oid(3)] };
  recordPass(repo, merge);
  expect(hasPassed(repo, merge)).toBe(true);
  expect(hasPassed(repo, { tree: oid(1), parents: [oid(3), oid(2)] })).toBe(false);
  expect(hasPassed(repo, { tree: oid(1), parents: [oid(2)] })).toBe(false);
  expect(hasPassed(repo, { tree: oid(1), parents: [] })).toBe(false);
  forgetPass(repo, merge);
  expect(hasPassed(repo, merge)).toBe(false);
  forgetPass(repo, merge);
});

test('the last one counts, with what it says of gates', async () => {
  using temp = tempRepo();
  const repo = await openRepository(temp.dir);
  const what = { tree: oid(1), parents: [] };
  recordPass(repo, what);
  expect(passOf(repo, what)).toEqual({ as: 'person', gates: null });
  const pass = { as: 'agent', gates: { hash: 'h', passed: ['test'] } } as const;
  recordPass(repo, what, pass);
  expect(passOf(repo, what)).toEqual(pass);
});

test('a merge of many has a name that a file system takes', async () => {
  using temp = tempRepo();
  const repo = await openRepository(temp.dir);
  const octopus = { tree: oid(1), parents: Array.from({ length: 40 }, (_, at) => oid(at + 2)) };
  recordPass(repo, octopus);
  expect(hasPassed(repo, octopus)).toBe(true);
  expect(hasPassed(repo, { ...octopus, parents: octopus.parents.slice(1) })).toBe(false);
});

test.each([
  ['empty', ''],
  ['cut short', '{"as":"per'],
  ['of nobody', '{"as":"robot"}'],
  ['no record', '7'],
])('a record that is %s lets nothing through', async (_, text) => {
  using temp = tempRepo();
  const repo = await openRepository(temp.dir);
  const what = { tree: oid(1), parents: [] };
  recordPass(repo, what);
  writeFileSync(join(repo.stateDir, 'passed', oid(1)), text);
  expect(hasPassed(repo, what)).toBe(false);
});

test('those of long ago go, the others stay', async () => {
  using temp = tempRepo();
  const repo = await openRepository(temp.dir);
  const folder = join(repo.stateDir, 'passed');
  for (let at = 0; at < 63; at += 1) recordPass(repo, { tree: oid(at), parents: [] });
  const old = (Date.now() - 31 * DAY_MS) / 1000;
  for (const name of readdirSync(folder).slice(0, 40)) utimesSync(join(folder, name), old, old);
  recordPass(repo, { tree: oid(63), parents: [] });
  expect(readdirSync(folder)).toHaveLength(24);
  expect(hasPassed(repo, { tree: oid(63), parents: [] })).toBe(true);
});
