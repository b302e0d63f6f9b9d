import type { GlobalOptions } from '../cli-context.ts';
import { submitterOf } from '../actor.ts';
import { awaitSubmission } from '../../store/await-submission.ts';
import { addCommand, runAction, type CommandHost } from '../command-spec.ts';
import { runningDaemon, wakeDaemon } from '../daemon-client.ts';
import { EXIT, exitCodeOfState } from '../exit-code.ts';
import { readPayload } from '../read-payload.ts';
import { showSubmission } from '../render/show-submission.ts';
import { createInbox } from '../../store/inbox.ts';
import { withStore } from '../workspace.ts';
import { sayUnfinished, secondsOf } from './wait.ts';

interface SubmitOptions extends GlobalOptions {
  readonly target?: string;
  readonly wait?: boolean;
  readonly timeout: string;
}

/** `submit`: hands a response in. It is stored when this returns, whether a daemon runs or not. */
export function addSubmit(host: CommandHost): void {
  addCommand(host, 'submit [file]', 'hand a response in to the queue')
    .option('--target <branch>', 'the branch to land on')
    .option('--wait', 'wait until it ended or needs a person')
    .option('--timeout <seconds>', 'with --wait: give up after so long', '600')
    .action((file: string | undefined, options: SubmitOptions) =>
      runAction(host, options, async ({ context, output }) => {
        const timeoutMs = secondsOf(options.timeout) * 1_000;
        const payload = await readPayload(context, file);
        return withStore(context, options, async ({ repo, store }) => {
          const { id } = createInbox(store).submit({
            name: payload.name,
            source: 'cli',
            author: await submitterOf(context, repo),
            payload: payload.bytes,
            target: options.target ?? null,
            parent: null,
            claimKey: null,
          });
          const isWorked = await wakeDaemon(repo);
          if (!isWorked) {
            output.message(
              `Stored as ${id}; no daemon runs here. \`sallyport start\` works the queue.`,
            );
            output.document({ id, state: store.ledger.state(id), daemon: null });
            output.line(id);
            return EXIT.held;
          }
          if (options.wait !== true) {
            output.message(`Queued as ${id}; \`sallyport wait ${id}\` tells how it ends.`);
            output.document({ id, state: store.ledger.state(id), daemon: runningDaemon(repo) });
            output.line(id);
            return EXIT.done;
          }
          const view = await awaitSubmission(store, id, {
            timeoutMs,
            signal: context.signal,
            isWorked: () => runningDaemon(repo) !== null,
          });
          showSubmission(output, store, view);
          sayUnfinished(output, view, runningDaemon(repo) !== null);
          return exitCodeOfState(view.state);
        });
      }),
    );
}
