import { Fault } from '../../core/model/fault.ts';
import { explain } from '../../core/model/explain.ts';
import { openTrust } from '../../config/trust.ts';
import type { GlobalOptions } from '../cli-context.ts';
import { addCommand, runAction, type CommandHost } from '../command-spec.ts';
import { EXIT } from '../exit-code.ts';
import { actorOf } from '../actor.ts';
import { wakeDaemon } from '../daemon-client.ts';
import { printable } from '../output.ts';
import { requirePerson } from '../person.ts';
import { requireSubmission, withStore } from '../workspace.ts';

interface ApproveOptions extends GlobalOptions {
  readonly message?: string;
}

/** `approve`: a person's word that the reasons for which a submission is held do not matter for this very patch. */
export function addApprove(host: CommandHost): void {
  addCommand(host, 'approve <id>', 'let a held submission go on (a person only)')
    .option('-m, --message <text>', 'why, for the receipt')
    .action((text: string, options: ApproveOptions) =>
      runAction(host, options, async ({ context, output }) =>
        withStore(context, options, async ({ repo, store }) => {
          const id = requireSubmission(store, text);
          const view = store.ledger.view(id);
          if (view.state !== 'held' || view.patchId === null) {
            throw new Fault(
              'usage',
              `${id} is ${view.state}, not held: there is nothing to approve`,
            );
          }
          for (const hold of view.holds) {
            const { title, body } = explain(hold);
            output.message(`held: ${printable(title)}${body === '' ? '' : `\n${printable(body)}`}`);
          }
          for (const { path, linesAdded, linesRemoved } of view.files) {
            output.message(`  ${printable(path)}  +${linesAdded} -${linesRemoved}`);
          }
          await requirePerson(context, options, `Approve ${id} for these reasons?`);
          const by = await actorOf(context, repo);
          const reasons = [...new Set(view.holds.map(({ code }) => code))];
          const recorded = store.ledger.record(
            id,
            {
              type: 'Approved',
              patchId: view.patchId,
              reasons,
              by,
              comment: options.message ?? '',
            },
            view.seq,
          );
          if (!recorded.ok) {
            throw new Fault('busy', `${id} changed meanwhile`, {
              hint: 'look at it again with `sallyport show`',
            });
          }
          const trust = openTrust(repo.stateDir, Date.now);
          for (const hash of trustedHashes(view.holds)) trust.trust(hash, by.name);
          await wakeDaemon(repo);
          output.document({ id, state: store.ledger.state(id), reasons });
          output.line(`Approved ${id} (${reasons.join(', ')}); it goes on.`);
          return EXIT.done;
        }),
      ),
    );
}

/** Approving a submission that only waited for the config's commands to be trusted trusts them. */
const trustedHashes = (
  holds: readonly { readonly code: string; readonly facts?: Readonly<Record<string, unknown>> }[],
): readonly string[] =>
  holds
    .filter(({ code }) => code === 'untrusted-config')
    .map(({ facts }) => facts?.['hash'])
    .filter((hash) => typeof hash === 'string');
