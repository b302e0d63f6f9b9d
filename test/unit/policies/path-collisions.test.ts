import { describe, expect, test } from 'vitest';
import { pathCollisions } from '../../../src/core/policies/path-collisions.ts';
import { snapshotOf } from '../../support/edit-values.ts';
import { changeOf, judgedBy, patchOf, repoPath } from '../../support/patches.ts';

const { tree } = snapshotOf({ 'README.md': 'a', 'src/caf\u00e9.ts': 'b', 'Docs/a.md': 'c' });

describe('a new path', () => {
  test.each([
    ['readme.md', ['collides readme.md']],
    ['src/cafe\u0301.ts', ['collides src/cafe\u0301.ts']],
    ['docs/b.md', ['collides docs/b.md']],
    ['Docs/b.md', []],
    ['src/readme.md', []],
  ])('%s', (path, found) => {
    const patch = { ...patchOf({}), changes: [changeOf(path, [null, 'x'])] };
    expect(judgedBy(pathCollisions, patch, { tree })).toEqual(found);
  });
});

test('two new paths of one patch', () => {
  expect(judgedBy(pathCollisions, patchOf({ 'x/a.ts': [null, ''], 'x/A.ts': [null, ''] }))).toEqual(
    ['collides x/A.ts'],
  );
});

test('a file may change the case of its own name, or take the place of one that goes', () => {
  const renamed = changeOf('Readme.md', ['a', 'a'], { from: repoPath('README.md') });
  expect(judgedBy(pathCollisions, { ...patchOf({}), changes: [renamed] }, { tree })).toEqual([]);
  const swap = patchOf({ 'README.md': ['a', null], 'readme.md': [null, 'b'] });
  expect(judgedBy(pathCollisions, swap, { tree })).toEqual([]);
});

test('an edit of a path that collides already is let be', () => {
  expect(judgedBy(pathCollisions, patchOf({ 'readme.md': ['a', 'b'] }), { tree })).toEqual([]);
});
