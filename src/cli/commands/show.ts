import { Fault } from '../../core/model/fault.ts';
import type { GlobalOptions } from '../cli-context.ts';
import { addCommand, runAction, type CommandHost } from '../command-spec.ts';
import { EXIT } from '../exit-code.ts';
import { replyOf } from '../../reporters/reply.ts';
import { showOutcome } from '../render/show-outcome.ts';
import { requireSubmission, withStore } from '../workspace.ts';

interface ShowOptions extends GlobalOptions {
  readonly reply?: boolean;
  readonly payload?: boolean;
}

/** `show`: where a submission stands and why; or its reply or payload alone, as they are. */
export function addShow(host: CommandHost): void {
  addCommand(host, 'show <id>', 'show where a submission stands, and why')
    .option('--reply', 'print only the text to paste back to the model')
    .option('--payload', 'print only the response, byte for byte')
    .action((text: string, options: ShowOptions) =>
      runAction(host, options, async ({ context, output }) =>
        withStore(context, options, async ({ repo, store }) => {
          if (options.payload === true && output.isJson) {
            throw new Fault('usage', '--payload prints the response itself and --json a document', {
              hint: 'choose one',
            });
          }
          const id = requireSubmission(store, text);
          if (options.payload === true) {
            context.stdout.write(store.ledger.payload(id));
            return EXIT.done;
          }
          const view = store.ledger.view(id);
          if (options.reply !== true) {
            await showOutcome(output, { repo, store }, view);
            return EXIT.done;
          }
          const reply = replyOf(view, store.ledger.facts(id));
          output.document({ id, state: view.state, reply });
          if (!output.isJson) context.stdout.write(reply ?? '');
          if (reply === null) output.message(`${id} is ${view.state}: there is nothing to reply.`);
          return EXIT.done;
        }),
      ),
    );
}
