import { describe, expect, test } from 'vitest';
import { mergeChange } from '../../../src/core/merge/merge-change.ts';
import { blobId } from '../../../src/core/model/content-hash.ts';
import { asOid } from '../../../src/core/model/ids.ts';
import type { FileChange, SnapshotFile } from '../../../src/core/model/patch.ts';
import { changeOf } from '../../support/patches.ts';

const landedAs = (text: string, mode: SnapshotFile['mode'] = '100644'): SnapshotFile => {
  const bytes = Buffer.from(text);
  return { bytes, mode, oid: asOid(blobId(bytes)) };
};
const READ = 'a\nb\nc\nd\ne\n';
const LANDED = 'A\nb\nc\nd\ne\n';
/** `d` became `D`, as a hunk. */
const HUNK: Partial<FileChange> = {
  isWhole: false,
  regions: [
    {
      start: 6,
      end: 8,
      replacement: Buffer.from('D\n'),
      askedRemoved: 1,
      askedAdded: 1,
      block: 3,
      anchors: [],
    },
  ],
};
const change = (rest: Partial<FileChange> = HUNK) =>
  changeOf('a.txt', [READ, 'a\nb\nc\nD\ne\n'], rest);

describe('a change is carried over', () => {
  test('a hunk, with its place in what landed', () => {
    const longer = `new\n${LANDED}`;
    const merged = mergeChange(
      { change: change(), landed: landedAs(longer) },
      Buffer.from('new\nA\nb\nc\nD\ne\n'),
    );
    expect(merged.kind === 'merged' && merged.change).toMatchObject({
      before: { bytes: Buffer.from(longer), mode: '100644' },
      after: { bytes: Buffer.from('new\nA\nb\nc\nD\ne\n'), mode: '100644' },
      regions: [{ start: 10, end: 12, askedRemoved: 1, askedAdded: 1, block: 3, anchors: [] }],
    });
  });

  test('a whole file claims no regions', () => {
    const merged = mergeChange(
      { change: change({ isWhole: true }), landed: landedAs(LANDED) },
      Buffer.from('A\nb\nc\nD\ne\n'),
    );
    expect(merged.kind === 'merged' && merged.change.regions).toEqual([]);
  });

  test('a mode that somebody set since stays, unless the author sets one', () => {
    const landed = landedAs(LANDED, '100755');
    const second = Buffer.from('A\nb\nc\nD\ne\n');
    const kept = mergeChange({ change: change(), landed }, second);
    expect(kept.kind === 'merged' && kept.change.after?.mode).toBe('100755');
    const own = change();
    const set = {
      ...own,
      after: { bytes: Buffer.from('a\nb\nc\nD\ne\n'), mode: '100755' } as const,
    };
    const stated = mergeChange({ change: set, landed: landedAs(LANDED) }, second);
    expect(stated.kind === 'merged' && stated.change.after?.mode).toBe('100755');
  });
});

describe('a change is not carried over', () => {
  test('where it landed already', () => {
    const landed = landedAs('a\nb\nc\nD\ne\n');
    expect(mergeChange({ change: change(), landed }, landed.bytes)).toEqual({ kind: 'same' });
  });

  test('where another merge found a conflict, or another text', () => {
    const landed = landedAs(LANDED);
    for (const second of [null, Buffer.from('A\nb\nD\nc\ne\n')])
      expect(mergeChange({ change: change(), landed }, second)).toEqual({ kind: 'disagree' });
  });

  test('where it makes or deletes a file', () => {
    const gone = changeOf('a.txt', [READ, null]);
    expect(mergeChange({ change: gone, landed: landedAs(LANDED) }, null)).toEqual({
      kind: 'disagree',
    });
  });

  test('where both changed a place: the edit that it is about is named', () => {
    const landed = landedAs('a\nb\nc\nX\ne\n');
    const merged = mergeChange({ change: change(), landed }, null);
    expect(merged).toMatchObject({
      kind: 'conflict',
      hunks: [
        {
          reason: 'same-lines',
          block: 3,
          read: { firstLine: 4, lines: ['d'] },
          landed: { firstLine: 4, lines: ['X'] },
          yours: { firstLine: 4, lines: ['D'] },
        },
      ],
    });
  });
});
