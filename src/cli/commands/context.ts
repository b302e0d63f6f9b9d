import { isAbsolute, relative, resolve, sep } from 'node:path';
import { realpath } from 'node:fs/promises';
import { answerFormat } from '../../core/formats/answer-format.ts';
import { Fault, isFault } from '../../core/model/fault.ts';
import type { Repository } from '../../git/repository.ts';
import { contextText, leaseText } from '../../intake/context-text.ts';
import { giveContext, type GivenContext } from '../../intake/give-context.ts';
import type { Reader } from '../../store/read-rows.ts';
import { agentName, submitterOf } from '../actor.ts';
import type { CliContext, GlobalOptions } from '../cli-context.ts';
import { addCommand, runAction, type CommandHost } from '../command-spec.ts';
import { EXIT } from '../exit-code.ts';
import { printable, type Output } from '../output.ts';
import { hintLine } from '../render/hint-line.ts';
import { withStore } from '../workspace.ts';
import { formatOf, FORMAT_NAMES } from './prompt.ts';

interface ContextOptions extends GlobalOptions {
  readonly target?: string;
  readonly lease?: string;
  readonly format?: string;
}

/** `context`: files, or lines of them, as a part of a prompt, with the token that names the reading. */
export function addContext(host: CommandHost): void {
  addCommand(host, 'context <path...>', 'print files for a model to edit, with a read token')
    .usage('[options] <path[:first-last]...>')
    .option('--target <branch>', 'the branch to read from (default: the one that is landed on)')
    .option('--lease <time>', 'tell others that you are about to edit this, for 30s, 10m or 2h')
    .option('--format <name>', `how the model should answer: ${FORMAT_NAMES}`)
    .action((paths: readonly string[], options: ContextOptions) =>
      runAction(host, options, async ({ context, output }) => {
        const format = formatOf(options.format);
        const leaseMs = options.lease === undefined ? undefined : durationOf(options.lease);
        return withStore(context, options, async ({ repo, store }) => {
          const given = await giveContext(
            { repo, store, clock: Date.now },
            {
              asks: await Promise.all(
                paths.map(async (path) => await fromRoot(context, options, repo, path)),
              ),
              reader: await readerOf(context, repo),
              target: options.target ?? null,
              ...(leaseMs === undefined ? {} : { leaseMs }),
            },
          );
          if (!given.ok) {
            output.document({ problems: given.error });
            for (const { message, hint } of given.error) {
              context.stderr.write(
                `sallyport: ${printable(message)}\n  ${printable(hintLine(hint))}\n`,
              );
            }
            return EXIT.usage;
          }
          const answer = answerFormat(format, given.value.token);
          output.document({ ...given.value, answerFormat: answer });
          warn(output, given.value, leaseMs !== undefined);
          if (!output.isJson) {
            const text = contextText(given.value, format);
            context.stdout.write(context.stdout.isTTY === true ? printable(text) : text);
          }
          return EXIT.done;
        });
      }),
    );
}

/** What whoever asked should know and the model need not. */
function warn(output: Output, { files, leases }: GivenContext, isLeaseWished: boolean): void {
  for (const { path, diskDiffers, heldBy, window } of files) {
    if (diskDiffers) {
      output.message(
        `${printable(path)} is not on disk as it is on the branch. Edits are judged against the branch; commit what is on disk first if it is meant.`,
      );
    }
    for (const lease of heldBy)
      output.message(`${printable(path)}: ${printable(leaseText(lease))}`);
    const isLeased = leases.some(
      (lease) => lease.path === path && lease.window?.[0] === window?.first,
    );
    if (isLeaseWished && !isLeased)
      output.message(`${printable(path)}: no lease, since somebody else has one.`);
  }
}

/** Who reads; a repository without an identity may still be read. */
async function readerOf(context: CliContext, repo: Repository): Promise<Reader> {
  try {
    return await submitterOf(context, repo);
  } catch (error) {
    if (!isFault(error)) throw error;
    return { name: 'somebody', agent: agentName(context) };
  }
}

/** A path typed in a subfolder, as seen from the root. With `--repo` all paths are seen from there. */
async function fromRoot(
  { cwd }: CliContext,
  { repo: asked }: GlobalOptions,
  { worktree }: Repository,
  path: string,
): Promise<string> {
  if (asked !== undefined || isAbsolute(path)) return path;
  const here = relative(worktree, await realpath(cwd));
  if (here === '' || here.startsWith('..')) return path;
  return relative(worktree, resolve(worktree, here, path))
    .split(sep)
    .join('/');
}

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000 } as const;
const MAX_LEASE_MS = 24 * UNITS.h;

/** Milliseconds of `30s`, `10m` or `2h`. Throws `Fault` usage for anything else, and for more than a day. */
function durationOf(text: string): number {
  const match = /^(\d{1,6})(s|m|h)$/.exec(text);
  const unit = match?.[2] as keyof typeof UNITS | undefined;
  const ms = match === null || unit === undefined ? 0 : Number(match[1]) * UNITS[unit];
  if (ms > 0 && ms <= MAX_LEASE_MS) return ms;
  throw new Fault('usage', `--lease takes a time up to a day, not ${JSON.stringify(text)}`, {
    hint: 'write it as 30s, 10m or 2h',
  });
}
