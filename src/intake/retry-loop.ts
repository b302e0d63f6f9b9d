/**
 * The door of the program that answers for the model: asks it for the next attempt of what was refused.
 *
 * States: up to which event of the ledger everything is settled is one note in the store; what was asked and gave nothing
 * is a note of its own for each submission; the rest may be lost at any moment. Invariants: the next attempt of a
 * submission is handed in once, by a claim that names it, also where a crash makes the program run twice; nobody is asked
 * for what somebody sent a next attempt of meanwhile; each submission is asked for once. Caller: the daemon.
 */
import {
  answerOf,
  mayBeAnswered,
  type Answer,
  type AnswerRun,
} from '../core/lifecycle/answering.ts';
import { isRetryExhausted } from '../core/lifecycle/retry.ts';
import type { SubmissionView } from '../core/lifecycle/submission-view.ts';
import { sha256 } from '../core/model/content-hash.ts';
import type { SubmissionId } from '../core/model/ids.ts';
import type { SubmissionFacts } from '../core/model/submission.ts';
import type { Source } from '../core/lifecycle/events.ts';
import type { Command, Config } from '../config/config.ts';
import { attemptsOf } from '../store/attempts.ts';
import { createInbox } from '../store/inbox.ts';
import type { Store } from '../store/open-store.ts';
import { answerTo, noteAnswer } from './answers.ts';

/** One question to the program. */
export interface RetryQuestion {
  readonly command: Command;
  readonly packet: string;
  /** Seconds. */
  readonly timeout: number;
  /** Names of variables that it gets besides the usual ones. */
  readonly env: readonly string[];
  /** Bytes of output at most. */
  readonly maxBytes: number;
  readonly submission: SubmissionId;
  /** 1 for the first attempt after the first. */
  readonly attempt: number;
  readonly signal: AbortSignal;
}

export interface RetryLoopOptions {
  readonly store: Store;
  /** The config that judged a submission. */
  readonly configOf: (view: SubmissionView) => Promise<Config>;
  /** Whether a person allowed what the config runs. */
  readonly isTrusted: (config: Config) => boolean;
  /** What the program is told; null: nothing. */
  readonly packetOf: (
    view: SubmissionView,
    facts: SubmissionFacts,
    response: Uint8Array,
  ) => string | null;
  /** Never rejects. */
  readonly run: (question: RetryQuestion) => Promise<AnswerRun>;
  readonly onSubmitted: (id: SubmissionId) => void;
  readonly log: {
    readonly info: (message: string, fields?: Readonly<Record<string, unknown>>) => void;
    readonly warn: (message: string, fields?: Readonly<Record<string, unknown>>) => void;
  };
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export interface RetryLoop {
  /** The ledger may have news. */
  readonly wake: () => void;
  /** Ends the programs that run; what they were asked is asked again on the next start. */
  readonly close: () => Promise<void>;
}

/** Programs that run at once. */
const AT_ONCE = 2;
/** A refusal that nobody answered for this long, because no daemon ran, is no longer answered by itself; milliseconds. */
const STALE_MS = 60 * 60 * 1_000;

const SETTLED = 'retry-settled';
/**
 * Events without a refusal after which it is written down where the loop is. Each note is a write to the disk, as dear as an
 * event itself; one that is behind costs the next start a look at so many events, and no refusal is asked about twice.
 */
const NOTED_EVERY = 1_000;

/** Answers refusals from now on, and those that an earlier process left unanswered. */
export function runRetryLoop(options: RetryLoopOptions): RetryLoop {
  const { store, log, clock } = options;
  const stopping = new AbortController();
  const waiting: { readonly seq: number; readonly id: SubmissionId }[] = [];
  const running = new Map<number, Promise<void>>();
  let seen = settledSeq(store);
  let noted = seen;

  const settle = (): void => {
    const open = [...running.keys(), ...waiting.map(({ seq }) => seq)];
    const settled = Math.min(seen, ...open.map((seq) => seq - 1));
    if (settled === noted) return;
    store.values.set(SETTLED, String(settled));
    noted = settled;
  };
  const start = (): void => {
    while (running.size < AT_ONCE && !stopping.signal.aborted) {
      const next = waiting.shift();
      if (next === undefined) return;
      const work = answer(options, next.id, stopping.signal)
        .catch((error: unknown) =>
          log.warn(`${next.id}: asking for a next attempt failed`, { error }),
        )
        .finally(() => {
          running.delete(next.seq);
          if (stopping.signal.aborted) return;
          settle();
          start();
        });
      running.set(next.seq, work);
    }
  };
  const look = (): void => {
    if (stopping.signal.aborted) return;
    for (;;) {
      const news = store.ledger.changesSince(seen);
      if (news.length === 0) break;
      for (const { seq, at, submission, event } of news) {
        seen = seq;
        const isFresh = clock() - at < STALE_MS;
        if (event.type === 'Rejected' && isFresh) waiting.push({ seq, id: submission });
      }
    }
    if (seen - noted >= NOTED_EVERY) settle();
    start();
  };
  look();
  return {
    wake: look,
    close: async () => {
      settle();
      stopping.abort(new Error('the daemon is stopping'));
      await Promise.all(running.values());
    },
  };
}

/** Where the ledger was when the loop came to be; refusals of before are nobody's to answer. */
function settledSeq({ values, ledger }: Store): number {
  const known = values.get(SETTLED);
  if (known !== null) return Number(known);
  const now = ledger.lastSeq();
  values.set(SETTLED, String(now));
  return now;
}

async function answer(
  options: RetryLoopOptions,
  id: SubmissionId,
  signal: AbortSignal,
): Promise<void> {
  const { store, log } = options;
  const question = await questionOf(options, id, signal);
  if (question === null) return;
  log.info(`${id}: asking for attempt ${question.attempt}`);
  const run = await options.run(question);
  if (run.kind === 'stopped' || signal.aborted) return;
  if (store.ledger.children(id).length > 0) {
    log.info(`${id}: somebody sent a next attempt meanwhile; the program's is left out`);
    return;
  }
  const given = take(options, id, run);
  noteAnswer(store, id, given);
  if (given.kind === 'gave-up') log.warn(`${id}: no next attempt: ${given.detail}`);
}

/** Null where nobody is to be asked. */
async function questionOf(
  { store, configOf, isTrusted, packetOf, log }: RetryLoopOptions,
  id: SubmissionId,
  signal: AbortSignal,
): Promise<RetryQuestion | null> {
  const { ledger } = store;
  const [view, facts] = [ledger.view(id), ledger.facts(id)];
  if (!mayBeAnswered(view, facts) || ledger.children(id).length > 0) return null;
  if (answerTo(store, id) !== null) return null;
  const config = await configOf(view);
  const { command, max, timeout, env } = config.retry;
  if (command === null) return null;
  const tries = attemptsOf(ledger, id);
  // The one past the last is still asked for: it is held for a person to look at.
  const why = isRetryExhausted(tries, max)
    ? `it was tried ${tries} times already (retry.max)`
    : isTrusted(config)
      ? null
      : '`retry.command` may not run on this machine yet: `sallyport config trust`';
  if (why !== null) {
    noteAnswer(store, id, { kind: 'gave-up', detail: why });
    log.warn(`${id}: no next attempt: ${why}`);
    return null;
  }
  const packet = packetOf(view, facts, ledger.payload(id));
  if (packet === null) return null;
  const maxBytes = config.limits.response;
  return { command, packet, timeout, env, maxBytes, submission: id, attempt: tries + 1, signal };
}

/** Makes the next attempt of what was printed. */
function take({ store, onSubmitted }: RetryLoopOptions, id: SubmissionId, run: AnswerRun): Answer {
  if (run.kind !== 'printed') {
    return { kind: 'gave-up', detail: run.kind === 'broke' ? run.detail : 'it was stopped' };
  }
  const { ledger } = store;
  const hash = sha256(run.output);
  const detail = answerOf(run.output, { hash, tried: triedBefore(store, id) });
  if (detail !== null) return { kind: 'gave-up', detail };
  const { name, source, author, target, stated, priority } = ledger.facts(id);
  const { id: next, isRepeat } = createInbox(store).submit({
    name,
    source: source as Source,
    author,
    target,
    parent: id,
    payload: run.output,
    claimKey: `retry:${id}`,
    priority,
    // What was read for the first attempt says nothing of the next; what it is called does.
    stated: { base: null, reads: [], readTokens: [], message: stated.message, deletes: [] },
  });
  if (!isRepeat) onSubmitted(next);
  return { kind: 'answered', submission: next };
}

/** The hashes of a submission's response and of those before it. */
function triedBefore({ ledger }: Store, id: SubmissionId): ReadonlySet<string> {
  const hashes = new Set<string>();
  for (let at: SubmissionId | null = id; at !== null;) {
    const facts: SubmissionFacts = ledger.facts(at);
    hashes.add(facts.payloadHash);
    at = facts.parent;
  }
  return hashes;
}
