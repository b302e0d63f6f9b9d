import { afterEach, describe, expect, test } from 'vitest';
import { asOid } from '../../../src/core/model/ids.ts';
import { recentChanges, type RecentRange } from '../../../src/git/recent-changes.ts';
import { closeRepository, openRepository, type Repository } from '../../../src/git/repository.ts';
import { tempRepo, type TempRepo, type TempRepoOptions } from '../../support/temp-repo.ts';

const open: { readonly temp: TempRepo; readonly repo: Repository }[] = [];
afterEach(async () => {
  for (const { temp, repo } of open.splice(0)) {
    await closeRepository(repo);
    temp.remove();
  }
});

async function made(options: TempRepoOptions) {
  const temp = tempRepo(options);
  const repo = await openRepository(temp.dir);
  open.push({ temp, repo });
  const look = async (rest: Omit<RecentRange, 'tip'>): Promise<readonly string[]> =>
    (await recentChanges(repo, { tip: asOid(temp.head()), ...rest })).map(
      ({ subject, author, path, before, after }) =>
        `${author}: ${subject}: ${path}: ${text(before)} -> ${text(after)}`,
    );
  return { temp, repo, look };
}

const text = (bytes: Uint8Array | null): string =>
  bytes === null ? 'none' : JSON.stringify(Buffer.from(bytes).toString());

/** What the fixed dates of the commits say, in milliseconds. */
const COMMITTED = 1_700_000_000_000;
const EVER = { at: COMMITTED - 1000 } as const;

describe.each(['sha1', 'sha256'] as const)('%s', (objectFormat) => {
  test('commits of the touched paths alone, newest first', async () => {
    const { temp, look } = await made({ objectFormat, files: { 'a.txt': '1\n', 'b.txt': '1\n' } });
    const first = asOid(temp.head());
    temp.commit('second', { 'a.txt': '2\n' });
    temp.commit('third', { 'b.txt': '2\n' });
    temp.commit('fourth', { 'a.txt': null, 'ü [x]*.txt': 'n\n' });
    expect(await look({ paths: ['a.txt'], since: EVER })).toEqual([
      'Test User: fourth: a.txt: "2\\n" -> none',
      'Test User: second: a.txt: "1\\n" -> "2\\n"',
      'Test User: first: a.txt: none -> "1\\n"',
    ]);
    expect(await look({ paths: ['ü [x]*.txt'], since: { commit: first } })).toEqual([
      'Test User: fourth: ü [x]*.txt: none -> "n\\n"',
    ]);
    expect(
      await look({ paths: ['a.txt', 'b.txt'], since: { commit: asOid(temp.head()) } }),
    ).toEqual([]);
    expect(await look({ paths: [], since: EVER })).toEqual([]);
  });
});

test('commits before the look back do not count', async () => {
  const { look } = await made({ files: { 'a.txt': '1\n' } });
  expect(await look({ paths: ['a.txt'], since: { at: COMMITTED + 60_000 } })).toEqual([]);
});

test('a merge counts as one change of the branch, whatever the settings of the user', async () => {
  const { temp, look } = await made({
    files: { 'a.txt': '1\n' },
    config: { 'log.follow': 'true', 'log.showSignature': 'true', 'diff.renames': 'copies' },
  });
  const first = asOid(temp.head());
  temp.git('checkout', '-q', '-b', 'side');
  temp.commit('one', { 'a.txt': '2\n' });
  temp.commit('two', { 'a.txt': '3\n' });
  temp.git('checkout', '-q', 'main');
  temp.commit('other', { 'b.txt': 'x\n' });
  temp.git('merge', '-q', '--no-ff', '-m', 'merged', 'side');
  expect(await look({ paths: ['a.txt'], since: { commit: first } })).toEqual([
    'Test User: merged: a.txt: "1\\n" -> "3\\n"',
  ]);
});
