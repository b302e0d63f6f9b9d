import { randomUUID } from 'node:crypto';
import { Fault } from '../../core/model/fault.ts';
import { writeWorkingTree } from '../../git/working-tree.ts';
import { applyDocument, showPlanned } from '../render/show-planned.ts';
import type { GlobalOptions } from '../cli-context.ts';
import { addCommand, runAction, type CommandHost } from '../command-spec.ts';
import { EXIT } from '../exit-code.ts';
import { commitResponse } from '../commit-response.ts';
import { ask, canAsk } from '../person.ts';
import { planOnDisk } from '../plan-on-disk.ts';
import { readPayload } from '../read-payload.ts';
import { repositoryOf } from '../workspace.ts';

interface ApplyOptions extends GlobalOptions {
  readonly check?: boolean;
  readonly commit?: boolean;
  readonly allow?: readonly string[];
}

/** `apply`: plans a response on the files as they are on disk, and applies it to them; or lands it with `--commit`. */
export function addApply(host: CommandHost): void {
  addCommand(
    host,
    'apply [file]',
    'apply a response to the files on disk (`-` or nothing: standard input)',
  )
    .option('--check', 'judge only, change nothing')
    .option('--commit', 'land it on the branch instead, through all gates')
    .option('--allow <code...>', 'go on although this would ask a person')
    .action((file: string | undefined, options: ApplyOptions) =>
      runAction(host, options, async (session) => {
        const { context, output } = session;
        if (options.check === true && options.commit === true) {
          throw new Fault('usage', '--check changes nothing and --commit lands: choose one');
        }
        const payload = await readPayload(context, file);
        const repo = await repositoryOf(context, options);
        if (options.commit === true) return commitResponse(session, repo, payload);

        const planned = await planOnDisk(repo, payload.bytes, options.allow ?? []);
        const { patch } = planned;
        if (patch === null) {
          output.document(applyDocument(planned, 'rejected'));
          showPlanned(output, planned, 'Nothing was changed.');
          return EXIT.rejected;
        }
        if (planned.holds.length > 0) {
          const isWanted =
            options.check !== true &&
            canAsk(context) &&
            (showPlanned(output, planned, ''), await ask(context, 'Apply it all the same?'));
          if (!isWanted) {
            output.document(applyDocument(planned, 'held'));
            showPlanned(
              output,
              planned,
              'Nothing was changed: a person has to decide (`--allow CODE` goes on).',
            );
            return EXIT.held;
          }
        }
        if (options.check === true) {
          output.document(applyDocument(planned, 'would-apply'));
          showPlanned(output, planned, 'It would apply; nothing was changed.');
          return EXIT.done;
        }
        const written = writeWorkingTree(repo, patch, `apply-${randomUUID()}`);
        if (!written.ok) {
          throw new Fault('busy', `${written.error.path} changed while the response was applied`, {
            retryable: true,
            hint: 'everything is as it was; run it again',
          });
        }
        output.document({ ...applyDocument(planned, 'applied'), previous: written.value.folder });
        showPlanned(
          output,
          planned,
          `Applied. The files as they were are kept in ${written.value.folder}.`,
        );
        return EXIT.done;
      }),
    );
}
