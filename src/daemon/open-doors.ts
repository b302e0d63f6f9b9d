import type { SubmissionId } from '../core/model/ids.ts';
import type { Config } from '../config/config.ts';
import { defaultTarget } from '../git/default-target.ts';
import { watchBranches } from '../intake/branches.ts';
import { judgeResponse } from '../pipeline/judge-response.ts';
import type { PipelineContext } from '../pipeline/pipeline-context.ts';
import type { Scheduler } from '../pipeline/scheduler.ts';
import { configAt } from '../pipeline/settings.ts';
import { openAgentDoor } from './agent-door.ts';
import { listen, socketPath } from './control-socket.ts';
import { doorContext } from './door-context.ts';
import { openDropFolder } from './drop-folder-door.ts';
import type { Place } from './place.ts';
import { packageVersion } from './version.ts';
import { openRetryDoor } from './retry-door.ts';
import type { ViewKeeper } from './view-keeper.ts';

/** What the doors of a repository need. `inbox` is absolute. */
export interface Doors {
  readonly context: PipelineContext;
  readonly place: Place;
  readonly inbox: string;
  readonly scheduler: Scheduler;
  readonly view: ViewKeeper;
  /** What is undone when the runtime stops, in reverse order. */
  readonly releasers: (() => void | Promise<void>)[];
  readonly config: Config;
  /** Port of 127.0.0.1; null: the socket alone. */
  readonly port: number | null;
  readonly stop: () => Promise<void>;
}

/** Opens what submissions come in by; the address of the port, where one was asked for. */
export async function openDoors(doors: Doors): Promise<string | null> {
  const url = await openAgents(doors);
  await openFolder(doors);
  await openBranches(doors);
  doors.releasers.push(openRetryDoor(doors.context, () => doors.scheduler.wake()).close);
  return url;
}

/** The socket, for the command line and for agents, and the port. */
async function openAgents({
  context,
  scheduler,
  releasers,
  config,
  port,
  stop,
}: Doors): Promise<string | null> {
  const { repo, store, log } = context;
  const agents = openAgentDoor(
    doorContext({
      repo,
      store,
      wake: () => Promise.resolve(scheduler.wake()),
      judge: (request) => judgeResponse(context, request),
    }),
    { maxResponseBytes: config.limits.response, log },
  );
  releasers.push(agents.close);
  const url = port === null ? null : await agents.openPort(port);
  const control = await listen(socketPath(repo.stateDir), {
    status: () => ({
      pid: process.pid,
      version: packageVersion(),
      worktree: repo.worktree,
      http: url,
      inFlight: scheduler.inFlight(),
    }),
    wake: () => scheduler.wake(),
    stop: () => void stop(),
    other: agents.onSocket,
  });
  // Streams and long waits end first, so that the socket has nothing left to wait for.
  releasers.push(control.close, agents.close);
  return url;
}

async function openFolder({
  context,
  place,
  inbox,
  scheduler,
  view,
  releasers,
}: Doors): Promise<void> {
  const { repo, store, log } = context;
  const drop = await openDropFolder({
    repo,
    store,
    inbox,
    isInPlace: place.isKept,
    view,
    log,
    onSubmitted: (id: SubmissionId) => {
      view.update(id);
      scheduler.wake();
    },
  });
  releasers.push(drop.close);
}

async function openBranches({ context, scheduler, releasers, config }: Doors): Promise<void> {
  if (!config.branches.watch) return;
  const { repo } = context;
  const watch = watchBranches({
    ...context,
    pattern: config.branches.pattern,
    defaultTarget: () => defaultTarget(repo, async (tip) => (await configAt(repo, tip)).target),
    onSubmitted: () => scheduler.wake(),
  });
  releasers.push(watch.close);
  await watch.ready;
}
