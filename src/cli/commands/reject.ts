import { Fault } from '../../core/model/fault.ts';
import type { GlobalOptions } from '../cli-context.ts';
import { addCommand, runAction, type CommandHost } from '../command-spec.ts';
import { EXIT } from '../exit-code.ts';
import { actorOf } from '../actor.ts';
import { wakeDaemon } from '../daemon-client.ts';
import { requirePerson } from '../person.ts';
import { requireSubmission, withStore } from '../workspace.ts';

interface RejectOptions extends GlobalOptions {
  readonly message?: string;
}

/** `reject`: a person refuses a held submission. */
export function addReject(host: CommandHost): void {
  addCommand(host, 'reject <id>', 'refuse a held submission (a person only)')
    .option('-m, --message <text>', 'why, for the reply to the author')
    .action((text: string, options: RejectOptions) =>
      runAction(host, options, async ({ context, output }) =>
        withStore(context, options, async ({ repo, store }) => {
          const id = requireSubmission(store, text);
          const view = store.ledger.view(id);
          if (view.state !== 'held') {
            throw new Fault('usage', `${id} is ${view.state}, not held`, {
              hint: '`sallyport cancel` takes back what has not landed',
            });
          }
          await requirePerson(context, options, `Refuse ${id}?`);
          const by = await actorOf(context, repo);
          const comment = options.message ?? '';
          const recorded = store.ledger.record(
            id,
            {
              type: 'Rejected',
              rejections: [
                {
                  code: 'approval-refused',
                  reason: 'person',
                  facts: { by: by.name, comment, holds: view.holds.map(({ code }) => code) },
                },
              ],
              blocks: [],
              notes: [],
              verdicts: [],
              by,
              comment,
            },
            view.seq,
          );
          if (!recorded.ok) {
            throw new Fault('busy', `${id} changed meanwhile`, {
              hint: 'look at it again with `sallyport show`',
            });
          }
          await wakeDaemon(repo);
          output.document({ id, state: store.ledger.state(id) });
          output.line(`Refused ${id}.`);
          return EXIT.done;
        }),
      ),
    );
}
