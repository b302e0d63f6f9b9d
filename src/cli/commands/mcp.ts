import { doorContext } from '../../daemon/door-context.ts';
import { Fault, isFault } from '../../core/model/fault.ts';
import { closeRepository, type Repository } from '../../git/repository.ts';
import { judgeResponse } from '../../pipeline/judge-response.ts';
import { openStore } from '../../store/open-store.ts';
import type { CliContext, GlobalOptions } from '../cli-context.ts';
import { addCommand, runAction, type CommandHost } from '../command-spec.ts';
import { runningDaemon, wakeDaemon } from '../daemon-client.ts';
import { detachDaemon } from '../detach-daemon.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { guardedRepository } from '../guarded-repository.ts';
import { installMcp, requireClient, tellRegistered } from '../install-mcp.ts';
import { MCP_CLIENTS } from '../mcp-clients/mcp-clients.ts';
import { printable, type Output } from '../output.ts';
import { repositoryOf } from '../workspace.ts';

interface McpOptions extends GlobalOptions {
  readonly start?: boolean;
  readonly print?: boolean;
  readonly force?: boolean;
}

/** `mcp`: serves one MCP client on standard input and output; `mcp install CLIENT` registers it with one. */
export function addMcp(host: CommandHost): void {
  const clients = MCP_CLIENTS.map(({ name }) => name).join(', ');
  addCommand(
    host,
    'mcp [action] [client]',
    `serve an MCP client on standard input and output; install: register that with a client (${clients})`,
  )
    .option('--start', 'start a daemon in the background where none runs when edits come in')
    .option('--print', 'with install: only print the registration')
    .option('--force', 'with install: replace another registration of the same name')
    .action((action: string | undefined, client: string | undefined, options: McpOptions) =>
      runAction(host, options, async ({ context, output }) => {
        if (action !== undefined && action !== 'install') {
          throw new Fault('usage', `mcp takes install, not ${JSON.stringify(action)}`, {
            hint: '`sallyport mcp` alone serves; `sallyport mcp install CLIENT` registers',
          });
        }
        const repo = await repositoryOf(context, options);
        if (action === undefined) {
          return serve(context, output, await guardedRepository(repo), options.start === true);
        }
        const registration = installMcp(repo.worktree, requireClient(client), {
          isPrinted: options.print === true,
          isForced: options.force === true,
          mayStart: options.start === true,
        });
        output.document(registration);
        tellRegistered(output, registration);
        return EXIT.done;
      }),
    );
}

/**
 * Works on the store itself, which processes share: whether a daemon runs or not, what is handed in is stored here, and a
 * daemon that runs is told by its socket.
 */
async function serve(
  context: CliContext,
  output: Output,
  repo: Repository,
  mayStart: boolean,
): Promise<ExitCode> {
  // Loaded here, since no other command pays for the protocol.
  const { serveMcp } = await import('../../intake/mcp/serve-stdio.ts');
  const store = openStore(repo.stateDir, Date.now);
  try {
    const served = serveMcp(
      doorContext({
        repo,
        store,
        wake: wakeOrStart(context, output, repo, mayStart),
        judge: (request) => judgeResponse({ repo, store, clock: Date.now }, request),
      }),
      {
        agent: context.env['SALLYPORT_AGENT'] ?? null,
        input: context.stdin,
        output: context.stdout,
        onError: (error) => output.message(printable(error.message)),
      },
    );
    const stop = (): void => void served.close();
    context.signal.addEventListener('abort', stop, { once: true });
    await served.closed;
    return EXIT.done;
  } finally {
    store.close();
    await closeRepository(repo);
  }
}

/** Where a daemon cannot be started, what was handed in waits for one: the answer says that nothing works the queue. */
function wakeOrStart(
  context: CliContext,
  output: Output,
  repo: Repository,
  mayStart: boolean,
): () => Promise<void> {
  let starting: Promise<void> | null = null;
  const start = async (): Promise<void> => {
    try {
      await detachDaemon(context, repo, null);
    } catch (error) {
      if (!isFault(error)) throw error;
      output.message(printable(`${error.message}: ${error.hint ?? ''}`));
    }
  };
  return async () => {
    if (mayStart && runningDaemon(repo) === null) {
      await (starting ??= start().finally(() => {
        starting = null;
      }));
    }
    await wakeDaemon(repo);
  };
}
