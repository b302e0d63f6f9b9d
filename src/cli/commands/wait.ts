import type { GlobalOptions } from '../cli-context.ts';
import { addCommand, runAction, type CommandHost } from '../command-spec.ts';
import { awaitOutcome } from '../follow-submission.ts';
import { requireSubmission, withStore } from '../workspace.ts';

interface WaitOptions extends GlobalOptions {
  readonly timeout: string;
}

/** `wait`: returns when a submission ended, is held, or waits for the checkout; the exit status says which. */
export function addWait(host: CommandHost): void {
  addCommand(host, 'wait <id>', 'wait until a submission ended or needs a person')
    .option('--timeout <seconds>', 'give up after so long', '600')
    .action((text: string, options: WaitOptions) =>
      runAction(host, options, (session) =>
        withStore(session.context, options, async (place) =>
          awaitOutcome(session, place, {
            id: requireSubmission(place.store, text),
            timeout: options.timeout,
          }),
        ),
      ),
    );
}
