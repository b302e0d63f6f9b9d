import { closeSync, existsSync, mkdirSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { drop } from '../../test/support/sallyport-command.ts';
import type { TempRepo } from '../../test/support/temp-repo.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Dice } from './dice.ts';
import type { Payload } from './payloads.ts';
import { pushBranch } from './push-branch.ts';

/** Folders of the view where a submission's end is told. */
const ENDS = ['landed', 'rejected', 'failed', 'cancelled'] as const;

const RECEIPT = '.receipt.json';

/** What was dropped into the inbox or put on branches so far, and what became of it as the view tells. */
export interface Traffic {
  /** Drops the next payload; null where there is none left. */
  readonly dropNext: () => Payload | null;
  readonly dropped: readonly Payload[];
  /** Payloads without an end, oldest first. */
  readonly open: () => readonly Payload[];
  /** Repository paths that an open payload is about to change. */
  readonly landingPaths: () => readonly string[];
  /** Whether the view says that it waits for the checkout. */
  readonly isWaiting: (payload: Payload) => boolean;
  /** All slow writers are through. */
  readonly settled: () => Promise<void>;
  /** How many were written slowly, in place. */
  readonly slowDrops: () => number;
}

function endedInStore(repo: TempRepo): readonly { readonly name: string }[] {
  const store = openStore(join(repo.dir, '.git', 'sallyport'), Date.now);
  try {
    return store.ledger.list({ states: ENDS });
  } finally {
    store.close();
  }
}

/** Opens the inbox for payloads. `prepare` is called before each drop: obstacles are put up there. */
export function traffic(
  repo: TempRepo,
  make: () => Payload | null,
  dice: Dice,
  prepare: (payload: Payload) => void,
): Traffic {
  const view = join(repo.dir, '.sallyport');
  const dropped: Payload[] = [];
  const ended = new Set<string>();
  const writers = new Set<Promise<void>>();
  let slow = 0;

  const names = (folder: string): readonly string[] =>
    existsSync(join(view, folder)) ? readdirSync(join(view, folder)) : [];

  const open = (): readonly Payload[] => {
    for (const end of ENDS) {
      for (const name of names(end)) {
        if (name.endsWith(RECEIPT)) ended.add(name.slice(0, -RECEIPT.length));
      }
    }
    // The view shows what was dropped; how a branch ended is told by the store.
    if (dropped.some(({ way, name }) => way === 'branch' && !ended.has(name))) {
      for (const { name } of endedInStore(repo)) ended.add(name);
    }
    return dropped.filter(({ name }) => !ended.has(name));
  };

  const writeSlowly = async ({ name, text }: Payload): Promise<void> => {
    mkdirSync(join(view, 'inbox'), { recursive: true });
    const file = openSync(join(view, 'inbox', name), 'wx');
    try {
      const chunk = Math.ceil(text.length / 8);
      for (let at = 0; at < text.length; at += chunk) {
        writeSync(file, text.slice(at, at + chunk));
        await pause(dice.between(5, 90));
      }
    } finally {
      closeSync(file);
    }
  };

  return {
    dropped,
    open,
    dropNext: () => {
      const payload = make();
      if (payload === null) return null;
      prepare(payload);
      if (payload.way === 'branch') {
        const branch = { ...payload, text: pushBranch(repo, payload) };
        dropped.push(branch);
        return branch;
      }
      if (dice.chance(0.3)) {
        slow += 1;
        const writer = writeSlowly(payload).finally(() => writers.delete(writer));
        writers.add(writer);
      } else drop(repo, payload.name, payload.text);
      dropped.push(payload);
      return payload;
    },
    landingPaths: () => open().flatMap(({ paths, refusal }) => (refusal === null ? paths : [])),
    isWaiting: ({ name }) => existsSync(join(view, 'waiting', `${name}.receipt.json`)),
    settled: async () => {
      await Promise.all(writers);
    },
    slowDrops: () => slow,
  };
}
