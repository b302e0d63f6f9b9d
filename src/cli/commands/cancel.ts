import { Fault } from '../../core/model/fault.ts';
import type { Actor } from '../../core/lifecycle/events.ts';
import type { GlobalOptions } from '../cli-context.ts';
import { addCommand, runAction, type CommandHost } from '../command-spec.ts';
import { EXIT } from '../exit-code.ts';
import { actorOf } from '../actor.ts';
import { requireSubmission, withStore } from '../workspace.ts';

/** `cancel`: takes a submission back that has not landed. */
export function addCancel(host: CommandHost): void {
  addCommand(host, 'cancel <id>', 'take back a submission that has not landed yet').action(
    (text: string, options: GlobalOptions) =>
      runAction(host, options, async ({ context, output }) =>
        withStore(context, options, async ({ repo, store }) => {
          const id = requireSubmission(store, text);
          const by: Actor = await actorOf(context, repo);
          const recorded = store.ledger.cancel(id, by);
          if (!recorded.ok) {
            throw new Fault(
              'usage',
              `${id} is ${store.ledger.state(id)} and cannot be cancelled any more`,
              {
                hint: 'a landing is not broken off, and what has ended stays as it ended',
              },
            );
          }
          output.document({ id, state: store.ledger.state(id) });
          output.line(`Cancelled ${id}.`);
          return EXIT.done;
        }),
      ),
  );
}
