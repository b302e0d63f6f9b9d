import { randomBytes } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { asOid } from '../../../../src/core/model/ids.ts';
import {
  openObjectFiles,
  type ObjectFiles,
} from '../../../../src/git/object-files/object-files.ts';
import { objectsOf, openRepository } from '../../../../src/git/repository.ts';
import { tempRepo, type TempRepo } from '../../../support/temp-repo.ts';

/* What is read out of git's files is what git answers; what cannot be read so is no answer. */

let temp: TempRepo;
let files: ObjectFiles;
beforeEach(() => {
  temp = tempRepo();
  // Versions of a long text, which git keeps as deltas of deltas; an object of each type; one of no length.
  for (let version = 0; version < 12; version += 1) {
    const lines = Array.from({ length: 400 }, (_, at) => `line ${at} ${at % 12 === version}`);
    temp.commit(`version ${version}`, {
      'long.txt': lines.join('\n'),
      'bytes.bin': randomBytes(5000),
      empty: '',
      'deep/er/é.txt': `${version}\n`,
    });
  }
  temp.git('tag', '-a', '-m', 'a tag', 'v1');
  files = openObjectFiles(join(temp.dir, '.git'));
});
afterEach(() => {
  files.close();
  temp.remove();
});

const everyObject = (): readonly string[] =>
  temp
    .git('cat-file', '--batch-all-objects', '--batch-check=%(objectname)')
    .split('\n')
    .filter((line) => line !== '');

/** Ids of the objects that are not answered; those that are, are what git has. */
async function unanswered(): Promise<readonly string[]> {
  const repo = await openRepository(temp.dir);
  const store = objectsOf(repo);
  const missing: string[] = [];
  for (const oid of everyObject()) {
    const found = files.read(asOid(oid));
    if (found === null) missing.push(oid);
    else expect(found).toEqual(await store.read(oid));
  }
  await store.close();
  return missing;
}

const packPath = (ending: string): string => {
  const folder = join(temp.dir, '.git', 'objects', 'pack');
  const name = readdirSync(folder).find((one) => one.endsWith(ending)) ?? '';
  chmodSync(join(folder, name), 0o600);
  return join(folder, name);
};

const REPACK = ['repack', '-adfq', '--depth=50', '--window=20'] as const;

/** Writes the pack's index anew. */
function reindex(version: string): void {
  const index = packPath('.idx');
  rmSync(index);
  temp.git('index-pack', `--index-version=${version}`, '-o', index, packPath('.pack'));
}

const LAYOUTS: readonly (readonly [name: string, lay: () => void])[] = [
  ['loose', () => undefined],
  ['in a pack, deltas by offset', () => temp.git(...REPACK)],
  ['in a pack, deltas by name', () => temp.git('-c', 'repack.useDeltaBaseOffset=false', ...REPACK)],
  [
    'in a pack, offsets of eight bytes',
    () => {
      temp.git(...REPACK);
      reindex('2,0x40');
    },
  ],
  [
    'in two packs and loose',
    () => {
      temp.git('repack', '-dq');
      temp.commit('more', { 'long.txt': 'short\n' });
      temp.git('repack', '-dq');
      temp.commit('still more', { 'long.txt': 'shorter\n' });
    },
  ],
];

test.each(LAYOUTS)('every object: %s', async (_, lay) => {
  lay();
  expect(everyObject().length).toBeGreaterThan(60);
  expect(await unanswered()).toEqual([]);
});

test('objects that are borrowed from another repository', async () => {
  const clone = join(temp.root, 'clone');
  temp.gitIn(temp.root, 'clone', '-q', '--shared', temp.dir, clone);
  files.close();
  files = openObjectFiles(join(clone, '.git'));
  expect(await unanswered()).toEqual([]);
});

test('a pack index of the first version is left to git', async () => {
  temp.git(...REPACK);
  reindex('1');
  expect(await unanswered()).toEqual(everyObject());
});

test('what the repository has not, and what is large', () => {
  writeFileSync(join(temp.root, 'large'), Buffer.alloc(2 * 1024 * 1024, 'x'));
  const large = asOid(temp.git('hash-object', '-w', join(temp.root, 'large')));
  expect([files.read(asOid('1'.repeat(40))), files.read(large)]).toEqual([null, null]);
  temp.commit('large', { large: readFileSync(join(temp.root, 'large')) });
  temp.git(...REPACK);
  const other = openObjectFiles(join(temp.dir, '.git'));
  expect([other.read(asOid('1'.repeat(40))), other.read(large)]).toEqual([null, null]);
  other.close();
});

/** The places of all objects in the pack: where each begins, and how many bytes it takes. */
const placesIn = (pack: string) =>
  temp
    .git('verify-pack', '-v', pack)
    .split('\n')
    .flatMap((line) => {
      const [oid = '', , , packed, offset] = line.split(/\s+/);
      return /^[0-9a-f]{40}$/.test(oid)
        ? [{ oid, start: Number(offset), length: Number(packed) }]
        : [];
    });

test('an object whose bytes are damaged is no answer, and harms no other', async () => {
  temp.git(...REPACK);
  const store = objectsOf(await openRepository(temp.dir));
  const sound = new Map(
    await Promise.all(everyObject().map(async (oid) => [oid, await store.read(oid)] as const)),
  );
  await store.close();
  const pack = packPath('.pack');
  const bytes = readFileSync(pack);
  const places = placesIn(pack).filter((_, at) => at % 7 === 0);
  expect(places.length).toBeGreaterThan(5);
  for (const { oid: damagedOid, start, length } of places) {
    const damaged = Buffer.from(bytes);
    const last = start + length - 1;
    damaged[last] = (bytes[last] ?? 0) ^ 0x55;
    writeFileSync(pack, damaged);
    const opened = openObjectFiles(join(temp.dir, '.git'));
    expect(opened.read(asOid(damagedOid))).toBeNull();
    for (const [oid, object] of sound) {
      const found = opened.read(asOid(oid));
      if (found !== null) expect(found).toEqual(object);
    }
    opened.close();
  }
});

test('a pack that is cut short, or gone, is no answer', () => {
  temp.git(...REPACK);
  const pack = packPath('.pack');
  const bytes = readFileSync(pack);
  const head = asOid(temp.head());
  for (const length of [0, 5, 12, 40, 1000]) {
    writeFileSync(pack, bytes.subarray(0, length));
    const opened = openObjectFiles(join(temp.dir, '.git'));
    for (const oid of everyObject()) opened.read(asOid(oid));
    opened.close();
  }
  rmSync(pack);
  const opened = openObjectFiles(join(temp.dir, '.git'));
  expect(opened.read(head)).toBeNull();
  opened.close();
});
