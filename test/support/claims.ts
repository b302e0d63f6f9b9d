import { verify } from '../../src/core/apply/verify.ts';
import type { FileChange, Region } from '../../src/core/model/patch.ts';
import { snapshotOf, target } from './edit-values.ts';

/** A change of the file `a` as a patch would claim it. */
export interface Claim {
  readonly before: string;
  readonly after: string;
  readonly regions: readonly Region[];
  /** Content at the base, where it is not what the change starts from; null: no file. */
  readonly base?: string | null;
  readonly fresh?: readonly string[];
  readonly rest?: Partial<FileChange>;
}

/** The guarantees that are broken, and the words for it. */
export const broken = ({
  before,
  after,
  regions,
  base = before,
  fresh = [],
  rest,
}: Claim): string[] => {
  const snapshot = snapshotOf(base === null ? {} : { a: base }, { freshReads: new Set(fresh) });
  const change: FileChange = {
    path: target('a').path,
    before: { bytes: Buffer.from(before), mode: '100644' },
    after: { bytes: Buffer.from(after), mode: '100644' },
    regions,
    blocks: [1],
    isWhole: false,
    isDeclaredDeletion: false,
    ...rest,
  };
  return verify({ base: null, changes: [change] }, snapshot).map(
    ({ guarantee, path, message }) => `${guarantee} ${path}: ${message}`,
  );
};

/** A region that asked for more lines than any test changes. */
export const region = (
  start: number,
  end: number,
  text: string,
  rest: Partial<Region> = {},
): Region => ({
  start,
  end,
  replacement: Buffer.from(text),
  askedRemoved: 9,
  askedAdded: 9,
  block: 1,
  ...rest,
});
