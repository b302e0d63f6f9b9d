import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import {
  awaitReceipt,
  drop,
  replaceBlock,
  startDaemon,
  until,
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

describe('a response dropped while something is in the way', () => {
  test('during a rebase waits for its end, and lands on the branch that comes back', async () => {
    const repo = await guarded();
    const base = repo.head();
    repo.write('b.txt', 'mine\n');
    repo.git('commit', '-qam', 'mine');
    repo.git('checkout', '-q', '-b', 'other', base);
    repo.write('b.txt', 'theirs\n');
    repo.git('commit', '-qam', 'theirs');
    repo.git('checkout', '-q', 'main');
    expect(() => repo.git('rebase', '-q', 'other')).toThrow(/CONFLICT|could not apply/);
    drop(repo, 'answer.md', replaceBlock('a.txt', 'two', 'TWO'));
    await awaitReceipt(repo, 'answer.md', 'waiting');
    repo.write('b.txt', 'both\n');
    repo.git('add', 'b.txt');
    repo.git('-c', 'core.editor=true', 'rebase', '--continue');
    const { end } = await awaitReceipt(repo, 'answer.md', 'landed');
    expect(end).toBe('landed');
    expect(read(repo, 'a.txt')).toBe('one\nTWO\nthree\n');
    expect(read(repo, 'b.txt')).toBe('both\n');
    expect(repo.git('symbolic-ref', '--short', 'HEAD')).toBe('main');
    expect(repo.status()).toEqual([]);
  });

  test('is left alone where the repository was moved away, and the daemon ends', async () => {
    const repo = await guarded();
    const away = `${repo.dir}-moved`;
    renameSync(repo.dir, away);
    const { code } = await repo.daemon.ended;
    expect(code).toBe(0);
    expect(existsSync(repo.dir)).toBe(false);
    expect(existsSync(join(away, 'a.txt'))).toBe(true);
  });

  test('that a hook of git keeps out is tried again ever less often, and lands once it may', async () => {
    const repo = await guarded();
    const hook = join(repo.dir, '.git', 'hooks', 'reference-transaction');
    mkdirSync(dirname(hook), { recursive: true });
    writeFileSync(hook, '#!/bin/sh\n! { [ "$1" = prepared ] && grep -q refs/heads/main; }\n', {
      mode: 0o755,
    });
    drop(repo, 'answer.md', replaceBlock('a.txt', 'two', 'TWO'));
    await awaitReceipt(repo, 'answer.md', 'waiting');
    const log = join(repo.dir, '.git', 'sallyport', 'daemon.log');
    const tries = (): number => readFileSync(log, 'utf8').split('"msg":"Blocked"').length - 1;
    await until(() => tries() >= 2, 'a second try');
    await pause(3_000);
    expect(tries()).toBeLessThan(6);
    rmSync(hook);
    expect((await awaitReceipt(repo, 'answer.md', 'landed')).end).toBe('landed');
  });
});
