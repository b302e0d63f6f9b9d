import { Fault } from '../../core/model/fault.ts';
import { STATES, type State } from '../../core/lifecycle/states.ts';
import type { GlobalOptions } from '../cli-context.ts';
import { addCommand, runAction, type CommandHost } from '../command-spec.ts';
import { EXIT } from '../exit-code.ts';
import { submissionLine } from '../render/submission-line.ts';
import { summaryDocument } from '../render/summary-document.ts';
import { withStore } from '../workspace.ts';

interface LogOptions extends GlobalOptions {
  readonly limit: string;
  readonly state?: readonly string[];
}

/** `log`: the submissions, newest first. */
export function addLog(host: CommandHost): void {
  addCommand(host, 'log', 'list submissions, newest first')
    .option('-n, --limit <count>', 'how many', '20')
    .option('--state <state...>', 'only these states')
    .action((options: LogOptions) =>
      runAction(host, options, async ({ context, output }) =>
        withStore(context, options, async ({ store }) => {
          const listed = store.ledger.list({
            newestFirst: true,
            limit: countOf(options.limit),
            ...(options.state === undefined ? {} : { states: options.state.map(stateOf) }),
          });
          output.document(listed.map(summaryDocument));
          for (const summary of listed) {
            output.line(submissionLine(output, summary, store.ledger.view(summary.id), Date.now()));
          }
          if (listed.length === 0) {
            output.message(
              options.state === undefined
                ? 'Nothing was submitted yet.'
                : `Nothing is ${options.state.join(' or ')}.`,
            );
          }
          return EXIT.done;
        }),
      ),
    );
}

function countOf(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new Fault('usage', `--limit takes a whole number from 1 on, not ${JSON.stringify(text)}`);
}

function stateOf(text: string): State {
  const state = STATES.find((one) => one === text);
  if (state !== undefined) return state;
  throw new Fault('usage', `there is no state ${JSON.stringify(text)}`, {
    hint: `the states are ${STATES.join(', ')}`,
  });
}
