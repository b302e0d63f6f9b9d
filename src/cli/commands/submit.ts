import type { CliContext, GlobalOptions } from '../cli-context.ts';
import { submitterOf } from '../actor.ts';
import {
  PRIORITY_OPTION,
  priorityOf,
  requireAllowed,
  type PriorityOptions,
} from '../asked-priority.ts';
import { addCommand, runAction, type CommandHost } from '../command-spec.ts';
import { followSubmission, secondsOf, type FollowOptions } from '../follow-submission.ts';
import { handInBranch, type BranchOptions } from '../hand-in-branch.ts';
import { readPayload } from '../read-payload.ts';
import { Fault } from '../../core/model/fault.ts';
import type { SubmissionId } from '../../core/model/ids.ts';
import { USUAL_PRIORITY } from '../../core/model/priority.ts';
import type { Repository } from '../../git/repository.ts';
import { createInbox } from '../../store/inbox.ts';
import type { Store } from '../../store/open-store.ts';
import { withStore } from '../workspace.ts';

type SubmitOptions = GlobalOptions & BranchOptions & FollowOptions & PriorityOptions;

/** `submit`: hands a response or a branch in. It is stored when this returns, whether a daemon runs or not. */
export function addSubmit(host: CommandHost): void {
  addCommand(host, 'submit [file]', 'hand a response or a branch in to the queue')
    .option('--branch [ref]', 'hand in the commits of a branch (default: the one checked out)')
    .option('--commit <commit>', 'hand in the commits up to this one')
    .option('--deletes <path...>', 'with --branch or --commit: files that are deleted on purpose')
    .option('--target <branch>', 'the branch to land on')
    .option(...PRIORITY_OPTION)
    .option('--wait', 'wait until it ended or needs a person')
    .option('--timeout <seconds>', 'with --wait: give up after so long', '600')
    .action((file: string | undefined, options: SubmitOptions) =>
      runAction(host, options, async ({ context, output }) => {
        secondsOf(options.timeout);
        const priority = priorityOf(options.priority);
        requireOneKind(file, options);
        return withStore(context, options, async ({ repo, store }) => {
          const { target = null } = options;
          await requireAllowed(context, repo, { priority, target });
          const id =
            (await handInBranch({ context, output }, { repo, store }, { ...options, priority })) ??
            (await handInResponse(context, { repo, store }, { file, target, priority }));
          return followSubmission({ context, output }, { repo, store }, { id }, options);
        });
      }),
    );
}

interface ResponseOptions {
  readonly file: string | undefined;
  readonly target: string | null;
  readonly priority: number | undefined;
}

async function handInResponse(
  context: CliContext,
  { repo, store }: { readonly repo: Repository; readonly store: Store },
  { file, target, priority = USUAL_PRIORITY }: ResponseOptions,
): Promise<SubmissionId> {
  const payload = await readPayload(context, file);
  const { id } = createInbox(store).submit({
    name: payload.name,
    source: 'cli',
    author: await submitterOf(context, repo),
    payload: payload.bytes,
    target,
    parent: null,
    claimKey: null,
    priority,
  });
  return id;
}

/** A submission is a response, a branch or a commit. Throws `Fault` usage where options ask for two of them. */
function requireOneKind(file: string | undefined, options: SubmitOptions): void {
  const { branch, commit, deletes } = options;
  const isBranch = branch !== undefined || commit !== undefined;
  if (branch !== undefined && commit !== undefined) {
    throw new Fault('usage', '--branch and --commit each name what is handed in: choose one');
  }
  if (isBranch && file !== undefined) {
    throw new Fault('usage', `a branch is handed in without a response, and ${file} is one`, {
      hint: 'hand them in one after the other',
    });
  }
  if (!isBranch && deletes !== undefined) {
    throw new Fault('usage', '--deletes is for --branch and --commit', {
      hint: 'a response that deletes a file says so itself',
    });
  }
}
