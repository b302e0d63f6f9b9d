import { doorContext } from '../../daemon/door-context.ts';
import { judgeResponse } from '../../pipeline/judge-response.ts';
import { serveMcp } from '../../intake/mcp/serve-stdio.ts';
import type { GlobalOptions } from '../cli-context.ts';
import { addCommand, runAction, type CommandHost } from '../command-spec.ts';
import { wakeDaemon } from '../daemon-client.ts';
import { EXIT } from '../exit-code.ts';
import { printable } from '../output.ts';
import { withStore } from '../workspace.ts';

/** `mcp`: serves one MCP client on standard input and output. */
export function addMcp(host: CommandHost): void {
  addCommand(host, 'mcp', 'serve an MCP client on standard input and output').action(
    (options: GlobalOptions) =>
      runAction(host, options, async ({ context, output }) =>
        withStore(context, options, async ({ repo, store }) => {
          const served = serveMcp(
            doorContext({
              repo,
              store,
              wake: async () => void (await wakeDaemon(repo)),
              judge: (request) => judgeResponse({ repo, clock: Date.now }, request),
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
        }),
      ),
  );
}
