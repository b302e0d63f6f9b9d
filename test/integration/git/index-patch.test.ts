import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { asOid } from '../../../src/core/model/ids.ts';
import { allEntries, parseIndex } from '../../../src/git/landing/index-file.ts';
import { closeRepository } from '../../../src/git/repository.ts';
import { listTree } from '../../../src/git/snapshot.ts';
import { candidateOf, sub, type Wanted } from '../../support/candidates.ts';
import { landingBench } from '../../support/landings.ts';
import { tempRepo } from '../../support/temp-repo.ts';

/** A small generator with a fixed seed: the same landings in every run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const NAMES = [
  'a',
  'a.txt',
  'a-b',
  'a0',
  'b',
  'c/d',
  'c/d/e',
  'c/d.txt',
  'c.d/e',
  'x/y/z/w',
  `${'long'.repeat(20)}/n`,
  'ü/é',
];

describe('the index that a landing writes is the one that git would write', () => {
  test.each([
    ['sha1', 1],
    ['sha1', 2],
    ['sha256', 3],
  ] as const)('%s, seed %i', async (objectFormat, seed) => {
    using temp = tempRepo({ objectFormat, files: { 'base.txt': 'base\n' } });
    const bench = await landingBench(temp);
    const next = random(seed);
    for (let round = 0; round < 12; round += 1) {
      const tracked = temp
        .git('ls-files', '-z')
        .split('\0')
        .filter((path) => path !== '' && path !== 'base.txt');
      const wanted: Record<string, Wanted> = {};
      for (const path of tracked) if (next(3) === 0) wanted[path] = null;
      for (const name of NAMES) {
        const path = `${name}${next(2) === 0 ? '' : '/f'}`;
        const isClashing = [
          ...tracked.filter((each) => wanted[each] !== null),
          ...Object.keys(wanted).filter((each) => wanted[each] !== null),
        ].some(
          (each) => each !== path && (each.startsWith(`${path}/`) || path.startsWith(`${each}/`)),
        );
        if (isClashing || next(2) === 0) continue;
        wanted[path] = { content: `${round} ${path}\n`, mode: next(4) === 0 ? '100755' : '100644' };
      }
      wanted['base.txt'] = `round ${round}\n`;
      if (next(2) === 0) temp.git('status');
      if (next(3) === 0) temp.git('read-tree', 'HEAD');
      const candidate = await candidateOf(bench.repo, bench.tip(), wanted, sub(round));
      const outcome = await bench.landCandidate(candidate, bench.tip());
      expect(outcome).toEqual({
        kind: 'landed',
        commit: candidate.commit,
        worktrees: [temp.dir],
        lateWrites: [],
      });
      expect(temp.git('write-tree')).toBe(candidate.tree);
      expect(temp.git('ls-files', '-s')).toBe(
        temp.git('ls-tree', '-r', 'HEAD').replaceAll(/ (?:blob|commit) ([0-9a-f]+)/g, ' $1 0'),
      );
      const listing = (await listTree(bench.repo, candidate.commit)).map(({ path }) => path);
      expect(listing).toEqual(
        temp.git('ls-tree', '-r', '-z', '--name-only', 'HEAD').split('\0').slice(0, -1),
      );
      expect(temp.status()).toEqual([]);
      temp.git('diff-index', '--quiet', '--cached', 'HEAD');
    }
    temp.fsck();
    await closeRepository(bench.repo);
  });
});

test('an entry that is as young as the old index is not trusted by its time', async () => {
  using temp = tempRepo({ files: { 'a.txt': 'a\n', 'same.txt': 'xxxx\n' } });
  const bench = await landingBench(temp);
  // Written in the second of the index, with the size that the index notes: only the content tells.
  temp.git('update-index', '--refresh');
  temp.write('same.txt', 'yyyy\n');
  await bench.land({ 'a.txt': 'A\n' });
  expect(temp.status()).toEqual([' M same.txt']);
  await closeRepository(bench.repo);
});

test('flags of the user’s stay: assume-unchanged on another path, intent to add', async () => {
  using temp = tempRepo({ files: { 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' } });
  const bench = await landingBench(temp);
  temp.git('update-index', '--assume-unchanged', 'b.txt');
  temp.git('update-index', '--skip-worktree', 'c.txt');
  temp.write('n.txt', 'n\n');
  temp.git('add', '-N', 'n.txt');
  await bench.land({ 'a.txt': 'A\n' });
  expect(temp.git('ls-files', '-v').split('\n')).toEqual([
    'H a.txt',
    'h b.txt',
    'S c.txt',
    'H n.txt',
  ]);
  expect(temp.status()).toEqual([' A n.txt']);
  await closeRepository(bench.repo);
});

test('who only reads takes version 4 too, and what may be passed over; damaged ones as far as they go', async () => {
  using temp = tempRepo({ files: { 'a.txt': 'a\n', 'b/one.txt': '1\n', 'b/other.txt': '2\n' } });
  const file = join(temp.dir, '.git/index');
  const plain = parseIndex(readFileSync(file), 'sha1');
  temp.git('update-index', '--untracked-cache', '--index-version', '4');
  const packed = readFileSync(file);
  expect(packed.readUInt32BE(4)).toBe(4);
  expect(parseIndex(packed, 'sha1')).toBeNull();
  const unpacked = parseIndex(packed, 'sha1', true);
  if (plain === null || unpacked === null) throw new Error('not read');
  expect(allEntries(unpacked)).toEqual(allEntries(plain));
  for (let at = 12; at < packed.length; at += 1) {
    for (const bits of [0x55, 0xff, 0x80]) {
      const damaged = Buffer.from(packed);
      damaged[at] = (damaged[at] ?? 0) ^ bits;
      // Null or what could be made of it: nothing is thrown.
      expect(typeof parseIndex(damaged, 'sha1', true)).toBe('object');
    }
    expect(typeof parseIndex(packed.subarray(0, at), 'sha1', true)).toBe('object');
  }
});

test('a damaged index, and kinds that only git knows, are left to git', async () => {
  using temp = tempRepo({ files: { 'a.txt': 'a\n' } });
  const file = join(temp.dir, '.git/index');
  const sound = readFileSync(file);
  expect(parseIndex(sound, 'sha1')?.count).toBe(1);
  for (let at = 0; at < sound.length; at += 7) {
    const damaged = Buffer.from(sound);
    damaged[at] = (damaged[at] ?? 0) ^ 0x55;
    expect(parseIndex(damaged, 'sha1')).toBeNull();
    expect(parseIndex(sound.subarray(0, at), 'sha1')).toBeNull();
  }
  temp.git('update-index', '--untracked-cache');
  expect(parseIndex(readFileSync(file), 'sha1')).toBeNull();
  const bench = await landingBench(temp);
  expect((await bench.land({ 'a.txt': 'A\n' })).kind).toBe('landed');
  expect(temp.status()).toEqual([]);
  writeFileSync(file, sound.subarray(0, 40));
  expect((await bench.land({ 'a.txt': 'AA\n' })).kind).toBe('blocked');
  rmSync(file);
  await closeRepository(bench.repo);
});

test('an index without a checksum stays one', async () => {
  using temp = tempRepo({ files: { 'a.txt': 'a\n', 'b.txt': 'b\n' } });
  const file = join(temp.dir, '.git/index');
  const bytes = readFileSync(file);
  bytes.fill(0, bytes.length - 20);
  writeFileSync(file, bytes);
  const bench = await landingBench(temp);
  expect((await bench.land({ 'a.txt': 'A\n' })).kind).toBe('landed');
  expect(
    readFileSync(file)
      .subarray(-20)
      .every((byte) => byte === 0),
  ).toBe(true);
  expect(temp.status()).toEqual([]);
  expect(asOid(temp.git('write-tree'))).toBe(asOid(temp.git('rev-parse', 'HEAD^{tree}')));
  await closeRepository(bench.repo);
});
