import { startRuntime } from '../daemon/runtime.ts';
import type { Repository } from '../git/repository.ts';
import { createInbox } from '../store/inbox.ts';
import { openStore } from '../store/open-store.ts';
import { submitterOf } from './actor.ts';
import { awaitSubmission } from '../store/await-submission.ts';
import { runningDaemon, wakeDaemon } from './daemon-client.ts';
import { exitCodeOfState, type ExitCode } from './exit-code.ts';
import { headConfig } from './head-config.ts';
import type { ReadPayload } from './read-payload.ts';
import { showOutcome } from './render/show-outcome.ts';
import type { CommandBody } from './run-command.ts';
import { offerTrust } from './trust-config.ts';

/** Longest wait for the end; the gates' own time-outs come first. */
const LONGEST_MS = 24 * 60 * 60 * 1_000;

/** Lands a response: through the daemon that runs, else in this process under the daemon's lock. */
export async function commitResponse(
  session: Parameters<CommandBody>[0],
  repo: Repository,
  payload: ReadPayload,
): Promise<ExitCode> {
  const { context, output } = session;
  const isWorked = runningDaemon(repo) !== null;
  if (!isWorked) await offerTrust(repo, await headConfig(repo), session);
  const store = openStore(repo.stateDir, Date.now);
  const runtime = isWorked ? null : await startRuntime({ repo, env: context.env, hasDoors: false });
  try {
    const { id } = createInbox(store).submit({
      name: payload.name,
      source: 'apply',
      author: await submitterOf(context, repo),
      payload: payload.bytes,
      target: null,
      parent: null,
      claimKey: null,
    });
    if (runtime === null) await wakeDaemon(repo);
    else runtime.wake();
    const view = await awaitSubmission(store, id, {
      timeoutMs: LONGEST_MS,
      signal: context.signal,
      isWorked: () => runtime !== null || runningDaemon(repo) !== null,
    });
    await showOutcome(output, { repo, store }, view);
    return exitCodeOfState(view.state);
  } finally {
    await runtime?.stop();
    store.close();
  }
}
