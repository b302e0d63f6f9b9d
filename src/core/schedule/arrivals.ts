import { affects } from './affects.ts';
import type { Landing, Part } from './queue-state.ts';

/** What needs the same has the same key. */
interface Needing {
  readonly needs: readonly Part[];
  readonly needsKey: string;
}

/** What came onto the branch after one of its versions. */
export interface ArrivalsSince {
  readonly ids: ReadonlySet<string>;
  /** Those of them that affect a unit. */
  readonly affecting: (unit: Needing) => ReadonlySet<string>;
}

/** Landings by the version that they came after; each is asked for by many runs. */
export class Arrivals {
  readonly #landed: readonly Landing[];
  readonly #known = new Map<number, ArrivalsSince>();

  constructor(landed: readonly Landing[]) {
    this.#landed = landed;
  }

  since(version: number): ArrivalsSince {
    const known = this.#known.get(version) ?? this.#workOut(version);
    this.#known.set(version, known);
    return known;
  }

  #workOut(version: number): ArrivalsSince {
    const since = this.#landed.filter((landing) => landing.version > version);
    const known = new Map<string, ReadonlySet<string>>();
    const affecting = (needs: readonly Part[]): ReadonlySet<string> =>
      new Set(since.flatMap(({ id, changes }) => (affects(changes, needs) ? [id] : [])));
    return {
      ids: new Set(since.map(({ id }) => id)),
      affecting: ({ needs, needsKey }) => {
        const ids = known.get(needsKey) ?? affecting(needs);
        known.set(needsKey, ids);
        return ids;
      },
    };
  }
}
