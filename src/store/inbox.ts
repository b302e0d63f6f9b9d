import { sha256 } from '../core/model/content-hash.ts';
import type { SubmissionId } from '../core/model/ids.ts';
import { USUAL_PRIORITY } from '../core/model/priority.ts';
import { NOTHING_STATED, type Stated } from '../core/model/stated.ts';
import type { SubmissionFacts } from '../core/model/submission.ts';
import type { Source } from '../core/lifecycle/events.ts';
import type { Admitted } from './admit.ts';
import type { Store } from './open-store.ts';

/** What an intake hands in. */
export interface Delivery {
  /** File name or short title, for people. */
  readonly name: string;
  readonly source: Source;
  readonly author: SubmissionFacts['author'];
  readonly payload: Uint8Array;
  /** Branch asked for; null: decided when it is claimed. */
  readonly target: string | null;
  readonly parent: SubmissionId | null;
  /** Names the claim that it came by (not its content); null where it cannot be delivered twice. */
  readonly claimKey: string | null;
  /** What is stated beside the payload; absent: nothing. */
  readonly stated?: Stated;
  /** See `isPriority`; absent: the usual one. Whether the caller may ask for it is the door's to know. */
  readonly priority?: number;
}

/**
 * The only way in. What is handed in is on disk when `submit` returns. The same claim again is the same submission; the
 * same content under another claim is a new one.
 */
export interface Inbox {
  readonly submit: (delivery: Delivery) => Admitted;
}

/** Characters of a name that are kept. */
const MAX_NAME = 300;

export function createInbox(store: Pick<Store, 'admit'>): Inbox {
  return {
    submit: (delivery) =>
      store.admit({
        ...delivery,
        stated: delivery.stated ?? NOTHING_STATED,
        priority: delivery.priority ?? USUAL_PRIORITY,
        name: delivery.name.replaceAll('\0', '').toWellFormed().slice(0, MAX_NAME),
        payloadHash: sha256(delivery.payload),
        payloadBytes: delivery.payload.length,
      }),
  };
}
