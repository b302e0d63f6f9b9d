import { Fault } from '../core/model/fault.ts';
import { asOid } from '../core/model/ids.ts';
import type { TreeNode } from './objects.ts';
import { decodePath } from './path-bytes.ts';
import type { Repository } from './repository.ts';

/*
 * Tree objects as git stores them: for each node its mode, a space, its name, a NUL and the bytes of its id, in the order
 * of the names, where a folder's counts as if a slash ended it.
 */

/** What stands under one name on two sides; null: nothing. */
export type NodePair = readonly [left: TreeNode | null, right: TreeNode | null];

type ObjectFormat = Repository['objectFormat'];

const NUL = 0;
const SPACE = 0x20;
const FOLDER_END = Buffer.from('/');

/** True for the mode of a folder in a tree object. */
export const isTreeMode = (mode: string): boolean => mode === '40000' || mode === '040000';

/** A tree object, and how far it was read. */
interface Reading {
  readonly bytes: Buffer;
  readonly idLength: number;
  at: number;
}

const readingOf = (bytes: Buffer, format: ObjectFormat): Reading => ({
  bytes,
  idLength: format === 'sha256' ? 32 : 20,
  at: 0,
});

/** The nodes of a tree object, in its order. */
export function parseTree(bytes: Buffer, format: ObjectFormat): readonly TreeNode[] {
  const nodes: TreeNode[] = [];
  const reading = readingOf(bytes, format);
  while (reading.at < bytes.length) nodes.push(take(reading));
  return nodes;
}

/** The node of this name; null where there is none. Of the others nothing is made. */
export function nodeNamed(bytes: Buffer, name: Buffer, format: ObjectFormat): TreeNode | null {
  const reading = readingOf(bytes, format);
  while (reading.at < bytes.length) {
    const { space, nul } = nameAt(reading);
    const isIt =
      nul - space - 1 === name.length && bytes.compare(name, 0, name.length, space + 1, nul) === 0;
    if (isIt) return take(reading);
    reading.at = nul + 1 + reading.idLength;
  }
  return null;
}

/** The nodes in which two tree objects differ, by name. Most are the same: of those nothing is made. */
export function unlikeNodes(
  before: Buffer,
  after: Buffer,
  format: ObjectFormat,
): readonly NodePair[] {
  const [left, right] = [readingOf(before, format), readingOf(after, format)];
  const pairs = new Map<string, NodePair>();
  for (;;) {
    skipSame(left, right);
    const isLeftDone = left.at >= before.length;
    const isRightDone = right.at >= after.length;
    if (isLeftDone && isRightDone) return [...pairs.values()];
    const order = isLeftDone ? 1 : isRightDone ? -1 : compareNames(left, right);
    const old = order <= 0 ? take(left) : null;
    const fresh = order >= 0 ? take(right) : null;
    // A name that became a folder's has another place in the order, and comes a second time.
    const name = (old ?? fresh)?.name ?? '';
    const [known = null, other = null] = pairs.get(name) ?? [];
    pairs.set(name, [old ?? known, fresh ?? other]);
  }
}

/** Goes on to the first node that is another on the other side. */
function skipSame(left: Reading, right: Reading): void {
  const { bytes, idLength } = left;
  const others = right.bytes;
  for (;;) {
    let at = left.at;
    const apart = right.at - at;
    while (at < bytes.length && bytes[at] === others[at + apart] && bytes[at] !== NUL) at += 1;
    if (at >= bytes.length || others[at + apart] !== NUL) return;
    const end = at + 1 + idLength;
    while (at < end && bytes[at] === others[at + apart]) at += 1;
    if (at < end) return;
    left.at = end;
    right.at = end + apart;
  }
}

/** Takes the node that begins here. */
function take(reading: Reading): TreeNode {
  const { bytes, idLength, at } = reading;
  const { space, nul } = nameAt(reading);
  reading.at = nul + 1 + idLength;
  if (reading.at > bytes.length) throw damaged();
  return {
    mode: bytes.toString('latin1', at, space),
    name: decodePath(bytes.subarray(space + 1, nul)),
    oid: asOid(bytes.toString('hex', nul + 1, reading.at)),
  };
}

/** Where the name that begins here has its ends. Without one, reading on would begin again at the start, for ever. */
function nameAt({ bytes, at }: Reading): { readonly space: number; readonly nul: number } {
  const space = bytes.indexOf(SPACE, at);
  const nul = space === -1 ? -1 : bytes.indexOf(NUL, space);
  if (nul === -1) throw damaged();
  return { space, nul };
}

const damaged = (): Fault =>
  new Fault('git-failed', 'A tree in the repository is damaged.', { hint: 'git fsck tells more.' });

/** The order of the names that begin here: below 0 where the left one comes first, 0 where they are the same. */
function compareNames(left: Reading, right: Reading): number {
  return Buffer.compare(orderedName(left), orderedName(right));
}

function orderedName(reading: Reading): Buffer {
  const { bytes, at } = reading;
  const { space, nul } = nameAt(reading);
  const name = bytes.subarray(space + 1, nul);
  return isTreeMode(bytes.toString('latin1', at, space)) ? Buffer.concat([name, FOLDER_END]) : name;
}
