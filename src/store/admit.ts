import type { RecordedEvent } from '../core/lifecycle/events.ts';
import { FIRST_STATE } from '../core/lifecycle/transition.ts';
import type { SubmissionId } from '../core/model/ids.ts';
import { isNothingStated } from '../core/model/stated.ts';
import type { SubmissionFacts } from '../core/model/submission.ts';
import type { Database } from './database.ts';
import { appendEvent } from './ledger.ts';

/** A submission before it has an id. `claimKey` names the claim it came by; null: it cannot come twice. */
export interface Admission extends Omit<SubmissionFacts, 'id' | 'submittedAt'> {
  readonly payload: Uint8Array;
  readonly claimKey: string | null;
}

/** The id that it has now; `isRepeat`: it already had it, since this claim was admitted before. */
export interface Admitted {
  readonly id: SubmissionId;
  readonly isRepeat: boolean;
}

/** Facts, payload and `Submitted`, in one transaction; or the id that the same claim already has. */
export function admit(
  database: Database,
  admission: Admission,
  context: { readonly at: number; readonly random: (bytes: number) => Uint8Array },
): Admitted & { readonly recorded: RecordedEvent | null } {
  return database.immediate(() => {
    const known = idOfClaim(database, admission.claimKey);
    if (known !== null) return { id: known, isRepeat: true, recorded: null };
    const id = freeId(database, context.random);
    insert(database, admission, { id, at: context.at });
    const event = { type: 'Submitted' } as const;
    const seq = appendEvent(database, id, event, context.at);
    database.run('UPDATE submission SET seq = ? WHERE id = ?', seq, id);
    return { id, isRepeat: false, recorded: { seq, submission: id, at: context.at, event } };
  });
}

function insert(
  database: Database,
  admission: Admission,
  { id, at }: { readonly id: SubmissionId; readonly at: number },
): void {
  const { author } = admission;
  database.run(
    `INSERT INTO submission (id, submitted_at, name, source, author_name, author_email, author_agent,
       payload_hash, payload_bytes, target, parent, priority, claim_key, stated, state, seq, changed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)`,
    id,
    at,
    admission.name,
    admission.source,
    author.name,
    author.email,
    author.agent,
    admission.payloadHash,
    admission.payloadBytes,
    admission.target,
    admission.parent,
    admission.priority,
    admission.claimKey,
    isNothingStated(admission.stated) ? null : JSON.stringify(admission.stated),
    FIRST_STATE,
    at,
  );
  database.run('INSERT INTO payload (submission, bytes) VALUES (?, ?)', id, admission.payload);
}

function idOfClaim(database: Database, claimKey: string | null): SubmissionId | null {
  if (claimKey === null) return null;
  const row = database.first('SELECT id FROM submission WHERE claim_key = ?', claimKey);
  return row === null ? null : (row['id'] as SubmissionId);
}

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';
const ID_LENGTH = 8;

function freeId(database: Database, random: (bytes: number) => Uint8Array): SubmissionId {
  for (;;) {
    const id = Array.from(random(ID_LENGTH), (byte) => CROCKFORD[byte % 32]).join('');
    if (database.first('SELECT 1 FROM submission WHERE id = ?', id) === null) {
      return id as SubmissionId;
    }
  }
}
