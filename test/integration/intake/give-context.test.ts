import { afterEach, describe, expect, test } from 'vitest';
import { sha256 } from '../../../src/core/model/content-hash.ts';
import { closeRepository, openRepository, type Repository } from '../../../src/git/repository.ts';
import { giveContext, type ContextRequest } from '../../../src/intake/give-context.ts';
import { openStore, type Store } from '../../../src/store/open-store.ts';
import { tempRepo, type TempRepo, type TempRepoOptions } from '../../support/temp-repo.ts';

const open: { temp: TempRepo; repo: Repository; store: Store }[] = [];
afterEach(async () => {
  for (const { temp, repo, store } of open.splice(0)) {
    store.close();
    await closeRepository(repo);
    temp.remove();
  }
});

const CODE = 'class A {\n  m() {\n    return 1;\n  }\n}\n';

async function made(options: TempRepoOptions = {}) {
  const temp = tempRepo({ files: { 'src/a.ts': CODE, 'b.txt': 'b\r\n' }, ...options });
  const repo = await openRepository(temp.dir);
  let now = 1_000;
  const store = openStore(repo.stateDir, () => now);
  open.push({ temp, repo, store });
  const ask = async (asks: readonly string[], rest: Partial<ContextRequest> = {}) =>
    await giveContext(
      { repo, store, clock: () => (now += 1) },
      { asks, reader: { name: 'Ada', agent: null }, target: null, ...rest },
    );
  /** What it says of what was asked for: `code` each, or what was given. */
  const said = async (...asks: readonly string[]) => {
    const given = await ask(asks);
    return given.ok
      ? given.value.files.map(({ path, text }) => `${path}: ${text}`)
      : given.error.map(({ ask: about, code, hint }) => `${about} ${code}: ${hint}`);
  };
  return { temp, repo, store, ask, said };
}

describe.each(['sha1', 'sha256'] as const)('%s', (objectFormat) => {
  test('files and windows as they are at the tip, with their hashes, and the reading is recorded', async () => {
    const { temp, store, ask } = await made({ objectFormat });
    const given = await ask(['src/a.ts', 'src/a.ts:3-4', 'b.txt'], { leaseMs: 60_000 });
    if (!given.ok) throw new Error(JSON.stringify(given.error));
    const blob = temp.git('rev-parse', 'HEAD:src/a.ts');
    const windowHash = `sha256:${sha256(Buffer.from('    return 1;\n  }\n'))}`;
    expect(given.value).toMatchObject({
      target: 'refs/heads/main',
      commit: temp.head(),
      files: [
        { path: 'src/a.ts', hash: `blob:${blob}`, window: null, text: CODE, lineCount: 5 },
        {
          path: 'src/a.ts',
          hash: `blob:${blob}`,
          sha256: `sha256:${sha256(Buffer.from(CODE))}`,
          window: {
            first: 3,
            last: 4,
            hash: windowHash,
            anchors: { before: '  m() {', after: '}', enclosing: ['class A {', '  m() {'] },
          },
          text: '    return 1;\n  }\n',
        },
        { path: 'b.txt', text: 'b\n', diskDiffers: false },
      ],
    });
    expect(given.value.leases).toHaveLength(3);
    expect(store.reads.find(given.value.token)).toMatchObject({
      commit: temp.head(),
      reads: [
        { path: 'src/a.ts', hash: `blob:${blob}`, blob },
        { path: 'src/a.ts', hash: windowHash, blob, window: [3, 4] },
        { path: 'b.txt' },
      ],
    });
  });
});

test('every problem is named, and then nothing is given or recorded', async () => {
  const { temp, store, said } = await made();
  temp.commit('kinds', {
    'image.png': new Uint8Array([137, 0, 1]),
    'latin.txt': new Uint8Array([0xe9, 10]),
    'big.txt': 'x'.repeat(1024 * 1024 + 1),
    'lines.txt': `${'y'.repeat(70_000)}\n`.repeat(20),
  });
  temp.git('config', 'core.symlinks', 'true');
  temp.write('untracked.txt', 'x\n');
  expect(
    await said(
      'src/a.tss',
      'src',
      'untracked.txt',
      '../up',
      '.git/config',
      '/etc/passwd',
      'image.png',
      'latin.txt',
      'big.txt',
      'src/a.ts:5-6',
      'src/a.ts:4-3',
      'src/a.ts:0',
      'b.txt',
    ),
  ).toEqual([
    'src/a.tss unknown-path: did you mean "src/a.ts"?',
    'src folder: name its files, such as "src/a.ts"',
    'untracked.txt unknown-path: it is on disk and not committed: commit it first',
    '../up unsafe-path: name a file of the repository, relative to its root',
    '.git/config unsafe-path: name a file of the repository, relative to its root',
    '/etc/passwd unsafe-path: name a file of the repository, relative to its root',
    'image.png binary: it cannot be edited as text: leave it out',
    'latin.txt not-utf-8: it cannot be edited as text: leave it out',
    'big.txt too-large: ask for the lines that matter, as PATH:10-40',
    'src/a.ts:5-6 out-of-range: ask for lines between 1 and 5',
    'src/a.ts:4-3 bad-window: write lines as PATH:10-40, the first one being 1',
    'src/a.ts:0 bad-window: write lines as PATH:10-40, the first one being 1',
  ]);
  expect(store.reads.readersOf('b.txt', 0)).toEqual([]);
  expect(await said()).toEqual([
    ' nothing-asked: name files as PATH, or some lines of one as PATH:10-40',
  ]);
  expect(await said(...Array.from({ length: 201 }, (_, at) => `${at}`))).toEqual([
    ' too-many: ask for fewer at once',
  ]);
  expect(await said('lines.txt:1')).toEqual([`lines.txt: ${'y'.repeat(70_000)}\n`]);
});

test('a link and a submodule are told apart from files', async () => {
  const { temp, said } = await made();
  temp.git('update-index', '--add', '--cacheinfo', `160000,${temp.head()},sub`);
  const target = temp.git('rev-parse', 'HEAD:b.txt');
  temp.git('update-index', '--add', '--cacheinfo', `120000,${target},link`);
  temp.git('commit', '-q', '-m', 'odd');
  expect((await said('sub', 'link')).map((line) => line.split(':')[0])).toEqual([
    'sub submodule',
    'link symlink',
  ]);
});

describe('what is on disk', () => {
  test('is told where it differs, and line endings and filters do not count', async () => {
    const { temp, ask } = await made({
      files: { 'a.txt': 'one\ntwo\n', '.gitattributes': '*.txt text eol=crlf\n' },
    });
    temp.write('a.txt', 'one\r\ntwo\r\n');
    const differs = async () => {
      const given = await ask(['a.txt']);
      return given.ok && given.value.files[0]?.diskDiffers;
    };
    expect(await differs()).toBe(false);
    temp.write('a.txt', 'one\r\nTWO\r\n');
    expect(await differs()).toBe(true);
    temp.git('rm', '-q', '--cached', 'a.txt');
    expect(await differs()).toBe(true);
  });
});

describe('the branch', () => {
  test('is the configured one, else the one that is checked out; or the one that is named', async () => {
    const { temp, ask } = await made();
    temp.git('branch', 'stable');
    temp.commit('config', { 'sallyport.config.json': '{"target": "stable"}' });
    temp.commit('more', { 'b.txt': 'new\n' });
    const text = async (target: string | null) => {
      const given = await ask(['b.txt'], { target });
      return given.ok
        ? `${given.value.target} ${given.value.files[0]?.text}`
        : given.error[0]?.code;
    };
    expect(await text(null)).toBe('refs/heads/stable b\n');
    expect(await text('main')).toBe('refs/heads/main new\n');
    expect(await text('nope')).toBe('unknown-target');
  });

  test('may be named although the config is broken; there may be none', async () => {
    const { temp, ask } = await made();
    temp.commit('broken', { 'sallyport.config.json': '{' });
    expect((await ask(['b.txt'])).ok).toBe(true);
    temp.git('checkout', '-q', '--detach');
    const given = await ask(['b.txt']);
    expect(given.ok ? null : given.error[0]).toMatchObject({
      code: 'unknown-target',
      message: 'no branch is checked out (HEAD is detached)',
    });
  });

  test('without a commit has no files', async () => {
    const { said } = await made({ files: null });
    expect(await said('a.txt')).toEqual([
      'a.txt unknown-path: name a tracked file, relative to the root of the repository',
    ]);
  });
});

test('others who are about to edit the same lines are named, and nobody else', async () => {
  const { ask } = await made();
  await ask(['src/a.ts:1-2'], { reader: { name: 'Ben', agent: 'agent-7' }, leaseMs: 60_000 });
  const holders = async (path: string) => {
    const given = await ask([path], { leaseMs: 1 });
    return (
      given.ok && {
        held: given.value.files[0]?.heldBy.map(({ reader }) => reader.agent),
        leases: given.value.leases.length,
      }
    );
  };
  expect(await holders('src/a.ts:2-3')).toEqual({ held: ['agent-7'], leases: 0 });
  expect(await holders('src/a.ts:4-5')).toEqual({ held: [], leases: 1 });
  expect(await holders('b.txt')).toEqual({ held: [], leases: 1 });
});
