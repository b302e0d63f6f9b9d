import { describe, expect, test } from 'vitest';
import { asOid } from '../../../src/core/model/ids.ts';
import type { FileChange } from '../../../src/core/model/patch.ts';
import { revertedWork, type RecentChange } from '../../../src/core/planning/reverted-work.ts';
import { changeOf, patchOf } from '../../support/patches.ts';

const file = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const bytes = (text: string | null): Uint8Array | null =>
  text === null ? null : Buffer.from(text);

/** The file's life: what a commit made of it, and what the patch makes of that. */
interface Life {
  readonly before: string | null;
  readonly landed: string | null;
  readonly patched: string | null;
  readonly rest?: Partial<FileChange>;
}

const found = ({ before, landed, patched, rest = {} }: Life, isKnown = true): string => {
  const recent: RecentChange = {
    commit: asOid('c'.repeat(40)),
    subject: 'work',
    author: 'A',
    submission: null,
    path: 'a.txt',
    before: bytes(before),
    after: bytes(landed),
  };
  const patch = { ...patchOf({}), changes: [changeOf('a.txt', [landed, patched], rest)] };
  const { rejections, holds } = revertedWork(patch, [recent], {
    isReadPointKnown: isKnown,
    freshReads: new Set(),
  });
  return [
    ...rejections.map(({ reason, lines }) => `rejected ${reason} ${lines?.join() ?? ''}`.trim()),
    ...holds.map(({ reason, lines }) => `held ${reason} ${lines?.join() ?? ''}`.trim()),
  ].join();
};

const QUOTED = { isWhole: false } as const;
const old = file('one', 'limit = 3', 'two', 'end');
const landed = file('one', 'limit = 5', 'two', 'end');

describe('undoes', () => {
  test.each<readonly [string, Life, string]>([
    ['the whole path', { before: old, landed, patched: old }, 'rejected path'],
    [
      'a hunk, and changes more',
      { before: old, landed, patched: file('one', 'limit = 3', 'two', 'new', 'end') },
      'rejected hunk 2',
    ],
    [
      'a hunk inside a larger one',
      { before: old, landed, patched: file('ONE', 'limit = 3', 'two', 'end') },
      'rejected hunk 2',
    ],
    [
      'a hunk by an edit that quotes it',
      { before: old, landed, patched: file('one', 'limit = 3', 'two', 'end'), rest: QUOTED },
      'rejected hunk 2',
    ],
    [
      'an addition that a stale whole file does not have',
      {
        before: file('one', 'end'),
        landed: file('one', 'added()', 'end'),
        patched: file('ONE more', 'one', 'end', 'more'),
      },
      'rejected hunk',
    ],
    [
      'a deletion that a stale whole file brings back',
      {
        before: file('one', 'gone()', 'end'),
        landed: file('one', 'end'),
        patched: file('one', 'gone()', 'end', 'more'),
      },
      'rejected hunk 2',
    ],
    [
      'a new file, and nobody said so',
      { before: null, landed: 'new\n', patched: null, rest: { isDeclaredDeletion: false } },
      'rejected path',
    ],
    [
      'a deletion of the file',
      { before: 'old\n', landed: null, patched: 'old\n' },
      'rejected path',
    ],
  ])('%s', (_name, life, expected) => {
    expect(found(life)).toBe(expected);
    expect(found(life, false)).toBe(expected.replace('rejected', 'held'));
  });
});

describe('ordinary work', () => {
  test.each<readonly [string, Life]>([
    ['another value', { before: old, landed, patched: file('one', 'limit = 4', 'two', 'end') }],
    ['another place', { before: old, landed, patched: file('one', 'limit = 5', 'three', 'end') }],
    [
      'lines that happen to be new, quoted',
      {
        before: file('one', 'end'),
        landed: file('one', 'added()', 'end'),
        patched: file('one', 'end'),
        rest: QUOTED,
      },
    ],
    [
      'a part of what was added',
      {
        before: file('one', 'end'),
        landed: file('one', 'a()', 'b()', 'end'),
        patched: file('one', 'a()', 'end'),
      },
    ],
    [
      'more than what was added',
      {
        before: file('one', 'two', 'end'),
        landed: file('one', 'two', 'a()', 'end'),
        patched: file('one', 'end'),
      },
    ],
    [
      'a line put back by an edit with old and new text',
      {
        before: file('one', 'gone()', 'end'),
        landed: file('one', 'end'),
        patched: file('one', 'gone()', 'end'),
        rest: QUOTED,
      },
    ],
    [
      'a blank line',
      {
        before: file('one', 'end'),
        landed: file('one', '', 'end'),
        patched: file('one', 'end', 'more'),
      },
    ],
    ['a new file, deleted in so many words', { before: null, landed: 'new\n', patched: null }],
  ])('%s', (_name, life) => {
    expect(found(life)).toBe('');
  });

  test('what the author has read is meant', () => {
    const commit = { commit: asOid('c'.repeat(40)), subject: '', author: '', submission: null };
    const recent = { ...commit, path: 'a.txt' };
    const patch = { ...patchOf({}), changes: [changeOf('a.txt', [landed, old])] };
    const change = { ...recent, before: bytes(old), after: bytes(landed) };
    const view = { isReadPointKnown: true, freshReads: new Set(['a.txt']) };
    expect(revertedWork(patch, [change], view)).toEqual({ rejections: [], holds: [] });
  });
});
