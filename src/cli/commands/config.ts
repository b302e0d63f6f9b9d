import type { Config } from '../../config/config.ts';
import { Fault } from '../../core/model/fault.ts';
import type { TreeEntry } from '../../core/model/patch.ts';
import { strayLink } from '../../gates/lane-inputs.ts';
import { describeConfig } from '../../config/describe-config.ts';
import { CONFIG_FILE } from '../../config/defaults.ts';
import { executableHash } from '../../config/executable-hash.ts';
import { configJsonSchema } from '../../config/json-schema.ts';
import { loadConfig } from '../../config/load-config.ts';
import { openTrust } from '../../config/trust.ts';
import { headBranch, tipOf } from '../../git/refs.ts';
import type { Repository } from '../../git/repository.ts';
import { listTree, readBlob, readFileAt } from '../../git/snapshot.ts';
import { invalidConfig } from '../../pipeline/settings.ts';
import { actorOf } from '../actor.ts';
import type { GlobalOptions } from '../cli-context.ts';
import { addCommand, runAction, type CommandHost } from '../command-spec.ts';
import { checkoutConfig, checkoutConfigNote } from '../config-in-force.ts';
import { wakeDaemon } from '../daemon-client.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { printable } from '../output.ts';
import { requirePerson } from '../person.ts';
import { releaseUntrusted } from '../release-untrusted.ts';
import type { CommandBody } from '../run-command.ts';
import { listCommands } from '../trust-config.ts';
import { unmatchedGlobs } from '../unmatched-globs.ts';
import { repositoryOf, withStore } from '../workspace.ts';

const ACTIONS = ['print', 'schema', 'validate', 'trust'] as const;
type Action = (typeof ACTIONS)[number];

type Session = Parameters<CommandBody>[0];

/** `config print|schema|validate|trust`. */
export function addConfig(host: CommandHost): void {
  addCommand(
    host,
    'config <action>',
    'print: what is in force; schema: its JSON Schema; validate: the file on disk; trust: let its commands run here',
  ).action((text: string, options: GlobalOptions) =>
    runAction(host, options, (session) => {
      const action = ACTIONS.find((one) => one === text);
      if (action === undefined) {
        throw new Fault('usage', `config takes ${ACTIONS.join(', ')}, not ${JSON.stringify(text)}`);
      }
      return RUN[action](session);
    }),
  );
}

const RUN: Readonly<Record<Action, (session: Session) => Promise<ExitCode>>> = {
  print,
  schema: async ({ context }) => {
    context.stdout.write(`${JSON.stringify(configJsonSchema(), null, 2)}\n`);
    return EXIT.done;
  },
  validate,
  trust,
};

async function print({ context, options, output }: Session): Promise<ExitCode> {
  const repo = await repositoryOf(context, options);
  const { config, text } = await inForce(repo);
  const entries = describeConfig(config, text);
  output.document(entries);
  for (const { path, value, origin } of entries) {
    output.line(
      `${path} = ${printable(JSON.stringify(value))}${origin === 'default' ? output.style('dim', '  (default)') : ''}`,
    );
  }
  const head = await headBranch(repo);
  const note = await checkoutConfigNote(repo, head === null ? null : await tipOf(repo, head));
  if (note !== null) output.message(printable(note));
  return EXIT.done;
}

async function validate({ context, options, output }: Session): Promise<ExitCode> {
  const repo = await repositoryOf(context, options);
  const bytes = await checkoutConfig(repo);
  const loaded = await loadConfig(async () => bytes);
  if (!loaded.ok) throw invalidConfig(CONFIG_FILE, loaded.error);
  const head = await headBranch(repo);
  const tree = await listTree(repo, head === null ? null : await tipOf(repo, head));
  const unmatched =
    tree.length === 0
      ? []
      : unmatchedGlobs(
          loaded.value.config,
          tree.map(({ path }) => path),
        );
  const strayLinks = await strayLinksOf(repo, loaded.value.config, tree);
  const file = bytes === null ? null : CONFIG_FILE;
  output.document({ valid: true, file, unmatched, strayLinks });
  for (const { key, glob } of unmatched) {
    output.message(`note: ${key}: ${printable(JSON.stringify(glob))} means no file of the branch`);
  }
  for (const { lane, path } of strayLinks) {
    output.message(
      `note: queue.lanes.${printable(lane)}: the link ${printable(JSON.stringify(path))} may lead into another lane, so that a change of this one is judged on the whole tree`,
    );
  }
  output.line(
    bytes === null ? `There is no ${CONFIG_FILE}: the defaults hold.` : `${CONFIG_FILE} is valid.`,
  );
  return EXIT.done;
}

/** For each lane the first link that makes it count for nothing. */
async function strayLinksOf(
  repo: Repository,
  { queue: { lanes } }: Config,
  tree: readonly TreeEntry[],
): Promise<readonly { readonly lane: string; readonly path: string }[]> {
  const found: { lane: string; path: string }[] = [];
  for (const { name } of lanes) {
    const path = await strayLink(tree, {
      lanes,
      own: name,
      readLink: (oid) => readBlob(repo, oid),
    });
    if (path !== null) found.push({ lane: name, path });
  }
  return found;
}

async function trust({ context, options, output }: Session): Promise<ExitCode> {
  return withStore(context, options, async ({ repo, store }) => {
    const { config } = await inForce(repo);
    const hash = executableHash(config);
    if (hash === null) {
      output.document({ trusted: null });
      output.line('The config in force runs no commands: there is nothing to trust.');
      return EXIT.done;
    }
    listCommands(output, config);
    await requirePerson(
      context,
      options,
      'May these commands run on this machine, on every candidate?',
    );
    const by = await actorOf(context, repo);
    openTrust(repo.stateDir, Date.now).trust(hash, by.name);
    const released = releaseUntrusted(store, by, hash);
    await wakeDaemon(repo);
    output.document({ trusted: hash, released });
    output.line(
      `Trusted.${released.length > 0 ? ` Held for this and going on now: ${released.join(', ')}.` : ''}`,
    );
    return EXIT.done;
  });
}

/** The config at the tip of the branch that is checked out. */
async function inForce(repo: Repository) {
  const head = await headBranch(repo);
  const tip = head === null ? null : await tipOf(repo, head);
  const loaded = await loadConfig(async (path) =>
    tip === null ? null : readFileAt(repo, tip, path),
  );
  if (!loaded.ok) throw invalidConfig(CONFIG_FILE, loaded.error);
  return loaded.value;
}
