import { describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import type { RecordedEvent, SubmissionEvent } from '../../../src/core/lifecycle/events.ts';
import { replay } from '../../../src/core/lifecycle/replay.ts';
import type { SubmissionId } from '../../../src/core/model/ids.ts';
import { sha256, type ContentHash } from '../../../src/core/model/content-hash.ts';
import type { ReadToken } from '../../../src/core/model/read-token.ts';
import { NOTHING_STATED, type Stated } from '../../../src/core/model/stated.ts';
import { attemptsOf } from '../../../src/store/attempts.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { createInbox } from '../../../src/store/inbox.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { SAMPLES } from '../../unit/lifecycle/events-fixture.ts';
import { delivery, submitTo, testStore, ticking } from './store-fixture.ts';

const types = (events: readonly RecordedEvent[]) => events.map(({ event }) => event.type);

const microtasks = () => new Promise((resolve) => setImmediate(resolve));

test('an event is checked, written, folded and told', async () => {
  const { ledger, ...store } = testStore(tempDir());
  const heard: RecordedEvent[] = [];
  const stop = ledger.subscribe((recorded) => heard.push(recorded));
  const id = createInbox(store).submit(delivery()).id;
  const result = ledger.record(id, SAMPLES.Claimed);
  expect(result).toEqual({
    ok: true,
    value: { seq: 2, submission: id, at: expect.any(Number), event: SAMPLES.Claimed },
  });
  expect(heard).toEqual([]);
  await microtasks();
  stop();
  ledger.record(id, SAMPLES.Planned);
  await microtasks();
  expect(heard.map(({ event }) => event.type)).toEqual(['Submitted', 'Claimed']);
  expect(ledger.state(id)).toBe('staging');
  expect(ledger.history(id).map(({ event }) => event)).toEqual([
    SAMPLES.Submitted,
    SAMPLES.Claimed,
    SAMPLES.Planned,
  ]);
  expect(ledger.view(id)).toEqual(replay(ledger.history(id)));
});

test('what the table does not allow is not recorded', () => {
  const store = testStore(tempDir());
  const id = submitTo(store);
  expect(store.ledger.record(id, SAMPLES.Landed)).toEqual({ ok: false, error: 'not-allowed' });
  expect(store.ledger.record(id, SAMPLES.Submitted)).toEqual({ ok: false, error: 'not-allowed' });
  expect(store.ledger.lastSeq()).toBe(1);
});

test('compare and swap: the second of two deciders is told', () => {
  const dir = tempDir();
  const [mine, other] = [testStore(dir), testStore(dir)];
  const id = submitTo(mine);
  const { seq } = mine.ledger.view(id);
  expect(other.ledger.record(id, SAMPLES.Cancelled, seq).ok).toBe(true);
  expect(mine.ledger.record(id, SAMPLES.Claimed, seq)).toEqual({ ok: false, error: 'conflict' });
  expect(mine.ledger.record(id, SAMPLES.Claimed)).toEqual({ ok: false, error: 'not-allowed' });
  expect(mine.ledger.state(id)).toBe('cancelled');
});

test('an id that is not there is a bug of the caller', () => {
  const { ledger } = testStore(tempDir());
  const id = 'zzzzzzzz' as SubmissionId;
  const calls = [
    () => ledger.record(id, SAMPLES.Claimed),
    () => ledger.facts(id),
    () => ledger.state(id),
    () => ledger.history(id),
    () => ledger.view(id),
    () => ledger.payload(id),
  ];
  for (const call of calls) expect(call).toThrow(RangeError);
});

const STATED: Stated = {
  base: 'main~1',
  reads: [{ path: 'a.ts', hash: `sha256:${'0'.repeat(64)}` as ContentHash, window: [2, 5] }],
  readTokens: ['r-abcdefgh'],
  message: 'Say "hello"\n\nTwice.',
  deletes: ['old.ts'],
};

test('facts and payload come back as they went in', () => {
  const store = testStore(tempDir());
  const payload = Buffer.from([0, 255, 10, 13, 0xc3, 0x28]);
  const parent = submitTo(store);
  const id = submitTo(store, {
    name: "Robert'); DROP TABLE\u0000 \ud800.md",
    author: { name: 'Bot', email: 'b@example.com', agent: 'claude' },
    payload,
    target: 'main',
    parent,
    priority: -3,
    claimKey: 'k',
    stated: STATED,
  });
  expect(store.ledger.facts(id)).toEqual({
    id,
    submittedAt: expect.any(Number),
    name: "Robert'); DROP TABLE \ufffd.md",
    source: 'drop-folder',
    author: { name: 'Bot', email: 'b@example.com', agent: 'claude' },
    payloadHash: sha256(payload),
    payloadBytes: 6,
    target: 'main',
    parent,
    priority: -3,
    stated: STATED,
  });
  expect(store.ledger.facts(parent).stated).toEqual(NOTHING_STATED);
  expect(Buffer.from(store.ledger.payload(id))).toEqual(payload);
  expect(store.ledger.payload(submitTo(store, { payload: Buffer.alloc(0) }))).toHaveLength(0);
});

describe('the inbox', () => {
  test('the same claim is the same submission, also for another process', () => {
    const dir = tempDir();
    const first = createInbox(testStore(dir)).submit(delivery({ claimKey: 'c1' }));
    const again = createInbox(testStore(dir)).submit(delivery({ claimKey: 'c1' }));
    expect(first.isRepeat).toBe(false);
    expect(again).toEqual({ id: first.id, isRepeat: true });
    expect(testStore(dir).ledger.list()).toHaveLength(1);
  });

  test('the same content under another claim, or under none, is a new submission', () => {
    const store = testStore(tempDir());
    const ids = ['c1', 'c2', null, null].map((claimKey) => submitTo(store, { claimKey }));
    expect(new Set(ids).size).toBe(4);
    expect(store.ledger.samePayload(ids[1]!)).toEqual([ids[0], ids[2], ids[3]]);
  });

  test('ids are eight letters of Crockford base32, and taken ones are drawn again', () => {
    const draws = [0, 0, 31];
    const store = testStore(tempDir(), {
      random: (bytes) => Buffer.alloc(bytes, draws.shift() ?? 5),
    });
    expect([submitTo(store), submitTo(store)]).toEqual(['00000000', 'zzzzzzzz']);
  });
});

describe('lists', () => {
  test('by state, limited, either way round', () => {
    const store = testStore(tempDir());
    const [a, b, c] = [submitTo(store), submitTo(store), submitTo(store)];
    store.ledger.record(b, SAMPLES.Claimed);
    const ids = (...args: Parameters<typeof store.ledger.list>) =>
      store.ledger.list(...args).map(({ id }) => id);
    expect(ids()).toEqual([a, b, c]);
    expect(ids({ newestFirst: true, limit: 2 })).toEqual([c, b]);
    expect(ids({ states: ['queued'] })).toEqual([a, c]);
    expect(ids({ states: ['queued', 'planning'], limit: 2 })).toEqual([a, b]);
    expect(ids({ states: [] })).toEqual([]);
    expect(store.ledger.list({ states: ['planning'] })).toEqual([
      { ...store.ledger.facts(b), state: 'planning', seq: 4, changedAt: expect.any(Number) },
    ]);
  });

  test('by the start of the id', () => {
    let draw = 0;
    const store = testStore(tempDir(), {
      random: (bytes) => Buffer.from([1, 0, draw++, ...Buffer.alloc(bytes - 3, 1)]),
    });
    const [first, second] = [submitTo(store), submitTo(store)];
    expect(store.ledger.find(first)).toBe(first);
    expect(store.ledger.find('10')).toBe('ambiguous');
    expect(store.ledger.find('101')).toBe(second);
    expect(store.ledger.find(' IO1 ')).toBe(second);
    expect(['', 'zz', '%', "' OR 1", '101111111'].map(store.ledger.find)).toEqual(
      Array.from({ length: 5 }, () => null),
    );
  });

  test('attempts are counted by the tries that went before, since the last that landed', () => {
    const store = testStore(tempDir());
    const child = (parent: SubmissionId | null, ...events: readonly SubmissionEvent[]) => {
      const id = submitTo(store, { parent });
      for (const event of events) store.ledger.record(id, event);
      return id;
    };
    const first = child(null, SAMPLES.Rejected);
    const second = child(first, SAMPLES.Cancelled);
    const third = child(second, SAMPLES.Failed);
    const fourth = child(
      third,
      SAMPLES.Claimed,
      SAMPLES.Planned,
      SAMPLES.Staged,
      SAMPLES.GatesPassed,
      SAMPLES.Landed,
    );
    const fifth = child(fourth, SAMPLES.Rejected);
    const all = [first, second, third, fourth, fifth, child(fifth)];
    expect(all.map((id) => attemptsOf(store.ledger, id))).toEqual([0, 1, 1, 2, 0, 1]);
    expect(store.ledger.triesBefore(fourth)).toEqual([third, first]);
  });

  test('what was counted with a refusal holds for those that go on from it', () => {
    const store = testStore(tempDir());
    const refusedAfter = (attempts: number): SubmissionEvent => ({
      ...SAMPLES.Rejected,
      resubmission: { tip: null, token: null, files: [], meanwhile: [], attempts, attemptsLeft: 0 },
    });
    const child = (parent: SubmissionId | null, event: SubmissionEvent | null) => {
      const id = submitTo(store, { parent });
      if (event !== null) store.ledger.record(id, event);
      return id;
    };
    const first = child(null, refusedAfter(2));
    const second = child(first, SAMPLES.Rejected);
    const third = child(second, null);
    const count = (id: SubmissionId): number => attemptsOf(store.ledger, id);
    expect([first, second, third].map(count)).toEqual([2, 3, 4]);
    const named = { token: 'r-0000-0000' as ReadToken, leases: [], commit: null, at: 0, reads: [] };
    const reader = { name: 'a', agent: null };
    const readings = [{ ...named, reader, renews: { commit: null, attempts: 6 } }];
    expect([attemptsOf(store.ledger, third, readings), count(third)]).toEqual([7, 4]);
  });
});

test('changes of other processes are seen, in pages', () => {
  const dir = tempDir();
  const [mine, other] = [testStore(dir), testStore(dir)];
  expect(mine.ledger.lastSeq()).toBe(0);
  const id = submitTo(other);
  other.ledger.record(id, SAMPLES.Claimed);
  other.ledger.record(id, SAMPLES.Planned);
  expect(types(mine.ledger.changesSince(0, 2))).toEqual(['Submitted', 'Claimed']);
  expect(types(mine.ledger.changesSince(2))).toEqual(['Planned']);
  expect(mine.ledger.changesSince(mine.ledger.lastSeq())).toEqual([]);
});

test('the stored state is the fold, whatever is tried', () => {
  const dir = tempDir();
  const store = openStore(dir, ticking());
  const events: SubmissionEvent[] = [
    ...Object.values(SAMPLES),
    { type: 'Unblocked', to: 'queued' },
  ];
  try {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 25 }), (tried) => {
        const id = submitTo(store);
        for (const event of tried) store.ledger.record(id, event);
        const view = store.ledger.view(id);
        expect(store.ledger.state(id)).toBe(view.state);
        expect(view.seq).toBe(store.ledger.history(id).at(-1)?.seq);
      }),
      { numRuns: 60 },
    );
  } finally {
    store.close();
  }
});
