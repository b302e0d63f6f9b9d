import type { SubmissionId } from '../../core/model/ids.ts';
import type { Stated } from '../../core/model/stated.ts';
import { committerIdentity } from '../../git/identity.ts';
import { createInbox } from '../../store/inbox.ts';
import * as z from 'zod';
import type { Call, DoorContext } from '../door-context.ts';
import { stateField } from './fields.ts';
import type { Answer } from './verb.ts';

/** What handing in answers: at once, and long before anything is judged. */
export const handedInDocument = z.object({
  id: z.string(),
  state: stateField,
  isRepeat: z
    .boolean()
    .describe('True: the same call was made before, and this is what came of it.'),
  isWorked: z.boolean().describe('False: nothing works the queue; it is stored.'),
  next: z.string(),
});

/** A response on its way into the queue. `key` names the call, so that it can be made again; null: it cannot. */
export interface HandIn {
  readonly name: string;
  readonly agent: string;
  readonly payload: Uint8Array;
  readonly stated: Stated;
  readonly target: string | null;
  readonly parent: SubmissionId | null;
  /** Absent: the usual one. Whether it may be asked for is known already. */
  readonly priority?: number;
  readonly key: string | null;
}

/** Hands a response in; it is on disk when this answers. */
export async function handIn(
  context: DoorContext,
  { name, agent, payload, stated, target, parent, key, ...wishes }: HandIn,
  call: Call,
): Promise<Answer<z.infer<typeof handedInDocument>>> {
  const { id, isRepeat } = createInbox(context.store).submit({
    name,
    source: call.source,
    author: { ...(await committerIdentity(context.repo)), agent },
    payload,
    target,
    parent,
    claimKey: key === null ? null : `${call.source}:${agent}:${key}`,
    stated,
    ...wishes,
  });
  return await handedInAnswer(context, { id, isRepeat });
}

/** Tells the daemon, and answers with the id. */
export async function handedInAnswer(
  context: DoorContext,
  { id, isRepeat }: { readonly id: SubmissionId; readonly isRepeat: boolean },
): Promise<Answer<z.infer<typeof handedInDocument>>> {
  await context.wake();
  const isWorked = context.daemon() !== null;
  const next = isWorked
    ? `Nothing has landed yet: \`wait\` ${id} tells how it ends.`
    : 'Nothing works the queue: ask a person to run `sallyport start`. It is stored and will not be lost.';
  const data = { id, state: context.store.ledger.state(id), isRepeat, isWorked, next };
  const head = isRepeat ? `This was handed in before, as ${id}` : `Taken in as ${id}`;
  return { data, text: `${head}.\nNext: ${next}` };
}

/** Names a submission for people: the files of its edits, else what was given. */
export function nameOf(paths: readonly string[], source: Call['source']): string {
  const [first, ...others] = [...new Set(paths)];
  if (first === undefined) return `${source}-response`;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}
