import { expect, test } from 'vitest';
import { apply } from '../../../src/core/apply/apply.ts';
import { verify } from '../../../src/core/apply/verify.ts';
import { decode } from '../../../src/core/formats/decode.ts';
import { NO_SCOPE } from '../../../src/core/model/edit.ts';
import { decodedOf, outcome, replace, snapshotOf } from '../../support/edit-values.ts';

/** More than a call may have arguments. */
const MANY = 150_000;

test('a declared count of very many places is carried out at each, and checked', () => {
  const snapshot = snapshotOf({ a: 'x\n'.repeat(MANY) });
  const edit = replace('a', 'x', 'y', { unit: 'lines', scope: { ...NO_SCOPE, count: MANY } });
  const { patch } = apply(decodedOf([edit]), snapshot, { repoName: '' });
  expect(patch?.changes[0]?.after?.bytes).toEqual(Buffer.from('y\n'.repeat(MANY)));
  expect(patch === null ? null : verify(patch, snapshot)).toEqual([]);
});

test('a wrong count of very many places says how many there are', () => {
  const snapshot = snapshotOf({ a: 'x\n'.repeat(MANY) });
  const edit = replace('a', 'x', 'y', { unit: 'lines', scope: { ...NO_SCOPE, count: 7 } });
  const { rejections } = apply(decodedOf([edit]), snapshot, { repoName: '' });
  expect(rejections).toEqual([
    expect.objectContaining({
      code: 'ambiguous-anchor',
      reason: 'count',
      facts: { found: MANY, rung: 'exact', declared: 7 },
    }),
  ]);
});

test('the check counts the places of each text that a block matched', () => {
  const files = { a: 'one\ntwo\n\none\ntwo\n' };
  const scope = { ...NO_SCOPE, count: 2 };
  expect(
    outcome(files, [replace('a', 'one', '1', { scope }), replace('a', 'two', '2', { scope })]),
  ).toEqual({ files: { a: '1\n2\n\n1\n2\n' } });
  const snapshot = snapshotOf(files);
  const { patch } = apply(decodedOf([replace('a', 'one', '1', { scope })]), snapshot, {
    repoName: '',
  });
  const third = snapshotOf({ a: `${files.a}one\n` });
  const wide = [[0, 100]] as const;
  const changes = (patch?.changes ?? []).map((change) => ({
    ...change,
    regions: change.regions.map(({ anchors = [], ...region }) => ({
      ...region,
      anchors: anchors.map((anchor) => ({ ...anchor, scope: wide })),
    })),
    before: { bytes: Buffer.from(`${files.a}one\n`), mode: '100644' as const },
    after: { bytes: Buffer.from('1\ntwo\n\n1\ntwo\none\n'), mode: '100644' as const },
  }));
  expect(verify({ base: snapshot.base, changes }, third).map(({ message }) => message)).toEqual([
    'old text at 0 stands 3 times, not 2',
    'old text at 9 stands 3 times, not 2',
  ]);
});

test('a hunk may put in very many lines', () => {
  const added = '+x\n'.repeat(MANY);
  const diff = `--- a/a\n+++ b/a\n@@ -1,2 +1,${MANY + 2} @@\n one\n${added} two\n`;
  const snapshot = snapshotOf({ a: 'one\ntwo\n' });
  const { patch } = apply(decode(Buffer.from(diff)), snapshot, { repoName: '' });
  expect(patch?.changes[0]?.after?.bytes).toEqual(Buffer.from(`one\n${'x\n'.repeat(MANY)}two\n`));
});
