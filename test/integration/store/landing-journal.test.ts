import { expect, test } from 'vitest';
import type { LandingIntent } from '../../../src/core/lifecycle/landing-intent.ts';
import type { SubmissionId } from '../../../src/core/model/ids.ts';
import type { Store } from '../../../src/store/open-store.ts';
import { tempDir } from '../../support/temp-dir.ts';
import {
  CANDIDATE,
  MAIN,
  PERSON,
  TIP,
  UNTIL_LANDING,
} from '../../unit/lifecycle/events-fixture.ts';
import { submitTo, testStore } from './store-fixture.ts';

const intent = (submission: SubmissionId, landing: string): LandingIntent => ({
  submission,
  landing,
  target: MAIN,
  previous: TIP,
  candidate: CANDIDATE,
  worktrees: [{ path: '/repo', gitDir: '/repo/.git', token: 't' }],
});

/** A submission whose turn to land it is. */
function untilLanding(store: Store): SubmissionId {
  const id = submitTo(store);
  for (const event of UNTIL_LANDING) store.ledger.record(id, event);
  return id;
}

test('an intent is open until it is settled, also for another process', () => {
  const dir = tempDir();
  const store = testStore(dir);
  const { journal } = store;
  const id = untilLanding(store);
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
  const id = untilLanding(store);
  store.journal.intend(intent(id, 'one'));
  store.journal.settle('one', 'landed');
  store.journal.settle('one', 'landed');
  expect(() => store.journal.settle('one', 'abandoned')).toThrow(RangeError);
  expect(() => store.journal.settle('other', 'landed')).toThrow(RangeError);
  expect(() => store.journal.intend(intent(id, 'one'))).toThrow('UNIQUE');
});

test('what waits for its turn to land can be taken back, and does not land then', () => {
  const dir = tempDir();
  const store = testStore(dir);
  const id = untilLanding(store);
  // An earlier one that nothing came of is in nobody's way.
  store.journal.intend(intent(id, 'one'));
  store.journal.settle('one', 'abandoned');
  expect(testStore(dir).ledger.cancel(id, PERSON)).toMatchObject({ ok: true });
  expect(store.ledger.view(id)).toMatchObject({ state: 'cancelled', endedBy: { by: PERSON } });
  expect(() => store.journal.intend(intent(id, 'two'))).toThrow('was taken back');
  expect(store.journal.open()).toEqual([]);
});

test.each([null, 'landed'] as const)('a landing that is %s is not taken back', (result) => {
  const store = testStore(tempDir());
  const id = untilLanding(store);
  store.journal.intend(intent(id, 'one'));
  if (result !== null) store.journal.settle('one', result);
  expect(store.ledger.cancel(id, PERSON)).toEqual({ ok: false, error: 'not-allowed' });
  expect(store.ledger.state(id)).toBe('landing');
});

test('who hears of events hears of both of a submission that is taken back out of its turn', async () => {
  const store = testStore(tempDir());
  const id = untilLanding(store);
  const heard: string[] = [];
  store.ledger.subscribe(({ event }) => heard.push(event.type));
  store.ledger.cancel(id, PERSON);
  await Promise.resolve();
  expect(heard).toEqual(['Requeued', 'Cancelled']);
  expect(store.ledger.cancel(id, PERSON)).toMatchObject({ ok: false });
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
