import { createHash } from 'node:crypto';
import type { LaneConfig } from '../config/config.ts';
import type { Oid } from '../core/model/ids.ts';
import type { TreeEntry } from '../core/model/patch.ts';
import { laneOf } from './lane-of.ts';

/** The lanes of a config, and the one that a change lies in. */
export interface OwnLane {
  readonly lanes: readonly LaneConfig[];
  readonly own: string;
  /** The bytes of a link's blob. */
  readonly readLink: (oid: Oid) => Promise<Uint8Array>;
}

/**
 * Names what a gate for the whole tree depends on for a change of one lane: every file but those of the other lanes, by
 * path, mode and content, and what the lanes are. Null: the whole tree, since a link leads into another lane, or nobody
 * can tell where to.
 */
export async function laneInputs(
  { tree, entries }: { readonly tree: Oid; readonly entries: readonly TreeEntry[] },
  lane: OwnLane,
): Promise<string | null> {
  const { lanes, own } = lane;
  const kept = known.get(lanes) ?? new Map<string, string | null>();
  known.set(lanes, kept);
  const key = JSON.stringify([own, tree]);
  let name = kept.get(key);
  if (name === undefined) {
    name = await nameOf(entries, lane);
    if (kept.size >= MOST_TREES) kept.clear();
    kept.set(key, name);
  }
  return name;
}

/** A tree is asked about as a candidate, and again as a base. */
const known = new WeakMap<readonly LaneConfig[], Map<string, string | null>>();
const MOST_TREES = 256;

async function nameOf(entries: readonly TreeEntry[], lane: OwnLane): Promise<string | null> {
  if ((await strayLink(entries, lane)) !== null) return null;
  const { lanes, own } = lane;
  const hash = createHash('sha256').update(JSON.stringify([lanes, own]));
  for (const entry of entries)
    if (isInput(entry, lane)) hash.update(`${entry.mode} ${entry.oid} ${entry.path}\0`);
  return `lane ${hash.digest('hex')}`;
}

function isInput({ path }: TreeEntry, { lanes, own }: OwnLane): boolean {
  const of = laneOf(lanes, path);
  return of === null || of === own;
}

const LINK = '120000';
const MOST_LINKS = 2_000;
/** Bytes of a link's target; systems allow no more. */
const MOST_BYTES = 4_096;

/**
 * A link among the inputs of a lane that may lead to what is none; null: there is no such link. One does not where it
 * leads to a file or folder that is there and has nothing of another lane in it. Where it leads to a link, that one is
 * looked at by itself; what stands behind a link as a folder is no path of the tree.
 */
export async function strayLink(
  entries: readonly TreeEntry[],
  lane: OwnLane,
): Promise<string | null> {
  const links = entries.filter((entry) => entry.mode === LINK && isInput(entry, lane));
  if (links.length === 0) return null;
  const tooMany = links[MOST_LINKS];
  if (tooMany !== undefined) return tooMany.path;
  const areInputs = new Map<string, boolean>();
  for (const entry of entries) {
    const is = isInput(entry, lane);
    areInputs.set(entry.path, is);
    for (const folder of foldersAbove(entry.path))
      areInputs.set(folder, (areInputs.get(folder) ?? true) && is);
  }
  for (const { path, oid } of links) {
    const place = placeOf(path, await lane.readLink(oid));
    if (place === null || areInputs.get(place) !== true) return path;
  }
  return null;
}

/** The folders that a path lies in, the root (empty) among them. */
function* foldersAbove(path: string): Generator<string> {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
    yield path.slice(0, at);
  yield '';
}

/** The path that a link leads to; null where its text alone does not tell. */
function placeOf(path: string, bytes: Uint8Array): string | null {
  const target = textOf(bytes);
  if (target === null || target === '' || /^\/|[\\\0]/.test(target)) return null;
  const at = path.split('/').slice(0, -1);
  let isBelow = false;
  for (const segment of target.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') {
      at.push(segment);
      isBelow = true;
    } else if (isBelow || at.pop() === undefined) {
      // What stands before the dots may be a link itself.
      return null;
    }
  }
  return at.join('/');
}

function textOf(bytes: Uint8Array): string | null {
  if (bytes.length > MOST_BYTES) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
