/** A time to leave something alone, in milliseconds since the epoch. */
export interface Rest {
  readonly from: number;
  readonly until: number;
}

export const restFor = (ms: number, now: number): Rest => ({ from: now, until: now + ms });

/** Where the clock was set back nobody knows how much of the rest is left: it is over. */
export const isResting = ({ from, until }: Rest, now: number): boolean =>
  now >= from && now < until;
