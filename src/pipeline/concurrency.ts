import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';

/** Runs a piece of work when there is room for it. */
export type Room = <T>(run: () => Promise<T>) => Promise<T>;

/** Room for what takes the machine's time. */
export interface GateRoom {
  /** Commands: gates, fixers, what makes a tree ready by a command. */
  readonly slot: Room;
  /** Trees made ready without a command. */
  readonly tree: Room;
}

/** What this process does at once. */
export interface Concurrency extends GateRoom {
  /** Landings, one at a time. */
  readonly landing: Room;
  /** Attempts that nobody planned. */
  readonly unplanned: Room;
  /** Looks at what submissions touch, the one of the highest rank first. */
  readonly foresight: <T>(run: () => Promise<T>, rank: number) => Promise<T>;
  /** Forgets looks that have not begun; resolves when the others are over. */
  readonly endForesight: () => Promise<void>;
}

/** Bounds what runs at once: `workers` commands, and `window` submissions that nobody planned. */
export function concurrency({
  workers,
  window,
}: {
  readonly workers: number;
  readonly window: number;
}): Concurrency {
  const foresight = new PQueue({ concurrency: availableParallelism() });
  return {
    slot: roomOf(new PQueue({ concurrency: workers })),
    tree: roomOf(new PQueue({ concurrency: workers })),
    landing: roomOf(new PQueue({ concurrency: 1 })),
    unplanned: roomOf(new PQueue({ concurrency: Math.max(workers, window) })),
    foresight: (run, rank) => foresight.add(run, { priority: rank }),
    endForesight: async () => {
      foresight.clear();
      await foresight.onIdle();
    },
  };
}

const roomOf =
  (queue: PQueue): Room =>
  (run) =>
    queue.add(run);
