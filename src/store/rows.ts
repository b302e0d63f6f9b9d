import type { LandingIntent } from '../core/lifecycle/landing-intent.ts';
import type { RecordedEvent, SubmissionEvent } from '../core/lifecycle/events.ts';
import { Fault } from '../core/model/fault.ts';
import type { SubmissionId } from '../core/model/ids.ts';
import { NOTHING_STATED, type Stated } from '../core/model/stated.ts';
import type { SubmissionFacts } from '../core/model/submission.ts';
import type { Row } from './database.ts';

/** A row of the submission table -> its facts. `path` is the store's, for the fault of a damaged one. */
export const factsOf = (row: Row, path: string): SubmissionFacts => ({
  id: row['id'] as SubmissionId,
  submittedAt: row['submitted_at'] as number,
  name: row['name'] as string,
  source: row['source'] as string,
  author: {
    name: row['author_name'] as string,
    email: row['author_email'] as string,
    agent: row['author_agent'] as string | null,
  },
  payloadHash: row['payload_hash'] as string,
  payloadBytes: row['payload_bytes'] as number,
  target: row['target'] as string | null,
  parent: row['parent'] as SubmissionId | null,
  priority: row['priority'] as number,
  stated: row['stated'] === null ? NOTHING_STATED : (parsed(row['stated'], path) as Stated),
});

/** A row of the event table -> the event. `path` is the store's, for the fault of a damaged one. */
export const recordedOf = (row: Row, path: string): RecordedEvent => ({
  seq: row['seq'] as number,
  submission: row['submission'] as SubmissionId,
  at: row['at'] as number,
  event: parsed(row['data'], path) as SubmissionEvent,
});

/** A row of the landing table -> the intent. */
export const intentOf = (row: Row, path: string): LandingIntent =>
  parsed(row['intent'], path) as LandingIntent;

function parsed(text: unknown, path: string): unknown {
  try {
    return JSON.parse(String(text));
  } catch (cause) {
    throw new Fault('store-broken', `The store holds a damaged row: ${path}`, {
      hint: 'Run "sallyport doctor" and keep the file.',
      cause,
    });
  }
}
