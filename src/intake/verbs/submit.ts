import * as z from 'zod';
import { ok } from '../../core/model/result.ts';
import type { StructuredEdit } from '../structured-edits.ts';
import { agentOf, shortLine } from './fields.ts';
import { handedInDocument, handIn, nameOf } from './hand-in.ts';
import { requireHandedIn, RESPONSE_FIELDS } from './response-fields.ts';
import { verb } from './verb.ts';

const input = z.strictObject({
  ...RESPONSE_FIELDS,
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
    const given = requireHandedIn(fields);
    if (!given.ok) return given;
    return ok(
      await handIn(
        context,
        {
          ...given.value,
          name: fields.name ?? nameOf(pathsOf(fields.edits ?? []), call.source),
          agent: agentOf(fields, call),
          target: fields.target ?? null,
          parent: null,
          key: fields.key ?? null,
        },
        call,
      ),
    );
  },
});

export const pathsOf = (edits: readonly StructuredEdit[]): readonly string[] =>
  edits.flatMap(({ path, delete: deleted, rename }) => path ?? deleted ?? rename ?? []);
