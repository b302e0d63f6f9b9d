import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { shimText } from '../../../src/hook/shim.ts';
import { installIn, runGit } from '../../support/hooked-repo.ts';
import { until } from '../../support/sallyport-command.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

/* Hooks that are ended in the middle: by Ctrl-C, which reaches git and all that it started, and by force. */

let temp: TempRepo;
beforeEach(async () => {
  temp = tempRepo({ files: { 'a.txt': 'a\n' } });
  temp.write('a.txt', 'staged\n');
  temp.git('add', 'a.txt');
  temp.write('a.txt', 'loose\n');
  const waiting = join(temp.root, 'waiting.cjs');
  writeFileSync(
    waiting,
    `process.on('SIGINT', () => process.exit(130));
require('node:fs').writeFileSync(${JSON.stringify(join(temp.root, 'pid'))}, String(process.pid));
setInterval(() => undefined, 1000);
`,
  );
  await installIn(temp.dir, { command: waiting, settings: { node: process.execPath } });
});
afterEach(() => temp.remove());

const state = (): unknown => ({
  head: temp.head(),
  refs: temp.git('for-each-ref'),
  index: temp.git('ls-files', '--stage'),
  status: temp.status(),
  files: readdirSync(join(temp.dir, '.git'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /lock|sallyport/.test(path))
    .sort(),
});

/** Starts git in a group of its own, as a terminal does, and waits until its hook runs. */
async function whileHookRuns(
  args: readonly string[],
  act: (git: ChildProcess, hook: number) => void,
): Promise<number | null> {
  const git = spawn('git', args, { cwd: temp.dir, detached: true, stdio: 'ignore' });
  const ended = new Promise<number | null>((resolve) => git.on('close', (code) => resolve(code)));
  const file = join(temp.root, 'pid');
  await until(() => existsSync(file) && readFileSync(file, 'utf8') !== '', 'the hook runs');
  act(git, Number(readFileSync(file, 'utf8')));
  return ended;
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe.each([
  ['a commit', ['commit', '-m', 'x']],
  ['a commit of everything', ['commit', '-am', 'x']],
  ['a commit of a path', ['commit', '-m', 'x', '--', 'a.txt']],
])('%s', (_name, args) => {
  test('interrupted at the terminal is not made, and leaves nothing behind', async () => {
    const before = state();
    let hook = 0;
    const code = await whileHookRuns(args, (git, pid) => {
      hook = pid;
      process.kill(-Number(git.pid), 'SIGINT');
    });
    expect(code).not.toBe(0);
    await until(() => !isAlive(hook), 'the hook ended');
    expect(state()).toEqual(before);
  });

  test('whose hook is killed is not made, and leaves nothing behind', async () => {
    const before = state();
    const code = await whileHookRuns(args, (_git, pid) => process.kill(pid, 'SIGKILL'));
    expect(code).toBe(1);
    expect(state()).toEqual(before);
  });
});

test('a move of a guarded branch whose hook is killed does not happen, and the ref is not locked', async () => {
  await installIn(temp.dir, {
    command: join(temp.root, 'waiting.cjs'),
    settings: { guard: 'enforce', refs: ['refs/heads/main'], node: process.execPath },
  });
  temp.git('config', 'core.hooksPath', '/dev/null');
  temp.git('update-ref', 'refs/heads/other', temp.git('commit-tree', '-m', 'x', 'HEAD^{tree}'));
  temp.git('config', '--unset', 'core.hooksPath');
  temp.write('.git/hooks/reference-transaction', shimText('reference-transaction'), 0o755);
  const before = state();
  const code = await whileHookRuns(['update-ref', 'refs/heads/main', 'other'], (_git, pid) =>
    process.kill(pid, 'SIGKILL'),
  );
  expect(code).toBe(128);
  expect(state()).toEqual(before);
  temp.fsck();
  expect(runGit(temp.dir, ['update-ref', 'refs/heads/third', 'main']).code).toBe(0);
});
