import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { decode } from '../../../src/core/formats/decode.ts';
import { sha256 } from '../../../src/core/model/content-hash.ts';
import { asOid } from '../../../src/core/model/ids.ts';
import { NOTHING_STATED, type Stated } from '../../../src/core/model/stated.ts';
import { DEFAULT_CONFIG } from '../../../src/config/defaults.ts';
import { closeRepository, openRepository, type Repository } from '../../../src/git/repository.ts';
import { listTree, loadSnapshot } from '../../../src/git/snapshot.ts';
import { giveContext } from '../../../src/intake/give-context.ts';
import { planText } from '../../../src/pipeline/plan-text.ts';
import { openStore, type Store } from '../../../src/store/open-store.ts';
import { replaceBlock } from '../../support/sallyport-command.ts';
import { tempRepo, type TempRepo, type TempRepoOptions } from '../../support/temp-repo.ts';

const open: { temp: TempRepo; repo: Repository; store: Store }[] = [];
afterEach(async () => {
  for (const { temp, repo, store } of open.splice(0)) {
    store.close();
    await closeRepository(repo);
    temp.remove();
  }
});

const LINES = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`);
const text = (lines: Readonly<Record<number, string>> = {}): string =>
  LINES.map((line, at) => `${lines[at + 1] ?? line}\n`).join('');

async function made(options: TempRepoOptions = {}) {
  const temp = tempRepo({ files: { 'a.txt': text(), 'b.txt': 'b\n' }, ...options });
  const repo = await openRepository(temp.dir);
  const store = openStore(repo.stateDir, Date.now);
  open.push({ temp, repo, store });
  const read = async (...asks: readonly string[]) => {
    const given = await giveContext(
      { repo, store, clock: Date.now },
      { asks, reader: { name: 'Ada', agent: null }, target: null },
    );
    if (!given.ok) throw new Error(JSON.stringify(given.error));
    return given.value;
  };
  const plan = async (response: string, stated: Partial<Stated> = {}) => {
    const base = asOid(temp.head());
    const tree = await listTree(repo, base);
    const planned = await planText(
      { repo, reads: store.reads, ledger: store.ledger },
      {
        decoded: decode(Buffer.from(response)),
        stated: { ...NOTHING_STATED, ...stated },
        base,
        tree,
        load: async (paths) => await loadSnapshot(repo, base, tree, { paths }),
        config: DEFAULT_CONFIG,
        limits: DEFAULT_CONFIG.limits,
        now: Date.now(),
        isReadRequired: true,
      },
    );
    const after = planned.patch?.changes[0]?.after ?? null;
    return {
      after: after === null ? null : Buffer.from(after.bytes).toString(),
      refused: planned.rejections.map(({ code, reason }) => `${code}/${reason ?? ''}`),
      notes: planned.notes.map(({ code }) => code),
      planned,
    };
  };
  return { temp, repo, store, read, plan };
}

/** Needs line 5 as it was read, and changes line 6. */
const SIX = replaceBlock('a.txt', 'line 5\nline 6', 'line 5\nSIX');
const LANDED = { 5: 'LINE 5' };
/** Line 5 changed, and it touches line 6. */
const TOUCHED = { after: null, refused: ['merge-conflict/same-lines'], notes: [] };
const EIGHT = replaceBlock(
  'a.txt',
  'line 5\nline 6\nline 7\nline 8',
  'line 5\nline 6\nline 7\nEIGHT',
);
const MERGED = { after: text({ ...LANDED, 8: 'EIGHT' }), refused: [], notes: ['merged'] };

describe('what was read is found', () => {
  test.each<readonly [string, (of: Awaited<ReturnType<typeof made>>) => Promise<Partial<Stated>>]>([
    ['by a token', async ({ read }) => ({ readTokens: [(await read('a.txt')).token] })],
    [
      'by a token of a window',
      async ({ read }) => ({ readTokens: [(await read('a.txt:4-9')).token] }),
    ],
    [
      'by a blob id',
      async ({ read }) => ({
        reads: [{ path: './a.txt', hash: (await read('a.txt')).files[0]?.hash ?? raise() }],
      }),
    ],
    [
      'by a sha256, in the history of the branch',
      async ({ read }) => ({
        reads: [{ path: 'a.txt', hash: (await read('a.txt')).files[0]?.sha256 ?? raise() }],
      }),
    ],
    ['by the commit', async ({ temp }) => ({ base: temp.head() })],
    [
      'by a window and the commit',
      async ({ temp, read }) => ({
        base: temp.head(),
        reads: [
          {
            path: 'a.txt',
            hash: (await read('a.txt:4-9')).files[0]?.window?.hash ?? raise(),
            window: [4, 9],
          },
        ],
      }),
    ],
    [
      'by both tokens, where the later one takes the place of the earlier',
      async ({ temp, read }) => {
        const { token } = await read('a.txt');
        temp.commit('in between', { 'a.txt': text({ 20: 'TWENTY' }) });
        const later = await read('a.txt');
        temp.commit('and back', { 'a.txt': text() });
        return { readTokens: [later.token, token] };
      },
    ],
  ])('%s', async (_name, stated) => {
    const scene = await made();
    const known = await stated(scene);
    scene.temp.commit('landed', { 'a.txt': text(LANDED) });
    const { after, refused, notes } = await scene.plan(EIGHT, known);
    // Whoever read line 20 as it was in between did not ask for it.
    expect({ after, refused, notes }).toEqual(MERGED);
    const six = await scene.plan(SIX, known);
    expect({ after: six.after, refused: six.refused, notes: six.notes }).toEqual(TOUCHED);
    expect(six.planned.rejections[0]?.facts).toMatchObject({ subject: 'landed' });
  });

  test('although the commit that it was read at is gone', async () => {
    const { temp, read, plan } = await made();
    const { token } = await read('a.txt');
    temp.commit('landed', { 'a.txt': text(LANDED) });
    temp.git('checkout', '-q', '--orphan', 'fresh');
    temp.git('commit', '-q', '-m', 'history rewritten');
    temp.git('branch', '-q', '-D', 'main');
    temp.git('reflog', 'expire', '--expire=now', '--all');
    // The blob is kept by another branch, the commits by nothing.
    temp.git('branch', 'keeper', temp.git('commit-tree', '-m', 'k', treeWithOldFile(temp)));
    temp.git('gc', '-q', '--prune=now');
    const { after, refused, notes } = await plan(`Read: ${token}\n\n${EIGHT}`);
    expect({ after, refused, notes }).toEqual(MERGED);
  });

  test('in the checkout, where git makes other bytes of it than the blob has', async () => {
    const { temp, plan } = await made({
      files: { 'a.txt': text(), '.gitattributes': '*.txt text eol=crlf\n' },
    });
    const onDisk = text().replaceAll('\n', '\r\n');
    temp.write('a.txt', onDisk);
    const hash = `sha256:${sha256(Buffer.from(onDisk))}`;
    const { after, refused, notes } = await plan(`Read: a.txt@${hash}\n\n${SIX}`);
    expect({ after, refused, notes }).toEqual({
      after: text({ 6: 'SIX' }),
      refused: [],
      notes: [],
    });
  });
});

const raise = (): never => {
  throw new Error('nothing was given');
};

/** A tree of its own with the file as it was read. */
function treeWithOldFile(temp: TempRepo): string {
  temp.write('old.txt', text());
  temp.git('add', 'old.txt');
  const tree = temp.git('write-tree');
  temp.git('rm', '-q', '--cached', 'old.txt');
  rmSync(join(temp.dir, 'old.txt'));
  return tree;
}

describe('refused', () => {
  test('what nobody can tell any more', async () => {
    const { temp, plan } = await made();
    temp.commit('landed', { 'a.txt': text(LANDED) });
    const hash = `sha256:${sha256(Buffer.from('something that never was'))}`;
    const { refused } = await plan(`Read: a.txt@${hash}\n\n${EIGHT}`);
    expect(refused).toEqual(['stale-read/content-changed', 'stale-anchor/nowhere']);
  });

  test('unknown names, and a base that is stated twice and differently', async () => {
    const { temp, plan } = await made();
    const first = temp.head();
    temp.commit('landed', { 'a.txt': text(LANDED) });
    expect((await plan(`Read: r-00000000\nBase: nope\n\n${SIX}`)).refused).toEqual([
      'unknown-reference/token',
      'unknown-reference/base',
      'stale-anchor/nowhere',
    ]);
    expect((await plan(`Base: HEAD\n\n${EIGHT}`, { base: first })).refused).toContain(
      'malformed-edit/contradiction',
    );
    const { refused } = await plan(`Base: HEAD~1\n\n${EIGHT}`, { base: first });
    expect(refused).toEqual([]);
  });

  test('an edit of a file that somebody deleted or moved, naming who and where to', async () => {
    const { temp, read, plan } = await made();
    const { token } = await read('a.txt');
    temp.git('mv', 'a.txt', 'c.txt');
    temp.commit('move it');
    const { refused, planned } = await plan(`Read: ${token}\n\n${SIX}`);
    expect(refused).toEqual(['merge-conflict/deleted']);
    expect(planned.rejections[0]?.facts).toMatchObject({
      movedTo: ['c.txt'],
      subject: 'move it',
    });
  });
});

test('a file that was read, is not edited and changed is noted', async () => {
  const { temp, read, plan } = await made();
  const { token } = await read('a.txt', 'b.txt');
  temp.commit('landed', { 'b.txt': 'new\n' });
  expect(await plan(`Read: ${token}\n\n${SIX}`)).toMatchObject({
    after: text({ 6: 'SIX' }),
    notes: ['stale-context'],
  });
});

test('who landed a side is the commit that changed those very lines', async () => {
  const { temp, read, plan } = await made();
  const { token } = await read('a.txt');
  temp.commit('it was me', { 'a.txt': text({ 6: 'six' }) });
  temp.commit('not me', { 'a.txt': text({ 1: 'new\nLINE 1', 6: 'six' }) });
  const { planned } = await plan(`Read: ${token}\n\n${SIX}`);
  expect(planned.rejections[0]).toMatchObject({
    facts: { subject: 'it was me', author: 'Test User' },
    sides: { landed: { firstLine: 7, lines: ['six'] }, read: { firstLine: 6 } },
  });
});
