import type { RecordedEvent } from '../core/lifecycle/events.ts';
import type { Store } from '../store/open-store.ts';

/** How often the ledger is asked for events that other processes wrote; milliseconds. */
const LOOK_MS = 250;

/**
 * Tells every event of the ledger once and in order, whichever process recorded it: those of this process at once, the
 * others within a quarter of a second.
 */
export function followEvents(
  store: Store,
  listener: (recorded: RecordedEvent) => void,
): { readonly stop: () => void } {
  let seen = store.ledger.lastSeq();
  const look = (): void => {
    for (;;) {
      const news = store.ledger.changesSince(seen);
      if (news.length === 0) return;
      for (const recorded of news) {
        seen = recorded.seq;
        listener(recorded);
      }
    }
  };
  const unsubscribe = store.ledger.subscribe(look);
  const timer = setInterval(look, LOOK_MS);
  return {
    stop: () => {
      unsubscribe();
      clearInterval(timer);
      look();
    },
  };
}
