import { describe, expect, test } from 'vitest';
import { apply } from '../../../src/core/apply/apply.ts';
import { changedFiles } from '../../../src/core/apply/changed-files.ts';
import { patchId } from '../../../src/core/apply/patch-id.ts';
import {
  create,
  decodedOf,
  remove,
  rename,
  replace,
  snapshotOf,
} from '../../support/edit-values.ts';

const T = 'the old text\nthe other text\n';
const OLD = 'the old text';

const idOf = (text: string, now: string): string => {
  const snapshot = snapshotOf({ 'a.txt': text });
  const { patch } = apply(decodedOf([replace('a.txt', OLD, now)]), snapshot, { repoName: '' });
  return patch === null ? '' : patchId(patch);
};

describe('what a patch comes to', () => {
  const files = { 'a.txt': T, 'b.txt': T, 'c.txt': T };
  const edits = [
    replace('a.txt', OLD, 'the new text\nand more'),
    remove('b.txt'),
    rename('c.txt', 'd.txt'),
    create('e.txt', 'x\n'),
  ];

  test('one line per changed file', () => {
    const { patch } = apply(decodedOf(edits), snapshotOf(files), { repoName: '' });
    expect(patch === null ? null : changedFiles(patch)).toStrictEqual([
      { path: 'a.txt', change: 'modified', linesAdded: 2, linesRemoved: 1 },
      { path: 'b.txt', change: 'deleted', linesAdded: 0, linesRemoved: 2 },
      { path: 'd.txt', change: 'renamed', from: 'c.txt', linesAdded: 0, linesRemoved: 0 },
      { path: 'e.txt', change: 'added', linesAdded: 1, linesRemoved: 0 },
    ]);
  });

  test('the same name whatever it is computed on, another one for another change', () => {
    expect(idOf(T, 'x')).toMatch(/^[0-9a-f]{64}$/);
    expect(idOf(`a line above\n${T}`, 'x')).toBe(idOf(T, 'x'));
    expect(idOf(T, 'y')).not.toBe(idOf(T, 'x'));
  });
});
