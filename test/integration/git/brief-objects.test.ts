import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openBriefObjects } from '../../../src/git/brief-objects.ts';
import type { ObjectStore } from '../../../src/git/objects.ts';
import {
  closeRepository,
  objectsOf,
  openRepository,
  type Repository,
} from '../../../src/git/repository.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

/* What is answered by a process a turn is what the long-lived one answers. */

let temp: TempRepo;
let repo: Repository;
let brief: ObjectStore;
beforeEach(async () => {
  temp = tempRepo({ files: { 'a.txt': 'a\n', 'd/b.txt': 'b\n', empty: '' } });
  repo = await openRepository(temp.dir);
  brief = openBriefObjects(repo);
});
afterEach(async () => {
  await brief.close();
  await closeRepository(repo);
  temp.remove();
});

const NAMES = ['HEAD', 'HEAD^{tree}', 'HEAD:a.txt', 'HEAD:empty', 'HEAD:none', 'a b', '', 'x\ny'];

test('in one turn, and in more turns than are answered so', async () => {
  const lasting = objectsOf(repo);
  for (let turn = 0; turn < 6; turn += 1) {
    const found = await Promise.all(
      NAMES.flatMap((name) => [brief.read(name), brief.info(name), brief.readUpTo(name, 1)]),
    );
    const wanted = await Promise.all(
      NAMES.flatMap((name) => [lasting.read(name), lasting.info(name), lasting.readUpTo(name, 1)]),
    );
    expect(found).toEqual(wanted);
  }
});

test('what is too large is told by its size, and does not disturb the others', async () => {
  const size = 65 * 1024 * 1024;
  writeFileSync(join(temp.root, 'large'), Buffer.alloc(size));
  const large = temp.git('hash-object', '-w', join(temp.root, 'large'));
  const [one, other] = await Promise.all([
    brief.readUpTo(large, 1000),
    brief.readUpTo('HEAD:a.txt', 1000),
  ]);
  expect(one).toEqual({ oid: large, type: 'blob', size });
  expect(other).toMatchObject({ bytes: Buffer.from('a\n') });
});
