import { expect, test, vi } from 'vitest';
import { followEvents } from '../../../src/daemon/follow-events.ts';
import { submitTo, testStore } from '../store/store-fixture.ts';
import { tempDir } from '../../support/temp-dir.ts';

/** Of these tests only those that say so meet a problem. */
const listening = {
  onProblem: (error: unknown) => {
    throw error;
  },
};

test('events of this process and of others are told once and in order', async () => {
  const folder = tempDir();
  const own = testStore(folder);
  submitTo(own);
  const told: string[] = [];
  const all = Promise.withResolvers<void>();
  const follower = followEvents(own, folder, {
    ...listening,
    onEvent: ({ submission }) => {
      told.push(submission);
      if (told.length === 4) all.resolve();
    },
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
  const follower = followEvents(own, folder, {
    ...listening,
    onEvent: ({ submission }) => told.push(submission),
  });
  const id = submitTo(testStore(folder));
  follower.stop();
  expect(told).toEqual([id]);
});

test('an event that could not be told does not keep the next ones from being told', async () => {
  const folder = tempDir();
  const own = testStore(folder);
  const told: string[] = [];
  const problems: unknown[] = [];
  const follower = followEvents(own, folder, {
    onEvent: ({ submission }) => {
      told.push(submission);
      if (told.length === 1) throw new Error('the disk is full');
    },
    onProblem: (error) => problems.push(error),
  });
  const expected = [submitTo(own), submitTo(own, { name: 'next.md' })];
  await vi.waitFor(() => expect(told).toEqual(expected), 10_000);
  expect(problems).toEqual([new Error('the disk is full')]);
  follower.stop();
});

test('a ledger that cannot be read is a problem to tell, and ends nobody', () => {
  const folder = tempDir();
  const own = testStore(folder);
  const problems: unknown[] = [];
  const follower = followEvents(own, folder, {
    onEvent: () => undefined,
    onProblem: (error) => problems.push(error),
  });
  own.close();
  follower.stop();
  expect(problems).toHaveLength(1);
});
