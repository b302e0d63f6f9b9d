import { isEnd } from '../../core/lifecycle/transition.ts';
import { Fault } from '../../core/model/fault.ts';
import { createInbox } from '../../store/inbox.ts';
import { submitterOf } from '../actor.ts';
import type { GlobalOptions } from '../cli-context.ts';
import { addCommand, runAction, type CommandHost } from '../command-spec.ts';
import { wakeDaemon } from '../daemon-client.ts';
import { EXIT } from '../exit-code.ts';
import { requireSubmission, withStore } from '../workspace.ts';

/** `retry`: hands the same response in again, as a new submission with this one as its parent. */
export function addRetry(host: CommandHost): void {
  addCommand(
    host,
    'retry <id>',
    'hand the same response in again, on the branch as it is now',
  ).action((text: string, options: GlobalOptions) =>
    runAction(host, options, async ({ context, output }) =>
      withStore(context, options, async ({ repo, store }) => {
        const parent = requireSubmission(store, text);
        const state = store.ledger.state(parent);
        if (state === 'landed' || !isEnd(state)) {
          throw new Fault(
            'usage',
            `${parent} is ${state}: only what was refused, failed or cancelled is tried again`,
          );
        }
        const facts = store.ledger.facts(parent);
        const { id } = createInbox(store).submit({
          name: facts.name,
          source: 'cli',
          author: await submitterOf(context, repo),
          payload: store.ledger.payload(parent),
          target: facts.target,
          parent,
          claimKey: null,
          stated: facts.stated,
        });
        const isWorked = await wakeDaemon(repo);
        output.document({ id, parent, state: store.ledger.state(id) });
        output.line(id);
        output.message(
          isWorked
            ? `Queued as ${id}; \`sallyport wait ${id}\` tells how it ends.`
            : `Stored as ${id}; no daemon runs here. \`sallyport start\` works the queue.`,
        );
        return isWorked ? EXIT.done : EXIT.held;
      }),
    ),
  );
}
