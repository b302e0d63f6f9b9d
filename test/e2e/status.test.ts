import {
  closeSync,
  mkdirSync,
  openSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replaceBlock, sallyport, startDaemon, until } from '../support/sallyport-command.ts';
import { tempRepo } from '../support/temp-repo.ts';

const status = async (repo: Parameters<typeof sallyport>[0]) => {
  const text = await sallyport(repo, ['status']);
  const { stdout } = await sallyport(repo, ['status', '--json']);
  const { storeProblems, unaccepted } = JSON.parse(stdout) as {
    readonly storeProblems: readonly string[];
    readonly unaccepted: readonly { readonly name: string; readonly why: string }[];
  };
  return { code: text.code, said: text.stdout, storeProblems, unaccepted };
};

test('a drop that nobody has taken in is shown, and what never will be', async () => {
  using repo = tempRepo({ files: { 'a.txt': 'a\n' } });
  expect(await status(repo)).toMatchObject({ code: 0, unaccepted: [] });
  repo.write('.sallyport/inbox/answer.md', replaceBlock('a.txt', 'a', 'b'));
  repo.write('.sallyport/inbox/half.md.part', 'half');
  mkdirSync(join(repo.dir, '.sallyport/inbox/folder'));
  symlinkSync('answer.md', join(repo.dir, '.sallyport/inbox/link.md'));
  const claimed = join(repo.dir, '.git/sallyport/claimed');
  mkdirSync(claimed);
  writeFileSync(join(claimed, 'claim-0123456789abcdef-taken.md'), 'x');
  const seen = await status(repo);
  expect(seen.unaccepted).toEqual([
    { name: 'answer.md', why: 'waits' },
    { name: 'folder', why: 'no-file' },
    { name: 'link.md', why: 'no-file' },
    { name: 'taken.md', why: 'claimed' },
  ]);
  expect(seen.said).toContain('not accepted yet: "answer.md", "taken.md"; a daemon takes them in');
  expect(seen.said).toContain('Left alone in the inbox: "folder", "link.md"; only files');

  const daemon = await startDaemon(repo);
  await until(async () => (await status(repo)).unaccepted.length === 2, 'both are taken in');
  expect((await status(repo)).said).not.toContain('not accepted yet');
  await daemon.stop();
});

test('a store with a damaged part is shown as such, although it can be opened', async () => {
  using repo = tempRepo({ files: { 'a.txt': 'a\n' } });
  for (const digit of '1234') {
    await sallyport(repo, ['submit', '-'], { input: digit.repeat(60_000) });
  }
  expect(await status(repo)).toMatchObject({ code: 0, storeProblems: [] });
  const file = join(repo.dir, '.git/sallyport/store.sqlite');
  const handle = openSync(file, 'r+');
  const middle = Math.floor(statSync(file).size / 2);
  writeSync(handle, Buffer.alloc(8192, 0xa5), 0, 8192, middle);
  closeSync(handle);
  const seen = await status(repo);
  expect(seen.code).toBe(3);
  expect(seen.storeProblems).not.toEqual([]);
  expect(seen.said).toMatch(/The store is damaged \(.*`sallyport doctor` says what to do/);
  expect(seen.said).toContain('4 queued');
});

test('a hook that refuses to move the branch is named, with what it said', async () => {
  using repo = tempRepo({ files: { 'a.txt': 'a\n' } });
  repo.write(
    '.git/hooks/reference-transaction',
    '#!/bin/sh\n[ "$1" = prepared ] && grep -q refs/heads/main && echo main is frozen >&2 && exit 1\nexit 0\n',
    0o755,
  );
  const daemon = await startDaemon(repo);
  await sallyport(repo, ['submit', '-'], { input: replaceBlock('a.txt', 'a', 'b') });
  await until(
    async () => (await status(repo)).said.includes('a hook of the repository'),
    'the landing waits for the hook',
  );
  const { stdout } = await sallyport(repo, ['log', '--json']);
  const [{ id }] = JSON.parse(stdout) as readonly [{ readonly id: string }];
  // It is tried again now and then, and is not waiting meanwhile.
  await until(async () => {
    const { stdout: shown } = await sallyport(repo, ['show', id]);
    return shown.includes('refuses to move the branch') && shown.includes('main is frozen');
  }, 'what the hook said is shown');
  await daemon.stop();
});
