import { isEnd } from '../../core/lifecycle/transition.ts';
import { Fault } from '../../core/model/fault.ts';
import { decodeBranchPayload, isBranchSubmission } from '../../core/model/branch-payload.ts';
import type { SubmissionId } from '../../core/model/ids.ts';
import { findRef } from '../../git/refs.ts';
import type { Repository } from '../../git/repository.ts';
import { offerRepair, type OfferedRepair, type RepairPlace } from '../../pipeline/offer-repair.ts';
import { resubmit } from '../../intake/resubmit.ts';
import type { Store } from '../../store/open-store.ts';
import { printable, type Output } from '../output.ts';
import { submitterOf } from '../actor.ts';
import {
  PRIORITY_OPTION,
  priorityOf,
  requireAllowed,
  type PriorityOptions,
} from '../asked-priority.ts';
import type { GlobalOptions } from '../cli-context.ts';
import { addCommand, runAction, type CommandHost } from '../command-spec.ts';
import { followSubmission, secondsOf, type FollowOptions } from '../follow-submission.ts';
import { requireSubmission, withStore } from '../workspace.ts';

interface RetryOptions extends GlobalOptions, FollowOptions, PriorityOptions {
  readonly repair?: boolean;
}

/** `retry`: hands the same response in again, or its repair, as a new submission with this one as its parent. */
export function addRetry(host: CommandHost): void {
  addCommand(host, 'retry <id>', 'hand the same response in again, on the branch as it is now')
    .option('--repair', 'hand in the correction that `show` offers instead')
    .option(PRIORITY_OPTION[0], `${PRIORITY_OPTION[1]} (default: the one that it had)`)
    .option('--wait', 'wait until it ended or needs a person')
    .option('--timeout <seconds>', 'with --wait: give up after so long', '600')
    .action((text: string, options: RetryOptions) =>
      runAction(host, options, async ({ context, output }) => {
        secondsOf(options.timeout);
        const priority = priorityOf(options.priority);
        return withStore(context, options, async ({ repo, store }) => {
          const parent = requireSubmission(store, text);
          const state = store.ledger.state(parent);
          if (state === 'landed' || !isEnd(state)) {
            throw new Fault(
              'usage',
              `${parent} is ${state}: only what was refused, failed or cancelled is tried again`,
            );
          }
          const { target } = store.ledger.facts(parent);
          await requireAllowed(context, repo, { priority, target });
          const author = await submitterOf(context, repo);
          const open = { repo, store, clock: Date.now };
          const repair = options.repair === true ? await requireRepair(open, parent) : undefined;
          const id = await resubmit(open, parent, {
            author,
            source: 'cli',
            ...(priority === undefined ? {} : { priority }),
            ...(repair === undefined ? {} : { instead: repair }),
          });
          await sayWhereBranchIs(output, { repo, store }, id);
          return followSubmission({ context, output }, { repo, store }, { id, parent }, options);
        });
      }),
    );
}

/** Throws `Fault` usage where no correction is offered. */
async function requireRepair(open: RepairPlace, id: SubmissionId): Promise<OfferedRepair> {
  const repair = await offerRepair(open, id);
  if (repair !== null) return repair;
  throw new Fault('usage', `no correction is offered for ${id} on the branch as it is now`, {
    hint: `\`sallyport show ${id}\` says what to mend; \`sallyport retry ${id}\` hands the same in again`,
  });
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
