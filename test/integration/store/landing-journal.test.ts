import { expect, test } from 'vitest';
import type { LandingIntent } from '../../../src/core/lifecycle/landing-intent.ts';
import type { SubmissionId } from '../../../src/core/model/ids.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { CANDIDATE, MAIN, TIP } from '../../unit/lifecycle/events-fixture.ts';
import { submitTo, testStore } from './store-fixture.ts';

const intent = (submission: SubmissionId, landing: string): LandingIntent => ({
  submission,
  landing,
  target: MAIN,
  previous: TIP,
  candidate: CANDIDATE,
  worktrees: [{ path: '/repo', gitDir: '/repo/.git', token: 't' }],
});

test('an intent is open until it is settled, also for another process', () => {
  const dir = tempDir();
  const { journal, ...store } = testStore(dir);
  const id = submitTo({ journal, ...store });
  journal.intend(intent(id, 'one'));
  journal.intend(intent(id, 'two'));
  expect(testStore(dir).journal.open()).toEqual([intent(id, 'one'), intent(id, 'two')]);
  journal.settle('one', 'abandoned');
  expect(journal.open()).toEqual([intent(id, 'two')]);
  journal.settle('two', 'landed');
  expect(testStore(dir).journal.ofSubmission(id)).toEqual([
    { intent: intent(id, 'one'), result: 'abandoned' },
    { intent: intent(id, 'two'), result: 'landed' },
  ]);
});

test('a landing is settled once', () => {
  const store = testStore(tempDir());
  const id = submitTo(store);
  store.journal.intend(intent(id, 'one'));
  store.journal.settle('one', 'landed');
  store.journal.settle('one', 'landed');
  expect(() => store.journal.settle('one', 'abandoned')).toThrow(RangeError);
  expect(() => store.journal.settle('other', 'landed')).toThrow(RangeError);
  expect(() => store.journal.intend(intent(id, 'one'))).toThrow('UNIQUE');
});

test('values are kept, replaced and removed', () => {
  const dir = tempDir();
  const { values } = testStore(dir);
  expect(values.get('a')).toBeNull();
  values.set('a', '1');
  values.set('a', '2');
  expect(testStore(dir).values.get('a')).toBe('2');
  values.remove('a');
  expect(values.get('a')).toBeNull();
});
