import { expect, test } from 'vitest';
import { followEvents } from '../../../src/daemon/follow-events.ts';
import { submitTo, testStore } from '../store/store-fixture.ts';
import { tempDir } from '../../support/temp-dir.ts';

test('events of this process and of others are told once and in order', async () => {
  const folder = tempDir();
  const own = testStore(folder);
  submitTo(own);
  const told: string[] = [];
  const all = Promise.withResolvers<void>();
  const follower = followEvents(own, folder, ({ submission }) => {
    told.push(submission);
    if (told.length === 4) all.resolve();
  });
  const other = testStore(folder);
  const expected = [other, own, other, other].map((store, at) =>
    submitTo(store, { name: `${at}.md` }),
  );
  await all.promise;
  follower.stop();
  submitTo(other, { name: 'late.md' });
  expect(told).toEqual(expected);
});

test('what was recorded just before the end is told at the end', () => {
  const folder = tempDir();
  const own = testStore(folder);
  const told: string[] = [];
  const follower = followEvents(own, folder, ({ submission }) => told.push(submission));
  const id = submitTo(testStore(folder));
  follower.stop();
  expect(told).toEqual([id]);
});
