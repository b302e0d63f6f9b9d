import type { DoorContext, JudgeRequest, Judgement } from '../intake/door-context.ts';
import type { Repository } from '../git/repository.ts';
import { createTurns } from '../intake/verbs/turns.ts';
import { offerRepair } from '../pipeline/offer-repair.ts';
import { logLine } from '../reporters/log.ts';
import { receiptOf } from '../reporters/receipt.ts';
import { plainJson } from '../reporters/plain-text.ts';
import { replyOf } from '../reporters/reply.ts';
import { readInstance } from '../store/instance-lock.ts';
import type { Store } from '../store/open-store.ts';
import { packageVersion } from './version.ts';

/** What a door for agents is opened with. */
export interface DoorParts {
  readonly repo: Repository;
  readonly store: Store;
  readonly wake: () => Promise<void>;
  readonly judge: (request: JudgeRequest) => Promise<Judgement>;
}

/** Joins what the doors for agents need from the layers that they may not reach into. */
export const doorContext = ({ repo, store, wake, judge }: DoorParts): DoorContext => ({
  repo,
  store,
  clock: Date.now,
  version: packageVersion(),
  daemon: () => readInstance(repo.stateDir),
  wake,
  judge,
  repair: (id) => offerRepair({ repo, store, clock: Date.now }, id),
  receipt: receiptOf,
  receiptText: (view, facts) => plainJson(receiptOf(view, facts)),
  reply: replyOf,
  line: logLine,
  turns: createTurns(COSTLY_AT_ONCE),
});

/** Most of their time is spent in git's own processes. */
const COSTLY_AT_ONCE = 4;
