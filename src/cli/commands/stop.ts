import { setTimeout as pause } from 'node:timers/promises';
import { Fault } from '../../core/model/fault.ts';
import { ask } from '../../daemon/control-socket.ts';
import { readInstance } from '../../store/instance-lock.ts';
import type { CliContext, GlobalOptions } from '../cli-context.ts';
import { addCommand, runAction, type CommandHost } from '../command-spec.ts';
import { EXIT } from '../exit-code.ts';
import { repositoryOf } from '../workspace.ts';

/** Longest wait for a daemon that was asked to stop; a landing under way finishes in well under this. */
const STOP_MS = 60_000;

/** `stop`: asks the daemon to stop and waits until it has. */
export function addStop(host: CommandHost): void {
  addCommand(host, 'stop', 'stop the daemon of this repository').action((options: GlobalOptions) =>
    runAction(host, options, async ({ context, output }) => {
      const repo = await repositoryOf(context, options);
      const instance = readInstance(repo.stateDir);
      if (instance === null) {
        throw new Fault('not-running', 'no daemon runs for this repository', {
          hint: 'nothing to stop',
        });
      }
      await ask(instance.socket, 'POST', '/stop');
      await untilGone(context, repo.stateDir, instance.pid);
      output.document({ stopped: instance.pid });
      output.line(
        `Stopped the daemon (process ${instance.pid}). What was not finished goes on at the next start.`,
      );
      return EXIT.done;
    }),
  );
}

async function untilGone(context: CliContext, stateDir: string, pid: number): Promise<void> {
  for (let waited = 0; waited < STOP_MS; waited += 100) {
    if (readInstance(stateDir)?.pid !== pid) return;
    await pause(100, undefined, { signal: context.signal });
  }
  throw new Fault('busy', `the daemon (process ${pid}) was asked to stop and still runs`, {
    hint: 'it finishes a landing first; look at `sallyport status`, then try again',
  });
}
