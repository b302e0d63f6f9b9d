import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AnswerRun } from '../../../src/core/lifecycle/answering.ts';
import type { SubmissionId } from '../../../src/core/model/ids.ts';
import type { Command } from '../../../src/config/config.ts';
import { askProgram } from '../../../src/daemon/ask-program.ts';
import { openRepository } from '../../../src/git/repository.ts';
import { until } from '../../support/sallyport-command.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

const own = {
  PATH: process.env['PATH'],
  HOME: '/home/me',
  KEY: 'secret',
  OTHER: 'no',
  CLAUDE_CODE_TOKEN: 't',
  GIT_DIR: '/elsewhere',
};

async function ask(
  temp: TempRepo,
  command: Command,
  over: {
    readonly timeout?: number;
    readonly maxBytes?: number;
    readonly signal?: AbortSignal;
  } = {},
): Promise<AnswerRun> {
  const repo = await openRepository(temp.dir);
  return await askProgram(repo, own, {
    command,
    packet: 'the reply\n',
    timeout: over.timeout ?? 60,
    env: ['KEY', 'CLAUDE_CODE_TOKEN', 'GIT_DIR', 'MISSING'],
    maxBytes: over.maxBytes ?? 10_000,
    submission: 'abcd1234' as SubmissionId,
    attempt: 2,
    signal: over.signal ?? new AbortController().signal,
  });
}

const script = (text: string): Command => ({ kind: 'shell', script: text });
const outputOf = (run: AnswerRun): string =>
  run.kind === 'printed' ? Buffer.from(run.output).toString() : JSON.stringify(run);
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('gets the packet, the checkout, and the variables that were named', async () => {
  using temp = tempRepo();
  const words: Command = { kind: 'words', words: ['cat'] };
  expect(outputOf(await ask(temp, words))).toBe('the reply\n');
  const said = outputOf(await ask(temp, script('pwd; env')));
  expect(said.split('\n')).toEqual(
    expect.arrayContaining([
      temp.dir,
      'KEY=secret',
      'CLAUDE_CODE_TOKEN=t',
      'SALLYPORT_AGENT=retry',
      'SALLYPORT_SUBMISSION=abcd1234',
      'SALLYPORT_ATTEMPT=2',
      'HOME=/home/me',
    ]),
  );
  expect(said).not.toMatch(/OTHER|GIT_DIR|MISSING/);
});

test.each([
  ['exit 3', 'sh exited with 3'],
  ['echo why >&2; exit 3', 'sh exited with 3 (why)'],
  ['kill -9 $$', 'sh was ended by SIGKILL'],
  ['yes | head -c 20000', 'sh printed over 10000 bytes (limits.response)'],
])('%s is no answer', async (text, detail) => {
  using temp = tempRepo();
  expect(await ask(temp, script(text))).toEqual({ kind: 'broke', detail });
});

test('much said on the side does not spoil an answer', async () => {
  using temp = tempRepo();
  const run = await ask(temp, script('yes | head -c 20000 >&2; echo fine'));
  expect(outputOf(run)).toBe('fine\n');
});

test('a program that is not there says so', async () => {
  using temp = tempRepo();
  expect(await ask(temp, { kind: 'words', words: ['no-such-program'] })).toEqual({
    kind: 'broke',
    detail: expect.stringContaining('no-such-program: no such command'),
  });
});

test('what takes too long is ended with all that it started, and so is what is stopped', async () => {
  using temp = tempRepo();
  const pids = join(temp.root, 'pid');
  const hang = script(`sleep 600 & echo $! > ${pids}; echo part; wait`);
  expect(await ask(temp, hang, { timeout: 0.5 })).toEqual({
    kind: 'broke',
    detail: 'sh took over 0.5 s (retry.timeout)',
  });
  await until(() => !isAlive(Number(readFileSync(pids, 'utf8'))), 'the grandchild is gone');
  const stop = new AbortController();
  const run = ask(temp, script('sleep 600'), { signal: stop.signal });
  stop.abort();
  expect(await run).toEqual({ kind: 'stopped' });
});
