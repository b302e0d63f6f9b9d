import type { SubmissionView } from '../core/lifecycle/submission-view.ts';
import { isEnd } from '../core/lifecycle/transition.ts';
import { Fault } from '../core/model/fault.ts';
import type { SubmissionId } from '../core/model/ids.ts';
import type { Repository } from '../git/repository.ts';
import { awaitSubmission } from '../store/await-submission.ts';
import type { Store } from '../store/open-store.ts';
import type { CliContext } from './cli-context.ts';
import { runningDaemon, wakeDaemon } from './daemon-client.ts';
import { EXIT, exitCodeOfState, type ExitCode } from './exit-code.ts';
import type { Output } from './output.ts';
import { showOutcome } from './render/show-outcome.ts';

/** How long whoever handed in wants to hear of it. */
export interface FollowOptions {
  readonly wait?: boolean;
  /** Seconds, as they were written. */
  readonly timeout: string;
}

interface Session {
  readonly context: CliContext;
  readonly output: Output;
}

interface Place {
  readonly repo: Repository;
  readonly store: Store;
}

/**
 * Says where a submission stands that was just stored, or, with `wait`, waits for how it ends. Gives the exit status.
 * `facts` go into the document besides. Throws `Fault` usage for a time-out that is none; ask before it is stored:
 * `secondsOf`.
 */
export async function followSubmission(
  { context, output }: Session,
  { repo, store }: Place,
  { id, ...facts }: { readonly id: SubmissionId; readonly parent?: SubmissionId },
  { wait, timeout }: FollowOptions,
): Promise<ExitCode> {
  const isWorked = await wakeDaemon(repo);
  if (!isWorked || wait !== true) {
    output.message(
      isWorked
        ? `Queued as ${id}; \`sallyport wait ${id}\` tells how it ends.`
        : `Stored as ${id}; no daemon runs here. \`sallyport start\` works the queue.`,
    );
    output.document({ id, ...facts, state: store.ledger.state(id), daemon: runningDaemon(repo) });
    output.line(id);
    return isWorked ? EXIT.done : EXIT.held;
  }
  return awaitOutcome({ context, output }, { repo, store }, { id, timeout });
}

/** Waits until a submission ended, is held, or waits for the checkout, and shows it; the exit status says which. */
export async function awaitOutcome(
  { context, output }: Session,
  { repo, store }: Place,
  { id, timeout }: { readonly id: SubmissionId; readonly timeout: string },
): Promise<ExitCode> {
  const view = await awaitSubmission(store, id, {
    timeoutMs: secondsOf(timeout) * 1_000,
    signal: context.signal,
    isWorked: () => runningDaemon(repo) !== null,
  });
  await showOutcome(output, { repo, store }, view);
  sayUnfinished(output, view, runningDaemon(repo) !== null);
  return exitCodeOfState(view.state);
}

/** Says why a wait gave up on a submission that nothing is wrong with. */
function sayUnfinished(output: Output, { id, state }: SubmissionView, isWorked: boolean): void {
  if (isEnd(state) || state === 'held' || state === 'waiting') return;
  output.message(
    isWorked
      ? `The time is up and ${id} is not through yet; \`sallyport wait ${id}\` waits on.`
      : 'No daemon runs here; `sallyport start` works the queue.',
  );
}

/** Seconds from an option. Throws `Fault` usage for anything but a positive number. */
export function secondsOf(text: string): number {
  const seconds = Number(text);
  if (Number.isFinite(seconds) && seconds > 0) return seconds;
  throw new Fault('usage', `--timeout takes seconds, not ${JSON.stringify(text)}`);
}
