/**
 * Looks again at submissions that wait or are held: the cause may be gone, or their time may be up. One that was let go
 * on in vain waits longer each time. Caller: the scheduler.
 */
import { DEFAULT_PATIENCE, expiresAt } from '../core/lifecycle/retry.ts';
import type { SubmissionView } from '../core/lifecycle/submission-view.ts';
import type { Oid, SubmissionId } from '../core/model/ids.ts';
import { blockers, type Blocked } from '../git/landing.ts';
import { tipOf } from '../git/refs.ts';
import { diffTrees, treeOf } from '../git/tree.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { isResting, restFor, type Rest } from './rest.ts';

/**
 * Pauses between landings that are blocked by what no look beforehand can see, such as a hook that says no: the first, and
 * the longest that doubling it comes to; milliseconds.
 */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10 * 60 * 1_000;

/** Looking takes at most one part in so many of the time, and is not put off for longer than this; milliseconds. */
const REST_PER_LOOK = 50;
const LONGEST_REST_MS = 5_000;

/** A submission that was let go on from waiting: how often, and since when. */
interface Unblocking {
  readonly times: number;
  readonly since: number;
  readonly rest: Rest;
}

const NO_REST: Rest = { from: 0, until: 0 };

/** States in which a submission that was let go on may still come back to waiting. */
const ACTIVE_WAITS: ReadonlySet<string> = new Set(['landing', 'waiting']);

export class Revisits {
  readonly #context: PipelineContext;
  readonly #unblocked = new Map<SubmissionId, Unblocking>();
  #rest = NO_REST;
  #isIdle = false;

  constructor(context: PipelineContext) {
    this.#context = context;
  }

  /** Whether the last look came about and found none. */
  get isIdle(): boolean {
    return this.#isIdle;
  }

  /**
   * Looks at all of them once, unless it rests from the last look or nobody wants to know any more; those that were let go
   * on to land.
   */
  async look(isWanted: () => boolean): Promise<readonly SubmissionId[]> {
    const { clock, store } = this.#context;
    const { ledger } = store;
    const begun = clock();
    const resumed: SubmissionId[] = [];
    this.#isIdle = false;
    if (isResting(this.#rest, begun)) return resumed;
    const listed = ledger.list({ states: ['waiting', 'held'] });
    this.#isIdle = listed.length === 0;
    for (const { id } of listed) {
      if (!isWanted()) return resumed;
      if (await this.#tried(id)) resumed.push(id);
    }
    for (const id of this.#unblocked.keys())
      if (!ACTIVE_WAITS.has(ledger.state(id) ?? '')) this.#unblocked.delete(id);
    const now = clock();
    this.#rest = restFor(Math.min((now - begun) * REST_PER_LOOK, LONGEST_REST_MS), now);
    return resumed;
  }

  /** What is wrong with one of them holds up nobody else. */
  async #tried(id: SubmissionId): Promise<boolean> {
    try {
      return await this.#revisit(id);
    } catch (error) {
      this.#context.log.warn(`${id}: a look at what it waits for failed`, { error });
      return false;
    }
  }

  async #revisit(id: SubmissionId): Promise<boolean> {
    const { clock, store } = this.#context;
    const known = this.#unblocked.get(id);
    const now = clock();
    if (known !== undefined && isResting(known.rest, now)) return false;
    if (known !== undefined && now - known.since >= DEFAULT_PATIENCE.waitingMs) {
      const { seq, state } = store.ledger.view(id);
      if (state === 'waiting') store.ledger.record(id, { type: 'Expired' }, seq);
      return false;
    }
    if (!(await revisit(this.#context, id))) return false;
    const times = (known?.times ?? 0) + 1;
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** times, LONGEST_PAUSE_MS);
    this.#unblocked.set(id, { times, since: known?.since ?? now, rest: restFor(pause, now) });
    return true;
  }
}

/** True where the submission was let go on to land. */
async function revisit(context: PipelineContext, id: SubmissionId): Promise<boolean> {
  const { repo, store } = context;
  const view = store.ledger.view(id);
  const due = expiresAt(view);
  if (due !== null && context.clock() >= due) {
    store.ledger.record(id, { type: 'Expired' }, view.seq);
    return false;
  }
  if (view.state !== 'waiting' || view.target === null || view.candidate === null) return false;
  const { target, base: previous, candidate } = view;
  const tip = await tipOf(repo, target);
  const block = await blockers(repo, { target, previous, candidate });
  if (tip === previous) {
    if (block !== null) return false;
    store.ledger.record(id, { type: 'Unblocked', to: 'landing' }, view.seq);
    return true;
  }
  if (block !== null && (await isStillBlocked(context, view, { block, tip }))) return false;
  store.ledger.record(id, { type: 'Unblocked', to: 'queued' }, view.seq);
  return false;
}

/**
 * Whether what is in the way would be there on the new tip as well. A path that the branch itself changed meanwhile looks
 * dirty beside the old base, and may be clean.
 */
async function isStillBlocked(
  { repo }: PipelineContext,
  { base }: SubmissionView,
  { block, tip }: { readonly block: Blocked; readonly tip: Oid | null },
): Promise<boolean> {
  if (tip === null) return false;
  if (block.paths.length === 0) return true;
  const changes = await diffTrees(repo, await treeOf(repo, base), await treeOf(repo, tip));
  const isMoved = (path: string): boolean =>
    changes.some(
      (change) => isSameOrWithin(change.path, path) || isSameOrWithin(path, change.path),
    );
  return !block.paths.every(isMoved);
}

const isSameOrWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}/`);
