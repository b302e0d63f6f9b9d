import { chmodSync, existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { asOid, type BranchRef } from '../../../src/core/model/ids.ts';
import { closeRepository } from '../../../src/git/repository.ts';
import { expectSound, landingBench, type LandingBench } from '../../support/landings.ts';
import { tempRepo, type TempRepo, type TempRepoOptions } from '../../support/temp-repo.ts';

/* Repositories of every kind that a landing can meet. */

let temp: TempRepo;
let bench: LandingBench;
const start = async (options: TempRepoOptions): Promise<void> => {
  temp = tempRepo(options);
  bench = await landingBench(temp);
};
const read = (path: string): string => readFileSync(join(temp.dir, path), 'utf8');
/** Checks every file out again, so that what is on disk is what the configuration asks for. */
const refreshCheckout = (): void => {
  temp.git('rm', '-q', '-r', '--cached', '.');
  temp.git('reset', '-q', '--hard');
};
afterEach(async () => {
  await closeRepository(bench.repo);
  temp.remove();
});

describe('line endings and filters', () => {
  test.each([
    ['core.autocrlf', { config: { 'core.autocrlf': 'true' } }, null],
    ['an eol attribute', {}, '*.txt text eol=crlf\n'],
    ['attributes outside the tree', { config: {} }, 'info'],
  ])('%s: files on disk have CRLF, blobs have LF', async (_name, options, attributes) => {
    await start({ files: { 'a.txt': 'a\n', 'd/b.txt': 'b\n' }, ...options });
    if (attributes === 'info') temp.write('.git/info/attributes', '*.txt text eol=crlf\n');
    else if (attributes !== null) temp.commit('attributes', { '.gitattributes': attributes });
    refreshCheckout();
    expect(read('a.txt')).toBe('a\r\n');
    expect((await bench.land({ 'a.txt': 'A\nB\n', 'n/n.txt': 'n\n' })).kind).toBe('landed');
    expect([read('a.txt'), read('n/n.txt')]).toEqual(['A\r\nB\r\n', 'n\r\n']);
    expect(temp.show('HEAD', 'a.txt')).toBe('A\nB\n');
    expectSound(bench);
    temp.write('d/b.txt', 'b\r\nmine\r\n');
    expect(await bench.land({ 'd/b.txt': 'B\n' })).toMatchObject({ reason: 'dirty-path' });
    expectSound(bench, [' M d/b.txt']);
  });

  test('a stat-dirty file with other line endings is not in the way', async () => {
    await start({ files: { 'a.txt': 'a\n', '.gitattributes': '*.txt text\n' } });
    temp.write('a.txt', 'a\r\n');
    expect((await bench.land({ 'a.txt': 'A\n' })).kind).toBe('landed');
    expect(read('a.txt')).toBe('A\n');
    expectSound(bench);
  });

  test('a clean and smudge filter is applied both ways', async () => {
    await start({
      files: { 'a.rot': 'uryyb\n', '.gitattributes': '*.rot filter=rot\n' },
      config: {
        'filter.rot.clean': 'tr a-z n-za-m',
        'filter.rot.smudge': 'tr a-z n-za-m',
        'filter.rot.required': 'true',
      },
    });
    temp.git('rm', '-q', '--cached', 'a.rot');
    temp.git('add', 'a.rot');
    temp.git('commit', '-qm', 'cleaned', '--allow-empty');
    refreshCheckout();
    expect(read('a.rot')).toBe('uryyb\n');
    expect(temp.show('HEAD', 'a.rot')).toBe('hello\n');
    expect((await bench.land({ 'a.rot': 'world\n' })).kind).toBe('landed');
    expect(read('a.rot')).toBe('jbeyq\n');
    expect(temp.show('HEAD', 'a.rot')).toBe('world\n');
    expectSound(bench);
  });

  test('a filter that fails blocks, and nothing changes', async () => {
    await start({
      files: { 'b.txt': 'b\n', '.gitattributes': '*.bad filter=bad\n' },
      config: {
        'filter.bad.smudge': 'false',
        'filter.bad.clean': 'cat',
        'filter.bad.required': 'true',
      },
    });
    expect(await bench.land({ 'b.txt': 'B\n', 'x.bad': 'x\n' })).toMatchObject({
      kind: 'blocked',
      reason: 'write-refused',
    });
    expect(read('b.txt')).toBe('b\n');
    expectSound(bench);
  });

  test('attributes that land together with a file count for it', async () => {
    await start({ files: { 'a.txt': 'a\n' } });
    expect(
      (await bench.land({ 'n.bat': 'x\n', '.gitattributes': '*.bat text eol=crlf\n' })).kind,
    ).toBe('landed');
    expect(read('n.bat')).toBe('x\r\n');
    expectSound(bench);
  });
});

const sparse = async (...options: readonly string[]): Promise<void> => {
  await start({
    files: { 'a.txt': 'a\n', 'in/x.txt': 'x\n', 'out/y.txt': 'y\n', 'out/z.txt': 'z\n' },
  });
  temp.git('sparse-checkout', 'set', ...options, 'in');
  expect(existsSync(join(temp.dir, 'out'))).toBe(false);
};

describe('sparse checkouts', () => {
  test.each([
    ['cone', ['--cone']],
    ['cone with a sparse index', ['--cone', '--sparse-index']],
    ['patterns', ['--no-cone']],
  ])('%s: paths outside land without a file', async (_name, options) => {
    await sparse(...options);
    const wanted = {
      'in/x.txt': 'X\n',
      'in/new.txt': 'n\n',
      'out/y.txt': 'Y\n',
      'out/new.txt': 'n\n',
      'out/z.txt': null,
    };
    expect((await bench.land(wanted)).kind).toBe('landed');
    expect([read('in/x.txt'), read('in/new.txt')]).toEqual(['X\n', 'n\n']);
    expect(existsSync(join(temp.dir, 'out'))).toBe(false);
    expect(temp.git('ls-files', '-t', 'out').split('\n')).toEqual(['S out/new.txt', 'S out/y.txt']);
    expectSound(bench);
    temp.git('sparse-checkout', 'disable');
    expect(read('out/y.txt')).toBe('Y\n');
    expectSound(bench);
  });

  test('an untracked file outside the cone blocks', async () => {
    await sparse('--cone');
    temp.write('out/new.txt', 'mine\n');
    expect(await bench.land({ 'out/new.txt': 'n\n' })).toMatchObject({ reason: 'untracked-path' });
    expect(read('out/new.txt')).toBe('mine\n');
  });
});

describe('submodules and other settings', () => {
  test('a submodule that is present does not matter; its pointer can move', async () => {
    await start({
      files: { 'a.txt': 'a\n' },
      config: { 'protocol.file.allow': 'always', 'submodule.recurse': 'true' },
    });
    using inner = tempRepo({ files: { 'i.txt': 'i\n' } });
    temp.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.dir, 'sub');
    temp.commit('submodule');
    expect((await bench.land({ 'a.txt': 'A\n' })).kind).toBe('landed');
    expectSound(bench);
    const next = inner.commit('next', { 'i.txt': 'I\n' });
    const previous = bench.tip();
    const work = join(temp.root, 'work');
    temp.git('worktree', 'add', '-q', '-b', 'work', work);
    temp.gitIn(work, 'update-index', '--cacheinfo', `160000,${next},sub`);
    temp.gitIn(work, 'commit', '-qm', 'pointer');
    const commit = asOid(temp.git('rev-parse', 'work'));
    const tree = asOid(temp.git('rev-parse', 'work^{tree}'));
    expect((await bench.landCandidate({ commit, tree }, previous)).kind).toBe('landed');
    expect(readFileSync(join(temp.dir, 'sub/i.txt'), 'utf8')).toBe('i\n');
    expect(temp.git('ls-files', '-s', 'sub')).toContain(next);
    expect(temp.status()).toEqual([' M sub']);
  });

  test('core.fileMode off: the bits on disk do not count', async () => {
    await start({ files: { 'a.sh': 'a\n' }, config: { 'core.fileMode': 'false' } });
    chmodSync(join(temp.dir, 'a.sh'), 0o755);
    expect(
      (await bench.land({ 'a.sh': 'A\n', 'n.sh': { content: 'n\n', mode: '100755' } })).kind,
    ).toBe('landed');
    expect(temp.git('ls-files', '-s', 'n.sh')).toMatch(/^100755/);
    expectSound(bench);
  });

  test('a split index', async () => {
    await start({ files: { 'a.txt': 'a\n', 'b.txt': 'b\n' } });
    temp.git('update-index', '--split-index');
    expect((await bench.land({ 'a.txt': 'A\n', 'n.txt': 'n\n', 'b.txt': null })).kind).toBe(
      'landed',
    );
    expectSound(bench);
  });

  test.each(['2', '4'])('an index of version %s', async (version) => {
    await start({ files: { 'a.txt': 'a\n', 'b.txt': 'b\n', 'd/c.txt': 'c\n' } });
    temp.git('update-index', '--index-version', version);
    expect((await bench.land({ 'a.txt': 'A\n', 'n.txt': 'n\n', 'd/c.txt': null })).kind).toBe(
      'landed',
    );
    expectSound(bench);
  });

  test('a checkout that was moved, named by its new place', async () => {
    await start({ files: { 'a.txt': 'a\n' } });
    const linked = join(temp.root, 'linked');
    temp.git('worktree', 'add', '-q', '-b', 'side', linked);
    renameSync(linked, join(temp.root, 'moved'));
    temp.git('worktree', 'repair', join(temp.root, 'moved'));
    const outcome = await bench.land(
      { 'a.txt': 'A\n' },
      { target: 'refs/heads/side' as BranchRef },
    );
    expect(outcome).toMatchObject({ kind: 'landed', worktrees: [join(temp.root, 'moved')] });
  });

  test('a same-sized edit in the second of the landing is seen by git afterwards', async () => {
    await start({ files: { 'a.txt': 'aaaa\n', 'b.txt': 'bbbb\n' } });
    await bench.land({ 'a.txt': 'AAAA\n' });
    temp.write('a.txt', 'XXXX\n');
    temp.write('b.txt', 'YYYY\n');
    expect(temp.status()).toEqual([' M a.txt', ' M b.txt']);
  });
});
