import type { ContentHash } from '../model/content-hash.ts';
import type { Oid } from '../model/ids.ts';
import type { SnapshotFile } from '../model/patch.ts';
import type { SeenWindow } from './read-window.ts';

/** What the author saw of one path, as far as it is known. */
export interface SeenFile {
  /** Hashes of the whole file: of its blob, or of what the checkout made of it where that is told apart already. */
  readonly wholes: readonly ContentHash[];
  readonly windows: readonly SeenWindow[];
  /** Its blob at the commit that the author's view dates from, where no read names the path; null: it had none. */
  readonly atReadPoint?: Oid | null;
  /** The content that was read; null where nobody has it any more, or where the reads name several. */
  readonly version: SnapshotFile | null;
}

/** By path of the repository. */
export type Seen = ReadonlyMap<string, SeenFile>;

export const NOTHING_SEEN: Seen = new Map();

/** What to do about a read that is no longer fresh: merge the change with what landed (or note it), or refuse it. */
export type StaleAction = 'merge' | 'reject';

/** By the kind of what rests on the read. `context`: reads of files that no edit touches. */
export interface StalePolicy {
  readonly anchored: StaleAction;
  readonly whole: StaleAction;
  readonly numbers: StaleAction;
  readonly context: StaleAction;
}

export const DEFAULT_STALE: StalePolicy = {
  anchored: 'merge',
  whole: 'reject',
  numbers: 'reject',
  context: 'merge',
};
