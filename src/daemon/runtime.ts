/**
 * The composition root: joins store, pipeline, doors and views for one repository. States: starting (lock, recovery),
 * running, stopping, stopped. Invariants: nothing runs before recovery is through; releasers run in reverse order of
 * acquisition, also where a start fails half-way. Callers: `start`, and `apply --commit` where no daemon runs.
 */
import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Fault } from '../core/model/fault.ts';
import type { RecordedEvent } from '../core/lifecycle/events.ts';
import type { SubmissionFacts } from '../core/model/submission.ts';
import type { Config } from '../config/config.ts';
import { openTrust, type Trust } from '../config/trust.ts';
import { PrimeMemory } from '../gates/prime-memory.ts';
import { VerdictCache } from '../gates/verdict-cache.ts';
import { rememberBaseRuns } from '../gates/base-runs.ts';
import { DependencyGraphs } from '../gates/graph/dependency-graphs.ts';
import { KeptTrees } from '../git/kept-trees.ts';
import { excludeFolder } from '../git/exclude.ts';
import { committerIdentity } from '../git/identity.ts';
import type { LandingStep } from '../git/landing.ts';
import { headBranch, tipOf } from '../git/refs.ts';
import { closeRepository, type Repository } from '../git/repository.ts';
import { trackedBelow } from '../git/tracked-below.ts';
import { warmGraphs } from '../pipeline/warm-graphs.ts';
import type { PipelineContext } from '../pipeline/pipeline-context.ts';
import { recover, type Recovery } from '../pipeline/recover.ts';
import { Scheduler, type QueueWidth } from '../pipeline/scheduler.ts';
import { tidy } from '../pipeline/tidy.ts';
import { configAt } from '../pipeline/settings.ts';
import { acquireInstanceLock } from '../store/instance-lock.ts';
import { openStore, type Store } from '../store/open-store.ts';
import { socketPath } from './control-socket.ts';
import { followEvents } from './follow-events.ts';
import { createLogger } from './logger.ts';
import { openDoors } from './open-doors.ts';
import { placeOf, watchPlace } from './place.ts';
import { packageVersion } from './version.ts';
import { keepView, type ViewKeeper } from './view-keeper.ts';

export interface RuntimeOptions {
  readonly repo: Repository;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** False: no drop folder and no socket; only what is already in the queue is worked on. */
  readonly hasDoors: boolean;
  /** Port of 127.0.0.1 to listen on besides the socket; absent: the config's, if any. */
  readonly httpPort?: number;
  /** Hears of every event, whoever recorded it, once, in order; the first may come before the start is through. */
  readonly onEvent?: (recorded: RecordedEvent, facts: SubmissionFacts) => void;
  /** Told of each journalled step of a landing, before it goes on. */
  readonly onLandingStep?: (step: LandingStep) => void;
}

export interface Runtime {
  readonly store: Store;
  readonly trust: Trust;
  readonly config: Config;
  readonly recovery: Recovery;
  readonly inbox: string;
  /** Where agents may call over HTTP besides the socket; null: nowhere. */
  readonly httpUrl: string | null;
  readonly wake: () => void;
  /** Stops in order: doors, gates, landings, views, store, lock. Safe to call twice. */
  readonly stop: () => Promise<void>;
  /** Resolves when it has stopped, whoever asked for it. */
  readonly stopped: Promise<void>;
}

/** Starts a repository's runtime. Throws `Fault`: already-running, no-identity, config-invalid, and what the store throws. */
export async function startRuntime(options: RuntimeOptions): Promise<Runtime> {
  const releasers: Releasers = [];
  const releaseAll = async (): Promise<void> => {
    for (const release of releasers.splice(0).toReversed()) await release();
  };
  try {
    return await start(options, releasers, releaseAll);
  } catch (error) {
    await releaseAll();
    throw error;
  }
}

/** What is undone when the runtime stops, in reverse order. */
type Releasers = (() => void | Promise<void>)[];

async function start(
  options: RuntimeOptions,
  releasers: Releasers,
  releaseAll: () => Promise<void>,
): Promise<Runtime> {
  const { repo } = options;
  await committerIdentity(repo);
  const head = await headBranch(repo);
  const config = await configAt(repo, head === null ? null : await tipOf(repo, head));
  if (options.hasDoors) await requireOwnInbox(repo, config.inbox);
  const context = openContext(options, releasers);
  const { store, trust, log } = context;
  const place = placeOf(repo);

  excludeFolder(repo, '.sallyport');
  const recovery = await recover(context);
  log.info('started', { recovery });

  const inbox = join(repo.worktree, config.inbox);
  const view = keepView({ repo, store, isWanted: config.view, inbox, log });
  view.rebuild();
  const upkeep = startUpkeep(context, view);
  const scheduler = new Scheduler(context, widthOf(config));
  const follower = followEvents(store, repo.stateDir, (recorded) => {
    view.update(recorded.submission);
    log.info(recorded.event.type, { submission: recorded.submission, event: recorded.event });
    options.onEvent?.(recorded, store.ledger.facts(recorded.submission));
    scheduler.wake();
  });
  // Reverse order: the scheduler's last events are still followed, and shown.
  releasers.push(
    upkeep.stop,
    () => {
      if (place.isKept()) view.rebuild();
    },
    follower.stop,
  );
  releasers.push(() => scheduler.stop());

  const stopping = once(releaseAll);
  const watching = watchPlace(place, () => {
    log.warn(`${repo.worktree} or its state folder was moved, removed or replaced: stopping`);
    void stopping.run();
  });
  releasers.push(watching.stop);
  if (options.hasDoors) void warmGraphs(context);
  const port = options.httpPort ?? config.http?.port ?? null;
  const doors = { context, place, inbox, scheduler, view, releasers, config, port };
  const httpUrl = options.hasDoors ? await openDoors({ ...doors, stop: stopping.run }) : null;
  return {
    store,
    trust,
    config,
    recovery,
    inbox,
    httpUrl,
    wake: () => scheduler.wake(),
    stop: stopping.run,
    stopped: stopping.done,
  };
}

/** What lies in the inbox is taken away from there: it may hold nothing of the project's own. */
async function requireOwnInbox(repo: Repository, inbox: string): Promise<void> {
  const tracked = await trackedBelow(repo, inbox);
  if (tracked === null) return;
  throw new Fault('config-invalid', `The inbox ${inbox} holds files of the project (${tracked})`, {
    hint: 'Name a folder of its own as "inbox" in sallyport.config.json, or leave it out (.sallyport/inbox), and commit that.',
  });
}

/** Keeps the folders for people whole, and lets go of what nobody needs any more. */
function startUpkeep(context: PipelineContext, view: ViewKeeper): { readonly stop: () => void } {
  const tidyUp = (): void => {
    tidy(context).catch((error: unknown) => context.log.warn('tidying up failed', { error }));
  };
  tidyUp();
  const timers = [setInterval(view.rebuild, VIEW_REBUILD_MS), setInterval(tidyUp, TIDY_MS)];
  return { stop: () => timers.forEach((timer) => clearInterval(timer)) };
}

/** Takes the repository's lock, then opens what only its holder may use. */
function openContext(
  { repo, env, onLandingStep }: RuntimeOptions,
  releasers: Releasers,
): PipelineContext {
  const lock = acquireInstanceLock(repo.stateDir, {
    pid: process.pid,
    version: packageVersion(),
    startedAt: Date.now(),
    socket: socketPath(repo.stateDir),
  });
  releasers.push(lock.release);
  const store = openStore(repo.stateDir, Date.now);
  releasers.push(store.close);
  const { log, close } = createLogger(repo.stateDir);
  releasers.push(close, () => closeRepository(repo));
  const trees = new KeptTrees(repo);
  releasers.push(() => trees.end());
  const graphs = new DependencyGraphs(repo);
  releasers.push(() => graphs.close());
  return {
    repo,
    store,
    env,
    trees,
    trust: openTrust(repo.stateDir, Date.now),
    baseRuns: rememberBaseRuns(BASE_RUNS),
    verdicts: new VerdictCache(BASE_RUNS, { edition: packageVersion(), ...store.verdicts }),
    primes: new PrimeMemory(),
    graphs,
    clock: Date.now,
    newLandingId: randomUUID,
    log: {
      info: (message, fields = {}) => log.info(fields, message),
      warn: (message, fields = {}) => log.warn(fields, message),
    },
    ...(onLandingStep === undefined ? {} : { onLandingStep }),
  };
}

/** Results of gates on bases that are remembered. */
const BASE_RUNS = 200;

/** How often folders that somebody emptied are made whole; milliseconds. Every event places its own file anyway. */
const VIEW_REBUILD_MS = 60_000;

/** How often what nobody needs any more is let go; milliseconds. */
const TIDY_MS = 60 * 60 * 1_000;

/** A gate is a process or more: one worker per core. */
function widthOf({ queue }: Config): QueueWidth {
  const workers = queue.workers === 'cores' ? availableParallelism() : queue.workers;
  return { workers, window: queue.window ?? WINDOW_PER_WORKER * workers };
}

/** Submissions looked at for each gate at once: those that fail, or are refused, leave enough to do. */
const WINDOW_PER_WORKER = 3;

/** Something that is done once, however often it is asked for. */
function once(work: () => Promise<void>): {
  readonly run: () => Promise<void>;
  readonly done: Promise<void>;
} {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let isAsked = false;
  return {
    run: () => {
      if (!isAsked) {
        isAsked = true;
        work().then(resolve, reject);
      }
      return promise;
    },
    done: promise,
  };
}
