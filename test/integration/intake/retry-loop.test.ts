import { describe, expect, onTestFinished, test } from 'vitest';
import type { AnswerRun } from '../../../src/core/lifecycle/answering.ts';
import type { SubmissionEvent } from '../../../src/core/lifecycle/events.ts';
import type { SubmissionId } from '../../../src/core/model/ids.ts';
import { DEFAULT_CONFIG } from '../../../src/config/defaults.ts';
import { answerTo } from '../../../src/intake/answers.ts';
import {
  runRetryLoop,
  type RetryLoop,
  type RetryQuestion,
} from '../../../src/intake/retry-loop.ts';
import { attemptsOf } from '../../../src/store/attempts.ts';
import type { Store } from '../../../src/store/open-store.ts';
import { until } from '../../support/sallyport-command.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { submitTo, testStore } from '../store/store-fixture.ts';

const REFUSED: SubmissionEvent = {
  type: 'Rejected',
  rejections: [{ code: 'stale-anchor', path: 'a.ts' }],
  blocks: [],
  notes: [],
  verdicts: [],
};

const refusedTo = (store: Store, text: string, parent: SubmissionId | null = null) => {
  const id = submitTo(store, { payload: Buffer.from(text), parent });
  store.ledger.record(id, REFUSED);
  return id;
};

const printed = (text: string): AnswerRun => ({ kind: 'printed', output: Buffer.from(text) });

interface Asked extends RetryQuestion {
  readonly give: (run: AnswerRun) => void;
}

/** A loop whose program answers when the test says so. */
function loopOn(
  store: Store,
  options: { readonly isTrusted?: boolean; readonly hasCommand?: boolean } = {},
): {
  readonly loop: RetryLoop;
  readonly asked: Asked[];
  readonly said: string[];
  readonly submitted: SubmissionId[];
} {
  const { isTrusted = true, hasCommand = true } = options;
  const asked: Asked[] = [];
  const said: string[] = [];
  const submitted: SubmissionId[] = [];
  const command = { kind: 'words', words: ['model'] } as const;
  const loop = runRetryLoop({
    store,
    configOf: () =>
      Promise.resolve({
        ...DEFAULT_CONFIG,
        retry: { ...DEFAULT_CONFIG.retry, max: 2, command: hasCommand ? command : null },
      }),
    isTrusted: () => isTrusted,
    packetOf: (view, _, response) => `${view.id} ${Buffer.from(response).toString()}`,
    run: (question) =>
      new Promise((resolve) => {
        question.signal.addEventListener('abort', () => resolve({ kind: 'stopped' }));
        asked.push({ ...question, give: resolve });
      }),
    onSubmitted: (id) => submitted.push(id),
    log: { info: () => undefined, warn: (message) => said.push(message) },
    clock: () => 2_000,
  });
  onTestFinished(loop.close);
  return { loop, asked, said, submitted };
}

const give = async (asked: readonly Asked[], at: number, run: AnswerRun): Promise<void> => {
  await until(() => asked.length > at, `question ${at}`);
  asked[at]?.give(run);
};

describe('the program that answers for the model', () => {
  test('is asked once for what is refused from now on, and its answer is the next attempt', async () => {
    const store = testStore(tempDir());
    refusedTo(store, 'before the loop');
    const { loop, asked, submitted } = loopOn(store);
    const id = refusedTo(store, 'one');
    loop.wake();
    loop.wake();
    await give(asked, 0, printed('two'));
    await until(() => submitted.length === 1, 'the next attempt');
    const next = submitted[0];
    if (next === undefined) throw new Error('none');
    expect(asked.map(({ packet, attempt, submission }) => [packet, attempt, submission])).toEqual([
      [`${id} one`, 1, id],
    ]);
    expect(store.ledger.facts(next)).toMatchObject({
      parent: id,
      name: 'answer.md',
      source: 'drop-folder',
      author: { name: 'Ada', agent: null },
    });
    expect([Buffer.from(store.ledger.payload(next)).toString(), answerTo(store, id)]).toEqual([
      'two',
      { kind: 'answered', submission: next },
    ]);
  });

  test('goes on until the last attempt, and one more that a person looks at', async () => {
    const store = testStore(tempDir());
    const { loop, asked, submitted, said } = loopOn(store);
    let id = refusedTo(store, 'try 0');
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      loop.wake();
      await give(asked, attempt - 1, printed(`try ${attempt}`));
      await until(() => submitted.length === attempt, 'the next attempt');
      id = submitted[attempt - 1] ?? id;
      expect(attemptsOf(store.ledger, id)).toBe(attempt);
      store.ledger.record(id, REFUSED);
    }
    loop.wake();
    await until(() => answerTo(store, id) !== null, 'the loop gives up');
    expect([asked.length, answerTo(store, id), said.length]).toEqual([
      3,
      { kind: 'gave-up', detail: 'it was tried 3 times already (retry.max)' },
      1,
    ]);
  });

  test.each([
    ['', 'it printed nothing'],
    ['  \n', 'it printed nothing'],
    ['second', 'it printed a response that was refused already'],
    ['first', 'it printed a response that was refused already'],
  ])('stops at an answer of %j', async (text, detail) => {
    const store = testStore(tempDir());
    const { loop, asked, said } = loopOn(store);
    const first = refusedTo(store, 'first');
    const second = refusedTo(store, 'second', first);
    loop.wake();
    // The first has a next attempt already: only the second is asked about.
    await give(asked, 0, printed(text));
    await until(() => answerTo(store, second) !== null, 'the loop gives up');
    expect([asked.length, answerTo(store, second), store.ledger.children(second)]).toEqual([
      1,
      { kind: 'gave-up', detail },
      [],
    ]);
    expect(said).toEqual([`${second}: no next attempt: ${detail}`]);
  });

  test('leaves its answer out where somebody was sooner', async () => {
    const store = testStore(tempDir());
    const { loop, asked } = loopOn(store);
    const id = refusedTo(store, 'one');
    loop.wake();
    await until(() => asked.length === 1, 'the question');
    const mine = submitTo(store, { parent: id });
    await give(asked, 0, printed('two'));
    const other = refusedTo(store, 'other');
    loop.wake();
    await until(() => asked.length === 2, 'the next question');
    expect([store.ledger.children(id), answerTo(store, id), asked[1]?.submission]).toEqual([
      [mine],
      null,
      other,
    ]);
  });

  test('is not asked where it may not run, and not where there is none', async () => {
    const store = testStore(tempDir());
    const untrusted = loopOn(store, { isTrusted: false });
    const id = refusedTo(store, 'one');
    untrusted.loop.wake();
    await until(() => answerTo(store, id) !== null, 'the loop gives up');
    expect(answerTo(store, id)).toMatchObject({ detail: expect.stringContaining('config trust') });
    await untrusted.loop.close();

    const without = loopOn(store, { hasCommand: false });
    const other = refusedTo(store, 'two');
    without.loop.wake();
    await until(
      () => Number(store.values.get('retry-settled')) === store.ledger.lastSeq(),
      'settled',
    );
    expect([answerTo(store, other), without.asked]).toEqual([null, []]);
  });

  test('two at a time, and the rest in turn', async () => {
    const store = testStore(tempDir());
    const { loop, asked, submitted } = loopOn(store);
    for (const text of ['a', 'b', 'c']) refusedTo(store, text);
    loop.wake();
    await until(() => asked.length === 2, 'two questions');
    await give(asked, 1, printed('B'));
    await until(() => asked.length === 3, 'the third question');
    await give(asked, 0, printed('A'));
    await give(asked, 2, printed('C'));
    await until(() => submitted.length === 3, 'all answers');
  });
});

describe('after a crash', () => {
  test('what was asked is asked again, what was answered is not, and no attempt is made twice', async () => {
    const dir = tempDir();
    const store = testStore(dir);
    const first = loopOn(store);
    const [answered, gaveUp, open] = ['a', 'b', 'c'].map((text) => refusedTo(store, text));
    first.loop.wake();
    await give(first.asked, 0, printed('A'));
    await give(first.asked, 1, printed(''));
    await until(() => first.asked.length === 3, 'the third question');
    await first.loop.close();

    const second = loopOn(testStore(dir));
    await until(() => second.asked.length === 1, 'the open question');
    expect(second.asked[0]?.submission).toBe(open);
    // The first process had got as far as handing it in.
    const known = submitTo(store, { parent: gaveUp ?? null, claimKey: `retry:${open}` });
    await give(second.asked, 0, printed('C'));
    await until(() => answerTo(store, open as SubmissionId) !== null, 'the answer is known');
    expect(answerTo(store, open as SubmissionId)).toEqual({ kind: 'answered', submission: known });
    expect([second.submitted, store.ledger.list().length]).toEqual([[], 5]);
    expect(store.ledger.children(answered as SubmissionId).length).toBe(1);
  });
});
