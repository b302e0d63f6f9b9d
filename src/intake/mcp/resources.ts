import {
  ResourceNotFoundError,
  ResourceTemplate,
  type McpServer,
  type ReadResourceResult,
} from '@modelcontextprotocol/server';
import type { SubmissionId } from '../../core/model/ids.ts';
import { plainText } from '../../core/model/explain/plain-text.ts';
import type { DoorContext } from '../door-context.ts';
import { listed } from '../verbs/submission-list.ts';

/** Submissions that are listed as resources. */
const LISTED = 20;

/** Submissions, their replies and the queue, for clients that show resources to a person or attach them. */
export function addResources(server: McpServer, context: DoorContext): void {
  const { ledger } = context.store;
  server.registerResource(
    'queue',
    'sallyport://queue',
    {
      title: 'The queue',
      description: 'The last submissions, newest first, and how each stands.',
      mimeType: 'application/json',
    },
    (uri) => {
      const last = listed(context, ledger.list({ newestFirst: true, limit: LISTED }));
      return content(uri, 'application/json', JSON.stringify(last, null, 1));
    },
  );
  server.registerResource(
    'receipt',
    new ResourceTemplate('sallyport://submission/{id}', {
      list: () => ({
        resources: listed(context, ledger.list({ newestFirst: true, limit: LISTED })).map(
          ({ id, state, name, summary }) => ({
            uri: `sallyport://submission/${id}`,
            name: `${id} ${state}`,
            title: plainText(name),
            description: summary,
            mimeType: 'application/json',
          }),
        ),
      }),
    }),
    { title: 'Receipt', description: 'All facts of one submission.', mimeType: 'application/json' },
    (uri, { id }) => {
      const found = submissionAt(context, uri, id);
      const text = context.receiptText(ledger.view(found), ledger.facts(found));
      return content(uri, 'application/json', text);
    },
  );
  server.registerResource(
    'reply',
    new ResourceTemplate('sallyport://submission/{id}/reply', { list: undefined }),
    {
      title: 'Reply',
      description: 'What is wrong with a refused submission, and what to send next.',
      mimeType: 'text/markdown',
    },
    (uri, { id }) => {
      const found = submissionAt(context, uri, id);
      const view = ledger.view(found);
      const reply = context.reply(view, ledger.facts(found));
      return content(
        uri,
        'text/markdown',
        reply ?? `${found} is ${view.state}: nothing to reply.\n`,
      );
    },
  );
}

const content = (uri: URL, mimeType: string, text: string): ReadResourceResult => ({
  contents: [{ uri: uri.href, mimeType, text }],
});

function submissionAt(
  { store }: DoorContext,
  uri: URL,
  id: string | string[] | undefined,
): SubmissionId {
  const found = typeof id === 'string' ? store.ledger.find(id) : null;
  if (found === null || found === 'ambiguous') throw new ResourceNotFoundError(uri.href);
  return found;
}
