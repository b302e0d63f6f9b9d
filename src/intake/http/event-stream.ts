import { setTimeout as pause } from 'node:timers/promises';
import type { RecordedEvent } from '../../core/lifecycle/events.ts';
import type { DoorContext } from '../door-context.ts';

/** Which events to send: those after `after`; of one submission, or of all (null). */
export interface EventRequest {
  readonly after: number;
  readonly submission: string | null;
  /** Ends the stream. */
  readonly signal: AbortSignal;
  /** Told once it has ended, whoever ended it. */
  readonly onEnd: () => void;
}

/** How often the ledger is asked for news, which other processes write too; milliseconds. */
const LOOK_MS = 250;
/** Silence after which a comment is sent, so that both ends notice a dead connection; milliseconds. */
const BEAT_MS = 15_000;
/** Events read at once: a slow reader makes the server wait, not grow. */
const BATCH = 100;

/**
 * The ledger's events as server-sent events. The id of each is its number in the ledger: a reader that was cut off gives
 * the last one back (`Last-Event-ID`) and misses none.
 */
export function eventStream(
  context: DoorContext,
  request: EventRequest,
): ReadableStream<Uint8Array> {
  const source = events(context, request);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done === true) controller.close();
      else controller.enqueue(Buffer.from(value));
    },
    async cancel() {
      await source.return(undefined);
    },
  });
}

async function* events(
  context: DoorContext,
  { after, submission, signal, onEnd }: EventRequest,
): AsyncGenerator<string, undefined, undefined> {
  const { ledger } = context.store;
  let seen = after;
  let silent = 0;
  try {
    yield 'retry: 2000\n\n';
    while (!signal.aborted) {
      const news = ledger.changesSince(seen, BATCH);
      const last = news.at(-1);
      if (last !== undefined) seen = last.seq;
      const wanted = news.filter((one) => submission === null || one.submission === submission);
      if (wanted.length > 0) {
        silent = 0;
        yield wanted.map((one) => frame(context, one)).join('');
      } else if (last === undefined) {
        await pause(LOOK_MS, undefined, { signal }).catch(() => undefined);
        silent += LOOK_MS;
        if (silent < BEAT_MS) continue;
        silent = 0;
        yield ': alive\n\n';
      }
    }
  } finally {
    onEnd();
  }
}

function frame({ store, line }: DoorContext, recorded: RecordedEvent): string {
  const { seq, submission, at, event } = recorded;
  const data = {
    seq,
    submission,
    at: new Date(at).toISOString(),
    type: event.type,
    line: line(recorded, store.ledger.facts(submission).name),
  };
  return `id: ${seq}\nevent: ${event.type}\ndata: ${JSON.stringify(data)}\n\n`;
}
