import * as z from 'zod';
import type { SubmissionId } from '../../core/model/ids.ts';
import { HIGHEST_PRIORITY, LOWEST_PRIORITY } from '../../core/model/priority.ts';
import { ok, refused, type Result } from '../../core/model/result.ts';
import type { Call, DoorContext } from '../door-context.ts';
import { priorityProblem } from '../priority-problem.ts';
import type { CallRefusal } from './verb.ts';

/* Fields that mean the same in every verb. */

/**
 * One line of text that is stored and shown: nothing in it may act on a terminal. Checked here and not by a pattern that
 * is advertised, since clients in other languages read such patterns differently, or not at all.
 */
export const shortLine = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((text) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(text), {
      error: 'give one line without control characters',
    });

export const agentField = shortLine(80)
  .describe('Your name, where several agents share one connection.')
  .optional();

export const idField = shortLine(40).describe('The id of a submission, or its beginning.');

export const targetField = shortLine(300)
  .describe('Branch; left out: the one that the queue lands on.')
  .optional();

export const priorityField = z
  .int()
  .min(LOWEST_PRIORITY)
  .max(HIGHEST_PRIORITY)
  .describe(
    'Place in the queue, 0 being the usual one: higher goes first. Lower it for what can wait; above 0 only where the config lets you.',
  )
  .optional();

export const stateField = z.enum([
  'queued',
  'planning',
  'staging',
  'gating',
  'landing',
  'waiting',
  'held',
  'landed',
  'rejected',
  'failed',
  'cancelled',
]);

/** The agent that a call counts for. */
export const agentOf = (input: { readonly agent?: string | undefined }, call: Call): string =>
  input.agent ?? call.agent;

/** Refuses a priority that a caller may not ask for; undefined: none was asked for. */
export async function requirePriority(
  { repo }: DoorContext,
  priority: number | undefined,
  { agent, target }: { readonly agent: string; readonly target: string | null },
): Promise<Result<{ readonly priority?: number }, CallRefusal>> {
  if (priority === undefined) return ok({});
  const problem = await priorityProblem(repo, { priority, agent, target });
  return problem === null ? ok({ priority }) : refused({ code: 'not-allowed', ...problem });
}

/** A submission by the beginning of its id. */
export function findSubmission(
  { store }: DoorContext,
  text: string,
): Result<SubmissionId, CallRefusal> {
  const found = store.ledger.find(text);
  if (found !== null && found !== 'ambiguous') return ok(found);
  return refused({
    code: 'not-found',
    title:
      found === null
        ? `There is no submission ${JSON.stringify(text)} here`
        : `Several submissions begin with ${JSON.stringify(text)}`,
    hint:
      found === null ? '`log` lists them, newest first.' : 'Give more of the id; `log` lists them.',
  });
}
