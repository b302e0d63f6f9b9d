import type { GetPromptResult, McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { ANSWER_FORMATS, type AnswerFormatName } from '../../core/formats/answer-format.ts';
import type { DoorContext } from '../door-context.ts';
import { editFormat } from './edit-format.ts';

/** Prompts that a person picks in a client: how edits are written, and mending a refused submission. */
export function addPrompts(server: McpServer, context: DoorContext): void {
  server.registerPrompt(
    'edit_format',
    {
      title: 'How to write edits',
      description: 'The forms in which edits of this repository are handed in.',
      argsSchema: z.object({
        format: z
          .string()
          .describe(`Format of a response in text: ${ANSWER_FORMATS.join(', ')}.`)
          .optional(),
      }),
    },
    ({ format }) => prompt(editFormat(ANSWER_FORMATS.find((one) => one === format) ?? USUAL)),
  );
  server.registerPrompt(
    'fix_rejection',
    {
      title: 'Mend a refused submission',
      description: 'The reply to a refused submission, and what to do with it.',
      argsSchema: z.object({ id: z.string().max(40).describe('The id of the submission.') }),
    },
    ({ id }) => prompt(fixRejection(context, id)),
  );
}

const USUAL: AnswerFormatName = 'search-replace';

const prompt = (text: string): GetPromptResult => ({
  messages: [{ role: 'user', content: { type: 'text', text } }],
});

function fixRejection({ store, reply }: DoorContext, spelt: string): string {
  const id = store.ledger.find(spelt);
  if (id === null || id === 'ambiguous') {
    return `There is no one submission ${JSON.stringify(spelt)} here. List them with the \`log\` tool and ask which one is meant.`;
  }
  const view = store.ledger.view(id);
  const said = reply(view, store.ledger.facts(id));
  if (said === null) return `Submission ${id} is ${view.state}: there is nothing to mend.`;
  return [
    `Mend submission ${id}. This is what the queue said about it:`,
    said.trimEnd(),
    `Read the files that it names with the \`read\` tool, mend the edits, and send all of them, also those that were fine, with \`resubmit\` and the new read token. Then \`wait\` for it.`,
  ].join('\n\n');
}
