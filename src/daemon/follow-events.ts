import { watch, type FSWatcher } from 'node:fs';
import type { RecordedEvent } from '../core/lifecycle/events.ts';
import { STORE_FILE, type Store } from '../store/open-store.ts';

/**
 * How often the ledger is asked for events that other processes wrote, where the system says when its file changes and
 * where it does not; milliseconds.
 */
const LOOK_MS = 2_000;
const LOOK_UNTOLD_MS = 250;

/** Who hears of events, and of what went wrong in hearing: neither ends whoever follows. */
export interface EventListeners {
  readonly onEvent: (recorded: RecordedEvent) => void;
  /** The ledger could not be read, which is tried again, or `onEvent` threw, and the next events are told all the same. */
  readonly onProblem: (error: unknown) => void;
}

/**
 * Tells every event of the ledger once and in order, whichever process recorded it, at once where the system tells of
 * changed files. `folder` is the store's.
 */
export function followEvents(
  store: Store,
  folder: string,
  { onEvent, onProblem }: EventListeners,
): { readonly stop: () => void } {
  let seen = store.ledger.lastSeq();
  const tell = (recorded: RecordedEvent): void => {
    seen = recorded.seq;
    try {
      onEvent(recorded);
    } catch (error) {
      onProblem(error);
    }
  };
  // It runs on timers and signals of the system, where what is thrown would end the process.
  const look = (): void => {
    try {
      for (;;) {
        const news = store.ledger.changesSince(seen);
        if (news.length === 0) return;
        news.forEach(tell);
      }
    } catch (error) {
      onProblem(error);
    }
  };
  const unsubscribe = store.ledger.subscribe(look);
  const watcher = watchStore(folder, look, () => {
    clearInterval(timer);
    timer = setInterval(look, LOOK_UNTOLD_MS);
  });
  let timer = setInterval(look, watcher === null ? LOOK_UNTOLD_MS : LOOK_MS);
  return {
    stop: () => {
      unsubscribe();
      watcher?.close();
      clearInterval(timer);
      look();
    },
  };
}

/** Calls back when the store's file, or its log of what is not in there yet, changes; null where nobody can tell. */
function watchStore(folder: string, onChange: () => void, onLost: () => void): FSWatcher | null {
  try {
    return watch(folder, (_kind, file) => {
      if (file === null || file.startsWith(STORE_FILE)) onChange();
    }).on('error', onLost);
  } catch {
    return null;
  }
}
