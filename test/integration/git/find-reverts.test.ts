import { afterEach, expect, test } from 'vitest';
import { asOid, type Oid } from '../../../src/core/model/ids.ts';
import type { Patch } from '../../../src/core/model/patch.ts';
import { closeRepository, openRepository, type Repository } from '../../../src/git/repository.ts';
import { findReverts, type RevertQuestion } from '../../../src/git/find-reverts.ts';
import { patchOf, type Sides } from '../../support/patches.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

const open: { readonly temp: TempRepo; readonly repo: Repository }[] = [];
afterEach(async () => {
  for (const { temp, repo } of open.splice(0)) {
    await closeRepository(repo);
    temp.remove();
  }
});

const DAY = 24 * 60 * 60 * 1000;
/** What the fixed dates of the commits say. */
const COMMITTED = 1_700_000_000_000;
const OLD = 'one\nlimit = 3\ntwo\n';
const NOW = 'one\nlimit = 5\ntwo\n';

/** A branch on which the limit was raised, and how it looks back at a patch. */
async function made() {
  const temp = tempRepo({ files: { 'a.txt': OLD, 'b.txt': 'b\n' } });
  const repo = await openRepository(temp.dir);
  open.push({ temp, repo });
  const first = asOid(temp.head());
  temp.commit('raise the limit', { 'a.txt': NOW });
  const base = asOid(temp.head());
  const look = async (
    sides: Sides,
    { readPoint = null, ...rest }: Partial<RevertQuestion> & { readPoint?: Oid | null } = {},
  ) => {
    const patch: Patch = { ...patchOf({ 'a.txt': sides }), base };
    const question = {
      patch,
      readPointOf: () => readPoint,
      freshReads: new Set<string>(),
      now: COMMITTED + DAY,
    };
    const { rejections, holds } = await findReverts(repo, { ...question, ...rest });
    return [
      ...rejections.map(({ facts }) => `rejected: ${String(facts?.['subject'])}`),
      ...holds.map(({ facts }) => `held: ${String(facts?.['subject'])}`),
    ];
  };
  return { first, base, look };
}

/** A stale whole file with work of its own. */
const STALE: Sides = [NOW, 'one\nlimit = 3\ntwo\nthree\n'];

test('refused where the author read before it landed', async () => {
  const { first, look } = await made();
  expect(await look(STALE, { readPoint: first })).toEqual(['rejected: raise the limit']);
  expect(await look([NOW, OLD], { readPoint: first })).toEqual(['rejected: raise the limit']);
});

test('held where nobody knows when the author read, for 14 days', async () => {
  const { look } = await made();
  expect(await look(STALE)).toEqual(['held: raise the limit']);
  expect(await look(STALE, { now: COMMITTED + 15 * DAY })).toEqual([]);
});

test('passes where the author read the base, or the very file, or does something else', async () => {
  const { base, first, look } = await made();
  expect(await look(STALE, { readPoint: base })).toEqual([]);
  expect(await look(STALE, { readPoint: first, freshReads: new Set(['a.txt']) })).toEqual([]);
  expect(await look([NOW, NOW.replace('5', '7')], { readPoint: first })).toEqual([]);
});
