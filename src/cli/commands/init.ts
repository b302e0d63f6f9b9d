import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONFIG_FILE } from '../../config/defaults.ts';
import { commitFiles } from '../../git/client.ts';
import { excludeFolder } from '../../git/exclude.ts';
import type { Repository } from '../../git/repository.ts';
import { committerIdentity } from '../../git/identity.ts';
import type { GlobalOptions } from '../cli-context.ts';
import { addCommand, runAction, type CommandHost } from '../command-spec.ts';
import { checkoutConfig } from '../config-in-force.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { firstConfig } from '../first-config.ts';
import { headConfig } from '../head-config.ts';
import { installMcp, requireClient, tellRegistered } from '../install-mcp.ts';
import type { McpClient } from '../mcp-clients/mcp-client.ts';
import { printable } from '../output.ts';
import { ask, canAsk, isYes } from '../person.ts';
import type { CommandBody } from '../run-command.ts';
import { offerTrust } from '../trust-config.ts';
import { repositoryOf } from '../workspace.ts';

interface InitOptions extends GlobalOptions {
  readonly hooks?: boolean;
  readonly mcp?: readonly string[];
}

type Session = Omit<Parameters<CommandBody>[0], 'options'> & { readonly options: InitOptions };

/** `init`: makes the inbox, detects the project's checks, writes a config and offers to commit it. */
export function addInit(host: CommandHost): void {
  addCommand(host, 'init', 'set a repository up: inbox, config with the checks it found')
    .option('--hooks', 'install the git hooks too, so that what is committed here is judged')
    .option('--mcp <client...>', 'register the MCP server with these clients too')
    .action((options: InitOptions) =>
      runAction(host, options, (session) =>
        initialise({ ...session, options }, (options.mcp ?? []).map(requireClient)),
      ),
    );
}

async function initialise(session: Session, clients: readonly McpClient[]): Promise<ExitCode> {
  const { context, options, output } = session;
  const repo = await repositoryOf(context, options);
  await committerIdentity(repo);
  excludeFolder(repo, '.sallyport');

  const first =
    (await checkoutConfig(repo)) === null
      ? await firstConfig(repo, context, { isTried: await isAgreed(session, TRY) })
      : null;
  if (first !== null) {
    await writeFile(join(repo.worktree, CONFIG_FILE), first.text, { flag: 'wx' });
  }
  const isCommitted = first !== null && (await isAgreed(session, `Commit ${CONFIG_FILE} now?`));
  if (isCommitted) await commitFiles(repo, [CONFIG_FILE], 'chore: guard edits with sallyport');

  const config = await headConfig(repo);
  const inbox = join(repo.worktree, config.inbox);
  await mkdir(inbox, { recursive: true });
  const isTrusted = isCommitted && (await offerTrust(repo, config, session));
  const hooks = await offerHooks(session, repo);
  const mcp = clients.map((client) =>
    installMcp(repo.worktree, client, { isPrinted: false, isForced: false, mayStart: false }),
  );
  output.document({
    repository: repo.worktree,
    inbox,
    config: {
      file: CONFIG_FILE,
      written: first !== null,
      committed: isCommitted,
      trusted: isTrusted,
    },
    gates: first?.gates ?? [],
    hooks: hooks !== null,
    mcp,
  });
  for (const registration of mcp) tellRegistered(output, registration);
  tell(session, { gates: first?.gates ?? null, isCommitted, inbox, hooks: hooks ?? [] });
  return EXIT.done;
}

/** Installs the hooks where that is asked for; on a terminal the question is put. Lines of what it did; null: nothing. */
async function offerHooks(
  { context, options }: Session,
  repo: Repository,
): Promise<readonly string[] | null> {
  const isWanted =
    options.hooks === true ||
    (canAsk(context) && (await ask(context, 'Install git hooks, so that commits are judged too?')));
  if (!isWanted) return null;
  const [{ installHooks }, { installationLines }] = await Promise.all([
    import('../../hook/install/install-hooks.ts'),
    import('../render/show-hooks.ts'),
  ]);
  return installationLines(await installHooks(repo, { level: null, branches: [] }));
}

const TRY = "Run the project's own checks once, to see which pass now?";

/** A person's yes: `--yes`, or the answer on the terminal. Nobody to ask is no. */
const isAgreed = async ({ context, options }: Session, question: string): Promise<boolean> =>
  isYes(context, options) || (canAsk(context) && (await ask(context, question)));

function tell(
  { output }: Session,
  done: {
    /** Null: there was a config already. */
    readonly gates: readonly { readonly name: string; readonly comment: string }[] | null;
    readonly isCommitted: boolean;
    readonly inbox: string;
    readonly hooks: readonly string[];
  },
): void {
  if (done.gates === null) {
    output.line(`${CONFIG_FILE} is there already; it was left as it is.`);
  } else {
    output.line(`Wrote ${CONFIG_FILE}${done.isCommitted ? ' and committed it' : ''}.`);
    for (const { name, comment } of done.gates)
      output.line(`  gate ${name}: ${printable(comment)}`);
    if (done.gates.length === 0) {
      output.line(
        '  No test or lint command was found: syntax and policies judge until you add gates.',
      );
    }
    if (!done.isCommitted) {
      output.line('Commit it to put it in force:');
      output.line(`  git add ${CONFIG_FILE} && git commit -m "chore: guard edits with sallyport"`);
    }
  }
  for (const line of done.hooks) output.line(printable(line));
  output.line(`Inbox: ${done.inbox}`);
  output.line('Next: sallyport start; for agents: sallyport mcp install CLIENT');
}
