import * as z from 'zod';
import { ok, refused, type Result } from '../../core/model/result.ts';
import { committerIdentity } from '../../git/identity.ts';
import { findRef } from '../../git/refs.ts';
import type { DoorContext } from '../door-context.ts';
import type { StructuredEdit } from '../structured-edits.ts';
import { takeBranch } from '../take-branch.ts';
import { agentOf, priorityField, requirePriority, shortLine } from './fields.ts';
import { handedInAnswer, handedInDocument, handIn, nameOf } from './hand-in.ts';
import { handedIn, requireHandedIn, RESPONSE_FIELDS } from './response-fields.ts';
import { verb, type Answer, type CallRefusal } from './verb.ts';

const input = z.strictObject({
  ...RESPONSE_FIELDS,
  branch: shortLine(300)
    .describe('Instead of edits: a branch with your commits, such as that of your own worktree.')
    .optional(),
  priority: priorityField,
  name: shortLine(200).describe('A short title for people.').optional(),
  key: shortLine(200)
    .describe('A name of your own for this call: called again with it, nothing is handed in twice.')
    .optional(),
});

/** `submit`: hands edits in, all of which land as one commit or not at all. */
export const submit = verb({
  name: 'submit',
  title: 'Submit edits',
  description:
    'Hand edits in to the queue. They are applied and checked apart from the checkout and land on the branch as one commit, or not at all. Answers with an id at once: `wait` for how it ends. Never write the files yourself.',
  input,
  output: handedInDocument,
  isReadOnly: false,
  isDestructive: false,
  isIdempotent: false,
  async run(context, fields, call) {
    const agent = agentOf(fields, call);
    const target = fields.target ?? null;
    const allowed = await requirePriority(context, fields.priority, { agent, target });
    if (!allowed.ok) return allowed;
    if (fields.branch !== undefined) {
      return submitBranch(context, fields, { name: fields.branch, agent, ...allowed.value });
    }
    const given = requireHandedIn(fields);
    if (!given.ok) return given;
    return ok(
      await handIn(
        context,
        {
          ...given.value,
          ...allowed.value,
          name: fields.name ?? nameOf(pathsOf(fields.edits ?? []), call.source),
          agent,
          target,
          parent: null,
          key: fields.key ?? null,
        },
        call,
      ),
    );
  },
});

/** The same branch at the same commit is handed in once, however often it is asked for. */
async function submitBranch(
  context: DoorContext,
  fields: z.infer<typeof input>,
  { name, agent, ...wishes }: { name: string; agent: string; priority?: number },
): Promise<Result<Answer<z.infer<typeof handedInDocument>>, CallRefusal>> {
  if (fields.edits !== undefined || fields.text !== undefined) {
    return refused({
      code: 'bad-input',
      title: 'A branch and edits were given',
      hint: 'Commit the edits to the branch, or hand them in without it.',
    });
  }
  const given = handedIn(fields);
  if (!given.ok) return given;
  const tip = await findRef(context.repo, name);
  if (tip === null) {
    return refused({
      code: 'unknown-target',
      title: `There is no branch ${JSON.stringify(name)} here`,
      hint: 'Commit your work to a branch of this repository and give its name.',
    });
  }
  const author = { ...(await committerIdentity(context.repo)), agent };
  const { stated } = given.value;
  const target = fields.target ?? null;
  const taken = await takeBranch(context, tip, { author, target, stated, ...wishes });
  return ok(await handedInAnswer(context, taken));
}

const pathsOf = (edits: readonly StructuredEdit[]): readonly string[] =>
  edits.flatMap(({ path, delete: deleted, rename }) => path ?? deleted ?? rename ?? []);
