import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { asOid, isSubmissionId } from '../../../src/core/model/ids.ts';
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

/** Commits and paths as `git log` tells them. */
function byGit(temp: TempRepo, { tip, paths, since }: RecentRange): readonly string[] {
  const range =
    since === 'ever'
      ? []
      : 'commit' in since
        ? [`^${since.commit}`]
        : [`--since=@${since.at / 1000}`];
  const how = ['--first-parent', '--diff-merges=first-parent', '--no-renames', '--name-only'];
  const told = temp.git('log', ...how, '--format=commit %H', ...range, tip, '--', ...paths);
  let commit = '';
  return told.split('\n').flatMap((line) => {
    if (line.startsWith('commit ')) commit = line.slice('commit '.length);
    return line === '' || line.startsWith('commit ') ? [] : [`${commit} ${line}`];
  });
}

test('what is asked again of a branch that went on is what git says of it now', async () => {
  const { temp, repo, look } = await made({ files: { 'a/x.txt': '1\n', 'b.txt': '1\n' } });
  const first = asOid(temp.head());
  const sinces = ['ever', { commit: first }, EVER] as const;
  const asked = [['a/x.txt'], ['a'], ['b.txt'], ['a/x.txt', 'b.txt']];
  const again = async (): Promise<void> => {
    const tip = asOid(temp.head());
    for (const since of sinces) {
      for (const paths of asked) {
        const found = await recentChanges(repo, { tip, paths, since });
        expect(found.map(({ commit, path }) => `${commit} ${path}`)).toEqual(
          byGit(temp, { tip, paths, since }),
        );
      }
    }
  };
  await again();
  temp.commit('elsewhere', { 'c.txt': '1\n' });
  await again();
  temp.commit('in the folder', { 'a/y.txt': '1\n' });
  await again();
  temp.commit('there', { 'a/x.txt': '2\n' });
  temp.commit('and back', { 'a/x.txt': '1\n' });
  await again();
  expect(await look({ paths: ['a/x.txt'], since: { commit: first } })).toHaveLength(2);
  const tip = temp.head();
  temp.git('checkout', '-q', '-b', 'side');
  temp.commit('aside', { 'b.txt': '2\n' });
  temp.git('checkout', '-q', 'main');
  temp.commit('other', { 'd.txt': 'x\n' });
  temp.git('merge', '-q', '--no-ff', '-m', 'merged', 'side');
  await again();
  temp.git('reset', '-q', '--hard', first);
  await again();
  temp.git('reset', '-q', '--hard', tip);
  temp.git('checkout', '-q', '--orphan', 'alone');
  temp.git('commit', '-q', '-m', 'root');
  await again();
});

test('a commit that says that it is older ends the look back, whatever was known before', async () => {
  const { temp, look } = await made({ files: { 'a.txt': '1\n' } });
  const asked = { paths: ['a.txt'], since: EVER };
  expect(await look(asked)).toHaveLength(1);
  const tree = temp.git('write-tree').trim();
  const raw = [
    `tree ${tree}`,
    `parent ${temp.head()}`,
    'author A <a@example.com> 1000 +0000',
    'committer A <a@example.com> 1000 +0000',
    '',
    'old\n',
  ];
  const file = join(temp.root, 'commit');
  writeFileSync(file, raw.join('\n'));
  temp.git('reset', '-q', '--hard', temp.git('hash-object', '-t', 'commit', '-w', file).trim());
  expect(await look(asked)).toEqual([]);
});

const ID = 'abcd1234';
const KEY = 'Sallyport-Submission';

test.each([
  'plain',
  '',
  'subject\nsecond line \n \nbody',
  '\n\n  lead\tand\ttabs\n',
  'windows\r\nlines\r\n\r\nbody\r\n',
  'ü ✓ \u{1f600}',
  `x\n\n${KEY}: ${ID}`,
  `x\n\nbody\n\nReviewed-by: A <a@b>\n${KEY}: ${ID}\n\n`,
  `x\n\n${KEY}: ${ID}\n${KEY}: efgh5678\n`,
  `x\n\n${KEY}: ${ID}\n\n${KEY}: efgh5678\n`,
  `x\n\n${KEY.toLowerCase()}: ${ID}\n`,
  `x\n\n${KEY}:${ID}\n`,
  `x\n\n${KEY}: ${ID}\n\nmore text\n`,
  `x\n\n${KEY}: ${ID}\n  continued\n`,
  `x\n\nNote: two\n  ${KEY}: ${ID}\n`,
  `${KEY}: ${ID}\n`,
  `x\n\nSee ${KEY}: ${ID} for this\n`,
  `x\n\nprose\n${KEY}: ${ID}\nSigned-off-by: A <a@b>\n`,
  `x\n\n${KEY}: ${ID}\n---\ntail\n`,
  `x\n\n# a remark\n${KEY}: ${ID}\n`,
  `x\n \n${KEY}: ${ID}\n`,
  `x\n\n${KEY}: no id\n`,
  `x\r\n\r\n${KEY}: ${ID}\r\n`,
])('a commit is told as git prints it: %j', async (message) => {
  const { temp, repo } = await made({ files: { 'a.txt': '1\n' } });
  const first = asOid(temp.head());
  temp.write('a.txt', '2\n');
  temp.write('message', message);
  const how = ['--cleanup=verbatim', '--allow-empty-message', '-q', '-F', 'message', 'a.txt'];
  temp.git('add', 'a.txt');
  temp.git('commit', ...how);
  const range = { tip: asOid(temp.head()), paths: ['a.txt'], since: { commit: first } };
  const format = `%an%x00%s%x00%(trailers:key=${KEY},valueonly,separator=%x2c)`;
  const [author, subject, trailers = ''] = temp.git('log', '-1', `--format=${format}`).split('\0');
  const last = trailers.split(',').at(-1)?.trim() ?? '';
  expect(await recentChanges(repo, range)).toEqual([
    {
      commit: range.tip,
      author,
      subject,
      submission: isSubmissionId(last) ? last : null,
      path: 'a.txt',
      before: Buffer.from('1\n'),
      after: Buffer.from('2\n'),
    },
  ]);
});

test('in another encoding too, and from another kind of commit', async () => {
  const { temp, look } = await made({ files: { 'a.txt': '1\n' } });
  const first = asOid(temp.head());
  temp.write('a.txt', '2\n');
  temp.write('message', Buffer.from('caf\u00e9', 'latin1'));
  temp.git('-c', 'i18n.commitEncoding=ISO-8859-1', 'commit', '-q', '-F', 'message', 'a.txt');
  temp.git('update-index', '--chmod=+x', 'a.txt');
  temp.git('commit', '-q', '-m', 'mode');
  expect(await look({ paths: ['a.txt'], since: { commit: first } })).toEqual([
    'Test User: mode: a.txt: "2\\n" -> "2\\n"',
    'Test User: caf\u00e9: a.txt: "1\\n" -> "2\\n"',
  ]);
});
