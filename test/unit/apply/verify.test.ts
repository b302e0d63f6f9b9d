import { describe, expect, test } from 'vitest';
import { apply } from '../../../src/core/apply/apply.ts';
import { verify } from '../../../src/core/apply/verify.ts';
import type { FileChange, Patch, Region } from '../../../src/core/model/patch.ts';
import { decodedOf, insert, replace, snapshotOf } from '../../support/edit-values.ts';

const TEXT = 'line number one\nline number two\nline number three\nline number two b\n';
const snapshot = snapshotOf({ 'a.txt': TEXT });

const sound = (): Patch => {
  const edit = replace('a.txt', 'line number one\nline number two', 'line number one\nsecond line');
  const { patch } = apply(decodedOf([edit]), snapshot, { repoName: '' });
  if (patch === null) throw new Error('no patch');
  return patch;
};

/** The sound patch with its change, and that change's only region, altered. */
const altered = (
  alter: (change: FileChange, region: Region) => Partial<FileChange>,
): readonly number[] => {
  const patch = sound();
  const [change] = patch.changes;
  const [region] = change?.regions ?? [];
  if (change === undefined || region === undefined) throw new Error('no region');
  const changes = [{ ...change, ...alter(change, region) }];
  return [...new Set(verify({ ...patch, changes }, snapshot).map(({ guarantee }) => guarantee))];
};

const after = (text: string): Partial<FileChange> => ({
  after: { bytes: Buffer.from(text), mode: '100644' },
});

describe('a patch that was tampered with', () => {
  test('a sound one holds', () => {
    expect(altered(() => ({}))).toEqual([]);
  });

  test.each<readonly [string, number, (change: FileChange, region: Region) => Partial<FileChange>]>(
    [
      [
        'a byte outside the region',
        2,
        () => after(TEXT.replace('number two\n', 'x').replace('one', 'One')),
      ],
      [
        'a byte after the region',
        2,
        () => after('line number one\nsecond line\nline number 3\nline number two b\n'),
      ],
      [
        'a byte missing at the end',
        2,
        () => after('line number one\nsecond line\nline number three\nline number two b'),
      ],
      [
        'another replacement',
        2,
        () => after('line number one\nSecond line\nline number three\nline number two b\n'),
      ],
      ['regions out of order', 2, (_change, region) => ({ regions: [region, region] })],
      ['a region past the end', 2, (_change, region) => ({ regions: [{ ...region, end: 1000 }] })],
      ['another original', 2, () => ({ before: { bytes: Buffer.from('x'), mode: '100644' } })],
      ['a file made that exists', 2, () => ({ before: null })],
      [
        'more lines than asked for',
        3,
        (_change, region) => ({ regions: [{ ...region, askedAdded: 0 }] }),
      ],
      [
        'fewer lines left than asked for',
        3,
        (_change, region) => ({ regions: [{ ...region, askedRemoved: 0 }] }),
      ],
      [
        'old text that stands twice',
        1,
        (_change, region) => ({
          regions: [
            {
              ...region,
              anchors:
                region.anchors?.map((each) => ({ ...each, start: 16, end: 31, isLines: false })) ??
                [],
            },
          ],
        }),
      ],
      [
        'old text out of its scope',
        1,
        (_change, region) => ({
          regions: [
            {
              ...region,
              anchors:
                region.anchors?.map((each) => ({ ...each, scope: [[32, 50] as const] })) ?? [],
            },
          ],
        }),
      ],
      [
        'a line number without a read',
        1,
        (_change, region) => ({
          regions: [
            {
              ...region,
              anchors: region.anchors?.map((each) => ({ ...each, by: 'line' as const })) ?? [],
            },
          ],
        }),
      ],
      [
        'an edge that is none',
        1,
        (_change, region) => ({
          regions: [
            {
              ...region,
              anchors:
                region.anchors?.map((each) => ({ ...each, start: 16, by: 'edge' as const })) ?? [],
            },
          ],
        }),
      ],
    ],
  )('%s', (_name, guarantee, alter) => {
    expect(altered(alter)).toContain(guarantee);
  });

  test('a region that was found only in what earlier blocks made claims no place', () => {
    expect(altered((_change, { anchors: _anchors, ...region }) => ({ regions: [region] }))).toEqual(
      [],
    );
  });

  test('a number with a fresh read holds', () => {
    const fresh = snapshotOf({ 'a.txt': TEXT }, { freshReads: new Set(['a.txt']) });
    const { patch } = apply(decodedOf([insert('a.txt', 2, 'x')]), fresh, { repoName: '' });
    expect(patch === null ? null : verify(patch, fresh)).toEqual([]);
  });

  test('repeated lines do not make the check slow', () => {
    const text = `${'x\n'.repeat(200_000)}y\n`;
    const big = snapshotOf({ 'a.txt': text });
    const old = `${'x\n'.repeat(100_000)}y`;
    const { patch } = apply(decodedOf([replace('a.txt', old, 'z', { unit: 'lines' })]), big, {
      repoName: '',
    });
    expect(patch === null ? null : verify(patch, big)).toEqual([]);
  });
});
