import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  awaitReceipt,
  drop,
  replaceBlock,
  sallyport,
  startDaemon,
  until,
  viewFolder,
} from '../support/sallyport-command.ts';
import { tempRepo, type TempRepo } from '../support/temp-repo.ts';

const BAD = replaceBlock('a.txt', 'nowhere', 'TWO');
const GOOD = replaceBlock('a.txt', 'two', 'TWO');

/** A repository whose config has a program answer: a script, in a file outside. */
function answered(script: string, max: number): TempRepo {
  const temp = tempRepo({ files: { 'a.txt': 'one\ntwo\nthree\n' } });
  const path = join(temp.root, 'answer.sh');
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  temp.commit('config', {
    'sallyport.config.json': JSON.stringify({ retry: { max, command: [path], env: ['ANSWER'] } }),
  });
  return temp;
}

const show = async (repo: TempRepo, id: unknown) =>
  JSON.parse((await sallyport(repo, ['show', String(id), '--json'])).stdout) as {
    readonly state: string;
    readonly next: {
      readonly attempts: readonly { readonly id: string; readonly state: string }[];
      readonly gaveUp: string | null;
    };
  };

test('what is refused is answered by the program, and its answer lands', async () => {
  using repo = answered('cat > "$ANSWER.seen"; cat "$ANSWER"', 3);
  const answer = join(repo.root, 'good.txt');
  writeFileSync(answer, GOOD);
  const daemon = await startDaemon(repo, { env: { ANSWER: answer } });
  drop(repo, 'answer.md', BAD);
  const refused = await awaitReceipt(repo, 'answer.md', 'rejected');
  const landed = await awaitReceipt(repo, 'answer.md', 'landed');
  expect(landed.receipt).toMatchObject({ parent: refused.receipt['id'], source: 'drop-folder' });
  expect(repo.show('main', 'a.txt')).toBe('one\nTWO\nthree\n');
  // The program is told the reply, and the response that it is about.
  const seen = readFileSync(`${answer}.seen`, 'utf8');
  expect(seen.startsWith(refused.reply ?? 'no reply')).toBe(true);
  expect(seen).toContain(BAD.trim());
  const { state, next } = await show(repo, refused.receipt['id']);
  expect([state, next]).toEqual([
    'rejected',
    { attempts: [{ id: landed.receipt['id'], state: 'landed' }], gaveUp: null },
  ]);
  await daemon.stop();
});

test('past the last attempt a person looks at it', async () => {
  using repo = answered('cat "$ANSWER"', 0);
  const answer = join(repo.root, 'good.txt');
  writeFileSync(answer, GOOD);
  const daemon = await startDaemon(repo, { env: { ANSWER: answer } });
  drop(repo, 'answer.md', BAD);
  await until(() => viewFolder(repo, 'held').includes('answer.md.reply.md'), 'it is held');
  const { stdout } = await sallyport(repo, ['log', '--state', 'held', '--json']);
  const [held] = JSON.parse(stdout) as readonly { readonly id: string }[];
  expect((await sallyport(repo, ['show', held?.id ?? ''])).stdout).toContain(
    'The submission was retried once without success',
  );
  expect((await sallyport(repo, ['approve', held?.id ?? '', '--yes'])).code).toBe(0);
  await awaitReceipt(repo, 'answer.md', 'landed');
  await daemon.stop();
});

test('a program that says the same again, or fails, is not asked again', async () => {
  using repo = answered('printf "%s" "$ANSWER"; test -n "$ANSWER"', 3);
  const daemon = await startDaemon(repo, { env: { ANSWER: BAD } });
  const first = await sallyport(repo, ['submit', '--wait', '--json'], { input: BAD });
  expect(first.code).toBe(1);
  const { id } = JSON.parse(first.stdout) as { id: string };
  await until(async () => (await show(repo, id)).next.gaveUp !== null, 'the loop gives up');
  expect((await show(repo, id)).next).toEqual({
    attempts: [],
    gaveUp: 'it printed a response that was refused already',
  });
  expect((await sallyport(repo, ['show', id])).stdout).toContain(
    'no next attempt: it printed a response that was refused already',
  );
  await daemon.stop();

  const silent = await startDaemon(repo);
  const second = await sallyport(repo, ['submit', '--wait', '--json'], { input: `${BAD}\n` });
  const other = (JSON.parse(second.stdout) as { id: string }).id;
  await until(async () => (await show(repo, other)).next.gaveUp !== null, 'the loop gives up');
  expect((await show(repo, other)).next.gaveUp).toBe('answer.sh exited with 1');
  await silent.stop();
});
