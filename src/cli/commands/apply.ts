import { randomUUID } from 'node:crypto';
import { Fault } from '../../core/model/fault.ts';
import type { Repository } from '../../git/repository.ts';
import { writeWorkingTree } from '../../git/working-tree.ts';
import { applyDocument, showPlanned, type ApplyOutcome } from '../render/show-planned.ts';
import { agentName } from '../actor.ts';
import type { GlobalOptions } from '../cli-context.ts';
import { addCommand, runAction, type CommandHost } from '../command-spec.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { commitResponse } from '../commit-response.ts';
import { ask, canAsk } from '../person.ts';
import { planOnDisk } from '../plan-on-disk.ts';
import type { CommandBody } from '../run-command.ts';
import { readPayload } from '../read-payload.ts';
import { repositoryOf } from '../workspace.ts';

interface ApplyOptions extends GlobalOptions {
  readonly check?: boolean;
  readonly commit?: boolean;
  readonly allow?: readonly string[];
}

/** `apply`: plans a response on the files as they are on disk, and applies it to them; or lands it with `--commit`. */
export function addApply(host: CommandHost): void {
  addCommand(host, 'apply [file]', 'apply a response to the files on disk')
    .option('--check', 'judge only, change nothing')
    .option('--commit', 'land it on the branch instead, through all gates')
    .option('--allow <code...>', 'go on although this would ask a person')
    .action((file: string | undefined, options: ApplyOptions) =>
      runAction(host, options, async (session) => {
        const { context } = session;
        if (options.check === true && options.commit === true) {
          throw new Fault('usage', '--check changes nothing and --commit lands: choose one');
        }
        const payload = await readPayload(context, file);
        const repo = await repositoryOf(context, options);
        if (options.commit === true) return commitResponse(session, repo, payload);

        return applyToDisk(session, options, { repo, bytes: payload.bytes });
      }),
    );
}

const codesOf = (holds: readonly { readonly code: string }[]): string =>
  Array.from(new Set(holds.map(({ code }) => code))).join(' ');

/** Plans on the files as they are on disk; writes the patch where nothing refuses it and nobody has to be asked. */
async function applyToDisk(
  { context, output }: Parameters<CommandBody>[0],
  options: ApplyOptions,
  { repo, bytes }: { readonly repo: Repository; readonly bytes: Uint8Array },
): Promise<ExitCode> {
  const planned = await planOnDisk(repo, bytes, {
    allowed: options.allow ?? [],
    agent: agentName(context),
  });
  const finish = (outcome: ApplyOutcome, end: string, code: ExitCode): ExitCode => {
    output.document(applyDocument(planned, outcome));
    showPlanned(output, planned, end);
    return code;
  };
  const { patch } = planned;
  if (patch === null) return finish('rejected', 'Nothing was changed.', EXIT.rejected);
  if (planned.holds.length > 0 && !(await isWanted())) {
    return finish(
      'held',
      `Nothing was changed: a person has to decide. \`--allow ${codesOf(planned.holds)}\` goes on.`,
      EXIT.held,
    );
  }
  if (options.check === true) {
    return finish('would-apply', 'It would apply; nothing was changed.', EXIT.done);
  }
  const written = writeWorkingTree(repo, patch, `apply-${randomUUID()}`);
  if (!written.ok) {
    const { path, kept, folder } = written.error;
    throw new Fault('busy', `${path} changed while the response was applied`, {
      retryable: true,
      hint:
        kept.length === 0
          ? 'everything is as it was; run it again'
          : `everything else is as it was; what stood at ${kept.join(', ')} before is kept in ${folder}`,
    });
  }
  return finish(
    'applied',
    `Applied. The files as they were are kept in ${written.value.folder}.`,
    EXIT.done,
  );

  async function isWanted(): Promise<boolean> {
    if (options.check === true || !canAsk(context)) return false;
    showPlanned(output, planned, '');
    return ask(context, 'Apply it all the same?');
  }
}
