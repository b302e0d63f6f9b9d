import {
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
  appendFileSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  awaitReceipt,
  createBlock,
  drop,
  receiptOf,
  replaceBlock,
  sallyport,
  startDaemon,
  until,
  viewFolder,
  type RunningDaemon,
} from '../support/sallyport-command.ts';
import { tempRepo, type TempRepo, type TempRepoOptions } from '../support/temp-repo.ts';

const open: { repo: TempRepo; daemon: RunningDaemon | null }[] = [];

/** A guarded repository; stopped and removed after the test, which fails where the daemon did not stop well. */
async function guarded(
  options: TempRepoOptions = {},
): Promise<TempRepo & { daemon: RunningDaemon }> {
  const repo = tempRepo({ files: { 'a.txt': 'one\ntwo\nthree\n', 'b.txt': 'b\n' }, ...options });
  const entry: (typeof open)[number] = { repo, daemon: null };
  open.push(entry);
  const daemon = await startDaemon(repo);
  entry.daemon = daemon;
  return { ...repo, daemon };
}

afterEach(async () => {
  for (const { repo, daemon } of open.splice(0)) {
    const end = await daemon?.stop();
    repo.remove();
    if (end !== undefined) expect(end).toMatchObject({ code: 0, signal: null });
  }
});

const read = (repo: TempRepo, path: string): string => readFileSync(join(repo.dir, path), 'utf8');

describe('a response saved into the inbox', () => {
  test('lands on the checked-out branch, and the file on disk changes', async () => {
    const repo = await guarded();
    const before = repo.head();
    drop(repo, 'answer.md', `Here you are.\n\n${replaceBlock('a.txt', 'two', 'TWO')}`);
    const { end, receipt, reply } = await awaitReceipt(repo, 'answer.md');
    expect({ end, reply }).toEqual({ end: 'landed', reply: null });
    expect(read(repo, 'a.txt')).toBe('one\nTWO\nthree\n');
    expect(repo.status()).toEqual([]);
    expect(repo.git('rev-parse', 'HEAD^')).toBe(before);
    expect(receipt['commit']).toBe(repo.head());
    expect(viewFolder(repo, 'landed')).toEqual(['answer.md', 'answer.md.receipt.json']);
    expect(viewFolder(repo, 'inbox')).toEqual([]);
    repo.fsck();
  });

  test('written slowly in place is taken whole', async () => {
    const repo = await guarded();
    const inbox = join(repo.dir, '.sallyport', 'inbox');
    const text = replaceBlock('a.txt', 'two', 'TWO');
    const file = join(inbox, 'slow.txt');
    writeFileSync(file, '');
    for (let at = 0; at < text.length; at += 12) {
      appendFileSync(file, text.slice(at, at + 12));
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    expect((await awaitReceipt(repo, 'slow.txt')).end).toBe('landed');
    expect(read(repo, 'a.txt')).toBe('one\nTWO\nthree\n');
  });

  test('leaves unrelated dirty, staged, untracked and ignored files as they are', async () => {
    const repo = await guarded({
      files: {
        'a.txt': 'one\ntwo\nthree\n',
        'b.txt': 'b\n',
        'c.txt': 'c\n',
        '.gitignore': 'ignored.txt\n',
      },
    });
    repo.write('b.txt', 'my dirty b\n');
    repo.write('c.txt', 'my staged c\n');
    repo.git('add', 'c.txt');
    repo.write('untracked.txt', 'mine\n');
    repo.write('ignored.txt', 'mine too\n');
    const status = repo.status();
    drop(repo, 'answer.md', replaceBlock('a.txt', 'two', 'TWO'));
    expect((await awaitReceipt(repo, 'answer.md')).end).toBe('landed');
    expect(read(repo, 'a.txt')).toBe('one\nTWO\nthree\n');
    expect(repo.status()).toEqual(status);
    expect([
      read(repo, 'b.txt'),
      read(repo, 'c.txt'),
      read(repo, 'untracked.txt'),
      read(repo, 'ignored.txt'),
    ]).toEqual(['my dirty b\n', 'my staged c\n', 'mine\n', 'mine too\n']);
  });

  test('waits where it overlaps a dirty file, naming it, and lands by itself once that is clean', async () => {
    const repo = await guarded();
    repo.write('a.txt', 'one\ntwo\nmy own three\n');
    drop(repo, 'answer.md', replaceBlock('a.txt', 'two', 'TWO'));
    const waiting = await awaitReceipt(repo, 'answer.md', 'waiting');
    expect(JSON.stringify(waiting.receipt)).toContain('a.txt');
    expect(read(repo, 'a.txt')).toBe('one\ntwo\nmy own three\n');
    const status = await sallyport(repo, ['status']);
    expect(status.stdout).toMatch(/waiting.*a\.txt/);
    repo.git('checkout', '--', 'a.txt');
    expect((await awaitReceipt(repo, 'answer.md', 'landed')).end).toBe('landed');
    expect(read(repo, 'a.txt')).toBe('one\nTWO\nthree\n');
    expect(viewFolder(repo, 'waiting')).toEqual([]);
    expect(repo.status()).toEqual([]);
  });

  test('lands on a branch that is not checked out, and touches no file', async () => {
    const repo = await guarded();
    repo.git('branch', 'other');
    drop(repo, 'answer.md', `Target: other\n\n${replaceBlock('a.txt', 'two', 'TWO')}`);
    expect((await awaitReceipt(repo, 'answer.md')).end).toBe('landed');
    expect(repo.show('other', 'a.txt')).toBe('one\nTWO\nthree\n');
    expect(read(repo, 'a.txt')).toBe('one\ntwo\nthree\n');
    expect(repo.status()).toEqual([]);
  });

  test('two at once both land, one after the other', async () => {
    const repo = await guarded();
    drop(repo, 'first.md', replaceBlock('a.txt', 'one', 'ONE'));
    drop(repo, 'second.md', replaceBlock('a.txt', 'three', 'THREE'));
    await awaitReceipt(repo, 'first.md', 'landed');
    await awaitReceipt(repo, 'second.md', 'landed');
    expect(read(repo, 'a.txt')).toBe('ONE\ntwo\nTHREE\n');
    expect(repo.git('rev-list', '--count', 'HEAD')).toBe('3');
    expect(repo.status()).toEqual([]);
  });

  test('several files and blocks land as one commit, or not at all', async () => {
    const repo = await guarded();
    const good = `${replaceBlock('a.txt', 'one', 'ONE')}\n${createBlock('new/deep.txt', 'deep\n')}`;
    drop(repo, 'bad.md', `${good}\n${replaceBlock('b.txt', 'no such line', 'x')}`);
    const refused = await awaitReceipt(repo, 'bad.md');
    expect(refused.end).toBe('rejected');
    expect(refused.receipt.rejections?.map(({ code }) => code)).toEqual(['stale-anchor']);
    expect(existsSync(join(repo.dir, 'new'))).toBe(false);
    drop(repo, 'good.md', good);
    await awaitReceipt(repo, 'good.md', 'landed');
    expect([read(repo, 'a.txt'), read(repo, 'new/deep.txt')]).toEqual([
      'ONE\ntwo\nthree\n',
      'deep\n',
    ]);
    expect(repo.git('rev-list', '--count', 'HEAD')).toBe('2');
  });

  test.each([
    ['ambiguous', replaceBlock('twice.txt', 'same', 'x'), 'ambiguous-anchor'],
    ['stale', replaceBlock('a.txt', 'deux', 'x'), 'stale-anchor'],
    [
      'elided',
      replaceBlock('a.txt', 'two', '// ... rest of the code unchanged ...'),
      'elided-content',
    ],
    ['escaping', createBlock('../outside.txt', 'x\n'), 'path-denied'],
    ['into .git', createBlock('.git/hooks/pre-commit', '#!/bin/sh\n'), 'path-denied'],
    ['clobbering', createBlock('long.txt', 'line 1\n'.repeat(20)), 'content-dropped'],
    ['truncated', 'a.txt\n```\n<<<<<<< SEARCH\ntwo\n=======\nTWO\n', 'truncated-response'],
    ['empty of edits', 'I cannot help with that.\n', 'no-edits'],
    [
      'broken syntax',
      replaceBlock('x.js', 'export const x = 1;', 'export const x = ;'),
      'ast-broken',
    ],
    [
      'unknown target',
      `Target: nowhere\n\n${replaceBlock('a.txt', 'two', 'TWO')}`,
      'unknown-reference',
    ],
  ])('that is %s changes nothing and is answered', async (name, text, code) => {
    const repo = await guarded({
      files: {
        'a.txt': 'one\ntwo\nthree\n',
        'twice.txt': 'same\nother\nsame\n',
        'x.js': 'export const x = 1;\n',
        'long.txt': Array.from({ length: 40 }, (_, at) => `line ${at}\n`).join(''),
      },
    });
    const before = repo.head();
    drop(repo, 'answer.md', text);
    const { end, receipt, reply } = await awaitReceipt(repo, 'answer.md');
    const codes = [
      ...(receipt.rejections ?? []),
      ...((receipt['holds'] ?? []) as { code: string }[]),
    ].map((one) => one.code);
    expect({ name, codes }).toEqual({ name, codes: expect.arrayContaining([code]) as unknown });
    expect(end).toBe(code === 'content-dropped' ? 'held' : 'rejected');
    expect(reply).not.toBeNull();
    expect(repo.head()).toBe(before);
    expect(repo.status()).toEqual([]);
    expect(existsSync(join(repo.root, 'outside.txt'))).toBe(false);
  });

  test('is not lost where the view is cleaned away at any moment', async () => {
    const repo = await guarded({
      files: {
        'a.txt': 'one\ntwo\nthree\n',
        'sallyport.config.json': '{ "gates": [{ "name": "slow", "run": "sleep 2" }] }\n',
      },
    });
    drop(repo, 'answer.md', replaceBlock('a.txt', 'two', 'TWO'));
    await until(() => viewFolder(repo, 'inbox').length === 0, 'claimed');
    await until(
      async () => (await sallyport(repo, ['log'])).stdout.includes('answer.md'),
      'submitted',
    );
    repo.git('clean', '-fdxq');
    await until(() => read(repo, 'a.txt') === 'one\nTWO\nthree\n', 'landed');
    await awaitReceipt(repo, 'answer.md', 'landed');
  });

  test('on an unborn branch becomes its first commit', async () => {
    const repo = await guarded({ files: null });
    drop(repo, 'answer.md', createBlock('src/first.txt', 'hello\n'));
    expect((await awaitReceipt(repo, 'answer.md')).end).toBe('landed');
    expect(read(repo, 'src/first.txt')).toBe('hello\n');
    expect(repo.git('rev-list', '--count', 'main')).toBe('1');
    expect(repo.status()).toEqual([]);
  });

  test('whose name is hostile stays inside the view', async () => {
    const repo = await guarded();
    mkdirSync(join(repo.dir, '.sallyport', 'inbox'), { recursive: true });
    drop(repo, '-rf $(touch x) `y`; é.md', replaceBlock('a.txt', 'two', 'TWO'));
    await until(() => viewFolder(repo, 'landed').length === 2, 'landed');
    expect(repo.status()).toEqual([]);
  });

  test('the same content dropped again later is a new submission', async () => {
    const repo = await guarded();
    const text = replaceBlock('a.txt', 'two', 'the second line\nand one after it');
    drop(repo, 'answer.md', text);
    await awaitReceipt(repo, 'answer.md', 'landed');
    rmSync(join(repo.dir, '.sallyport', 'landed'), { recursive: true });
    drop(repo, 'answer.md', text);
    const { end, receipt } = await awaitReceipt(repo, 'answer.md', 'rejected');
    expect([end, receipt.rejections?.map(({ code }) => code)]).toEqual([
      'rejected',
      ['already-applied'],
    ]);
  });

  test('that needs a failing gate says which test failed', async () => {
    const repo = await guarded({
      files: {
        'a.txt': 'one\ntwo\nthree\n',
        'check.sh': 'grep -q two a.txt || { echo "a.txt:2: error: two is missing"; exit 1; }\n',
        'sallyport.config.json': '{ "gates": [{ "name": "check", "run": "sh check.sh" }] }\n',
      },
    });
    drop(repo, 'answer.md', replaceBlock('a.txt', 'two', 'TWO'));
    const { end, receipt, reply } = await awaitReceipt(repo, 'answer.md');
    expect([end, receipt.rejections?.map(({ code }) => code)]).toEqual([
      'rejected',
      ['gate-failed'],
    ]);
    expect(reply).toContain('two is missing');
    expect(receiptOf(repo, 'answer.md')).not.toBeNull();
    // Those that the gate saw, of the response and of the branch, are kept for the next one.
    const others = (): readonly string[] => repo.git('worktree', 'list').split('\n').slice(1);
    expect(others().length).toBeLessThanOrEqual(2);
    expect(
      others().filter((line) => !/sallyport-kept-\d+ .*\(detached HEAD\)$/.test(line)),
    ).toEqual([]);
  });
});
