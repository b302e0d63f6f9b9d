import { describe, expect, test } from 'vitest';
import { asOid } from '../../../src/core/model/ids.ts';
import { openRepository } from '../../../src/git/repository.ts';
import { searchTree, type TreeSearch } from '../../../src/git/search-tree.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

const ASKED: TreeSearch = {
  pattern: 'one',
  isRegex: false,
  isCaseIgnored: false,
  globs: [],
  maxHits: 50,
  timeoutMs: 30_000,
};

const search = async (temp: TempRepo, asked: Partial<TreeSearch>) =>
  searchTree(await openRepository(temp.dir), asOid(temp.head()), { ...ASKED, ...asked });

describe('hits', () => {
  const FILES = {
    'src/a.ts': 'const one = 1;\nconst two = 2;\n',
    'src/deep/b.ts': 'two\r\nOne\r\n',
    'od: d\tname.txt': 'one\n',
    'binary.bin': Buffer.from([0, 0x6f, 0x6e, 0x65, 10]),
  };

  test('are the lines of the commit, not of the checkout', async () => {
    using temp = tempRepo({ files: FILES });
    temp.write('src/a.ts', 'nothing\n');
    temp.write('untracked.txt', 'one\n');
    expect(await search(temp, {})).toEqual({
      end: 'whole',
      said: '',
      hits: [
        { path: 'od: d\tname.txt', line: 1, column: 1, text: 'one' },
        { path: 'src/a.ts', line: 1, column: 7, text: 'const one = 1;' },
      ],
    });
  });

  test('without regard to case, below a glob, with an expression', async () => {
    using temp = tempRepo({ files: FILES });
    const paths = async (asked: Partial<TreeSearch>) =>
      (await search(temp, asked)).hits.map(({ path, line }) => `${path}:${line}`);
    expect(await paths({ isCaseIgnored: true, globs: ['*.ts'] })).toEqual([
      'src/a.ts:1',
      'src/deep/b.ts:2',
    ]);
    expect(await paths({ globs: ['src/deep/**'] })).toEqual([]);
    expect(await paths({ globs: ['/src/*'] })).toEqual(['src/a.ts:1']);
    expect(await paths({ pattern: '^const\\s+t\\w+', isRegex: true })).toEqual(['src/a.ts:2']);
    expect(await paths({ pattern: 'const\\s', isRegex: false })).toEqual([]);
  });

  test('are cut at the limit, and long lines are cut', async () => {
    using temp = tempRepo({
      files: { 'a.txt': 'x\n'.repeat(100), 'b.js': `y${'z'.repeat(2_000_000)}\n` },
    });
    const cut = await search(temp, { pattern: 'x', maxHits: 10 });
    expect([cut.end, cut.hits.length]).toEqual(['more', 10]);
    expect((await search(temp, { pattern: 'x', maxHits: 100 })).end).toBe('whole');
    const [long] = (await search(temp, { pattern: 'yz' })).hits;
    expect(long?.text.length).toBe(301);
  });
});

describe('hostile patterns', () => {
  test.each([
    ['-- an option', '--open-files-in-pager=touch /tmp/owned', false, 'whole'],
    ['unclosed', '(', true, 'bad-regex'],
    ['backtracking', '^(a+)+$', true, 'too-costly'],
    ['huge repeats', '((((a{1,100}){1,100}){1,100}){1,100}){1,100}', true, 'bad-regex'],
  ] as const)('%s', async (_name, pattern, isRegex, end) => {
    using temp = tempRepo({ files: { 'a.txt': `${'a'.repeat(5_000)}b\n` } });
    expect((await search(temp, { pattern, isRegex })).end).toBe(end);
  });

  test('a glob is never magic', async () => {
    using temp = tempRepo({ files: { 'a.txt': 'one\n' } });
    for (const glob of [':(exclude)nothing', ':!nothing', ':/', '../../etc/*', '-O', '--']) {
      expect((await search(temp, { globs: [glob] })).hits).toEqual([]);
    }
  });

  test('ends at its time', async () => {
    using temp = tempRepo({ files: { 'a.txt': `${'ab'.repeat(50)}\n`.repeat(200_000) } });
    const { end } = await search(temp, { pattern: '(a+b+)+c', isRegex: true, timeoutMs: 1 });
    expect(end).toBe('timed-out');
  });
});
