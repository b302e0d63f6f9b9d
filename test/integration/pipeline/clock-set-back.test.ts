import { expect, test } from 'vitest';
import { file, testQueue } from '../../support/queue-fixture.ts';
import { tempRepo } from '../../support/temp-repo.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const WIDTH = { workers: 1, window: 3 };

test('a landing that waits goes on though the clock was set back meanwhile', async () => {
  using repo = tempRepo({ files: { 'a.txt': 'a\n' } });
  let ahead = 0;
  await using queue = await testQueue(repo, WIDTH, () => ({ clock: () => Date.now() + ahead }));
  repo.write('a.txt', 'mine\n');
  const id = queue.submit(file('a.txt', 'A\n'));
  await queue.until(() => expect(queue.states([id])).toEqual(['waiting']));
  ahead = -DAY_MS;
  repo.git('checkout', '--', 'a.txt');
  await queue.ended([id]);
  expect(queue.states([id])).toEqual(['landed']);
});

test('what is to be tried again later is, though the clock was set back meanwhile', async () => {
  using repo = tempRepo({ files: { 'a.txt': 'a\n', 'sallyport.config.json': 'oops' } });
  let ahead = 0;
  await using queue = await testQueue(repo, WIDTH, () => ({ clock: () => Date.now() + ahead }));
  const id = queue.submit(file('a.txt', 'A\n'));
  // The third pause is of sixteen seconds: the clock goes back while it lasts.
  await queue.until(() => expect(queue.view(id).attempts.lastingFaults).toBe(3));
  ahead = -DAY_MS;
  repo.commit('mended', { 'sallyport.config.json': '{}' });
  await queue.ended([id]);
  expect(queue.states([id])).toEqual(['landed']);
});
