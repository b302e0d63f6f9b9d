/** Lets so many pieces of work run at once, in the order in which they came. */
export interface Turns {
  readonly take: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Turns for `places` at once. */
export function createTurns(places: number): Turns {
  let free = places;
  const waiting: (() => void)[] = [];
  const enter = async (): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return;
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    take: async (work) => {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
