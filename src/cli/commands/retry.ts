import { isEnd } from '../../core/lifecycle/transition.ts';
import { Fault } from '../../core/model/fault.ts';
import { decodeBranchPayload, isBranchSubmission } from '../../core/model/branch-payload.ts';
import type { SubmissionId } from '../../core/model/ids.ts';
import { findRef } from '../../git/refs.ts';
import type { Repository } from '../../git/repository.ts';
import { resubmit } from '../../intake/resubmit.ts';
import type { Store } from '../../store/open-store.ts';
import { printable, type Output } from '../output.ts';
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
        const author = await submitterOf(context, repo);
        const id = await resubmit({ repo, store, clock: Date.now }, parent, {
          author,
          source: 'cli',
        });
        await sayWhereBranchIs(output, { repo, store }, id);
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

/** A branch is tried again at the commit that it was at: whoever mended it since wants its new tip. */
async function sayWhereBranchIs(
  output: Output,
  { repo, store }: { readonly repo: Repository; readonly store: Store },
  id: SubmissionId,
): Promise<void> {
  if (!isBranchSubmission(store.ledger.facts(id))) return;
  const { ref, commit } = decodeBranchPayload(store.ledger.payload(id));
  const now = ref === null ? null : await findRef(repo, ref);
  if (now === null || now.commit === commit) return;
  const name = now.ref.replace(/^refs\/heads\//, '');
  output.message(
    `${printable(name)} has moved on since: this is its commit ${commit.slice(0, 10)}. \`sallyport submit --branch ${printable(name)}\` hands in what it is now.`,
  );
}
