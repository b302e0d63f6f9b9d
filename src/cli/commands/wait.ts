import type { SubmissionView } from '../../core/lifecycle/submission-view.ts';
import { isEnd } from '../../core/lifecycle/transition.ts';
import { Fault } from '../../core/model/fault.ts';
import type { GlobalOptions } from '../cli-context.ts';
import { awaitSubmission } from '../../store/await-submission.ts';
import { addCommand, runAction, type CommandHost } from '../command-spec.ts';
import { runningDaemon } from '../daemon-client.ts';
import { exitCodeOfState } from '../exit-code.ts';
import type { Output } from '../output.ts';
import { showOutcome } from '../render/show-outcome.ts';
import { requireSubmission, withStore } from '../workspace.ts';

interface WaitOptions extends GlobalOptions {
  readonly timeout: string;
}

/** `wait`: returns when a submission ended, is held, or waits for the checkout; the exit status says which. */
export function addWait(host: CommandHost): void {
  addCommand(host, 'wait <id>', 'wait until a submission ended or needs a person')
    .option('--timeout <seconds>', 'give up after so long', '600')
    .action((text: string, options: WaitOptions) =>
      runAction(host, options, async ({ context, output }) =>
        withStore(context, options, async ({ repo, store }) => {
          const id = requireSubmission(store, text);
          const view = await awaitSubmission(store, id, {
            timeoutMs: secondsOf(options.timeout) * 1_000,
            signal: context.signal,
            isWorked: () => runningDaemon(repo) !== null,
          });
          await showOutcome(output, { repo, store }, view);
          sayUnfinished(output, view, runningDaemon(repo) !== null);
          return exitCodeOfState(view.state);
        }),
      ),
    );
}

/** Says why a wait gave up on a submission that nothing is wrong with. */
export function sayUnfinished(
  output: Output,
  { id, state, setback }: SubmissionView,
  isWorked: boolean,
) {
  if (isEnd(state) || state === 'held' || state === 'waiting') return;
  if (isWorked && setback !== null) {
    output.message(`Mend that, and ${id} goes on by itself; \`sallyport wait ${id}\` waits on.`);
    return;
  }
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
