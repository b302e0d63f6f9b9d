import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { commandEnv, until } from '../support/sallyport-command.ts';
import { tempRepo } from '../support/temp-repo.ts';

const start = join(import.meta.dirname, '../../scripts/start.ts');

test('the tour shows each verdict with what to try next, keeps guarding, and stops at Ctrl-C', async () => {
  using repo = tempRepo();
  const tour = spawn(process.execPath, [start], {
    env: commandEnv(repo),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  tour.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  tour.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const text = (): string => Buffer.concat(chunks).toString('utf8');
  const ended = new Promise<number | null>((resolve) => {
    tour.on('close', resolve);
  });
  await until(
    () => text().includes('Stop with Ctrl-C') || tour.exitCode !== null,
    'the tour is through',
  );
  tour.kill('SIGINT');
  expect(await ended).toBe(0);

  const verdicts = text()
    .split('\n')
    .filter((line) => /^\d-|^ {2}(landed|rejected)|^ {4}[a-z]+-[a-z]+: /.test(line))
    .map((line) =>
      line
        .replace(/:.*/, '')
        .trim()
        .replace(/ as .*|, nothing.*/, ''),
    );
  expect(verdicts).toEqual([
    '1-free-shipping.md',
    'landed',
    '2-ambiguous.md',
    'rejected',
    'ambiguous-anchor',
    '3-stale.md',
    'rejected',
    'stale-anchor',
    '4-elided.md',
    'rejected',
    'elided-content',
    '5-breaks-a-test.md',
    'rejected',
    'gate-failed',
    '6-escapes.md',
    'rejected',
    'path-denied',
  ]);
  const folder = /Repository: (.*)\n/.exec(text())?.[1];
  expect(folder).toBeDefined();
  rmSync(dirname(String(folder)), { recursive: true });
});
