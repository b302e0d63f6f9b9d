import type { Row } from './database.ts';

/** Who read: a person's or agent's name, and the agent that was recorded for it. */
export interface Reader {
  readonly name: string;
  readonly agent: string | null;
}

/** Lines, from 1, both included; null: the whole file. */
export type Window = readonly [first: number, last: number] | null;

/** The reader in a row of a read token. */
export const readerOf = (row: Row): Reader => ({
  name: row['reader'] as string,
  agent: row['agent'] as string | null,
});

/** The lines in a row of a read path. */
export const windowOf = (row: Row): Window =>
  row['first_line'] === null ? null : [row['first_line'] as number, row['last_line'] as number];
