/**
 * Scratch worktrees that are used again: each is cleaned after its use, and made ready for the next commit by what
 * differs. States of a tree: in use, being cleaned, free. Invariants: a tree is free only after all that was done to it
 * was found and undone, by what no gate can reach; one of which anybody had a doubt, or about which anything is odd, is
 * removed; nothing is known of these trees but in this process, and the next one removes them. Caller: the pipeline.
 */
import type { Oid } from '../core/model/ids.ts';
import { cleanScratch } from './clean-scratch.ts';
import { configValues, type ConfigValues } from './config-values.ts';
import { checkoutSettings, type CheckoutSettings } from './landing/checkout-settings.ts';
import { moveScratch } from './move-scratch.ts';
import type { Repository } from './repository.ts';
import type { ScratchTrees } from './scratch-trees.ts';
import { createScratch, removeScratch, type ScratchWorktree } from './worktrees.ts';

/** Trees that nobody has asked for in so long are removed; milliseconds. */
const IDLE_MS = 10 * 60 * 1_000;

interface FreeTree {
  readonly scratch: ScratchWorktree;
  /** That it was made under: the very map, which is another once anything in it is. */
  readonly config: ConfigValues;
}

interface Conditions {
  readonly config: ConfigValues;
  readonly settings: CheckoutSettings;
}

export class KeptTrees implements ScratchTrees {
  readonly #repo: Repository;
  readonly #idleMs: number;
  readonly #cleaning = new Set<Promise<void>>();
  /** Those in use that may be used again, by path. */
  readonly #used = new Map<string, ConfigValues>();
  #free: readonly FreeTree[] = [];
  #left: readonly ScratchWorktree[] = [];
  #asked: Promise<Conditions> | null = null;
  #made = 0;
  #hasEnded = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(repo: Repository, idleMs: number = IDLE_MS) {
    this.#repo = repo;
    this.#idleMs = idleMs;
  }

  /** See `ScratchTrees`; a tree goes by one name for as long as it is kept. */
  readonly open: ScratchTrees['open'] = async (commit) => {
    const { config, settings } = await this.#conditions();
    // Cleaning one takes less than making one.
    while (this.#free.length === 0 && this.#cleaning.size > 0) await Promise.race(this.#cleaning);
    const free = this.#free.at(-1);
    this.#free = this.#free.slice(0, -1);
    // Attributes from elsewhere may change unseen, and with them the bytes of any file.
    const isKept = !settings.convertsLines && !settings.hasOuterAttributes;
    const scratch =
      (free === undefined ? null : await this.#moved(free, isKept ? config : null, commit)) ??
      (await createScratch(this.#repo, { name: `kept-${(this.#made += 1)}`, commit }));
    if (isKept) this.#used.set(scratch.path, config);
    return scratch;
  };

  readonly doubt: ScratchTrees['doubt'] = ({ path }) => void this.#used.delete(path);

  readonly close: ScratchTrees['close'] = async (scratch) => {
    const config = this.#used.get(scratch.path);
    this.#used.delete(scratch.path);
    if (config === undefined || this.#hasEnded) return this.#remove(scratch);
    const cleaning = this.#clean({ scratch, config }).finally(() =>
      this.#cleaning.delete(cleaning),
    );
    this.#cleaning.add(cleaning);
  };

  /** Removes what is free; what is in use is removed when it is given back. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await Promise.all(this.#cleaning);
    await this.#removeFree();
  }

  /** Those who ask at the same time are given the same map. */
  #conditions(): Promise<Conditions> {
    const look = async (): Promise<Conditions> => {
      const { worktree, gitDir } = this.#repo;
      const place = { path: worktree, gitDir, branch: null };
      const config = await configValues(this.#repo, place);
      return { config, settings: await checkoutSettings(this.#repo, place) };
    };
    this.#asked ??= look().finally(() => (this.#asked = null));
    return this.#asked;
  }

  /** A free tree as one of another commit; null: it cannot be, and is gone. `now`: the config; null: none is kept now. */
  async #moved(
    { scratch, config }: FreeTree,
    now: ConfigValues | null,
    commit: Oid,
  ): Promise<ScratchWorktree | null> {
    if (config === now) {
      // Half of it may be the other commit; what is wrong with that one is told where a fresh tree fails too.
      const moved = await moveScratch(this.#repo, scratch, commit).catch(() => null);
      if (moved !== null) return moved;
    }
    await this.#remove(scratch);
    return null;
  }

  async #clean(tree: FreeTree): Promise<void> {
    const isClean = await cleanScratch(this.#repo, tree.scratch).catch(() => false);
    if (isClean && !this.#hasEnded) {
      this.#free = [...this.#free, tree];
      this.#restartTimer();
    } else await this.#remove(tree.scratch);
  }

  async #removeFree(): Promise<void> {
    const free = this.#free;
    this.#free = [];
    for (const { scratch } of free) await this.#remove(scratch);
  }

  /** What cannot be removed now, on a full disk for one, is tried again with the next one, and swept at the next start. */
  async #remove(scratch: ScratchWorktree): Promise<void> {
    const doomed = [...this.#left, scratch];
    this.#left = [];
    for (const each of doomed) {
      try {
        await removeScratch(this.#repo, each);
      } catch {
        this.#left = [...this.#left, each];
      }
    }
  }

  #restartTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#removeFree(), this.#idleMs).unref();
  }
}
