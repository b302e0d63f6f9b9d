import { sha256, type ContentHash } from '../model/content-hash.ts';
import type { FreshWindow, Snapshot, SnapshotFile } from '../model/patch.ts';
import type { Note, Rejection } from '../model/rejection.ts';
import type { EditedPath } from './edit-paths.ts';
import { windowPlaces } from './read-window.ts';
import type { Seen, SeenFile, StalePolicy } from './seen.ts';

/** What is asked about the reads of a response: its edits by path, what its author saw, and the config's `stale`. */
export interface ReadQuestion {
  readonly edited: ReadonlyMap<string, EditedPath>;
  readonly seen: Seen;
  readonly stale: StalePolicy;
}

/** What the reads come to (guarantee 6). */
export interface ReadJudgement {
  /**
   * What the edits are applied to: the base, but with the version that was read for each path in `merges`. Its
   * `freshReads` and `freshWindows` are of these contents.
   */
  readonly snapshot: Snapshot;
  /** Paths whose whole content at the base is what the author saw. */
  readonly fresh: ReadonlySet<string>;
  /** Windows that stand at the base as they were read. */
  readonly windows: ReadonlyMap<string, readonly FreshWindow[]>;
  /** Paths whose change has to be merged with what landed: the file as it is at the base. */
  readonly merges: ReadonlyMap<string, SnapshotFile>;
  /** Edited paths that the base no longer has. */
  readonly gone: ReadonlySet<string>;
  readonly rejections: readonly Rejection[];
  readonly notes: readonly Note[];
}

/** How a read stands to the base. */
type Standing =
  | { readonly kind: 'fresh'; readonly isWhole: boolean; readonly windows: readonly FreshWindow[] }
  | { readonly kind: 'stale' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'unknown' };

/** Compares what the author saw with the base, and decides what becomes of each edited path. */
export function judgeReads(
  snapshot: Snapshot,
  { edited, seen, stale }: ReadQuestion,
): ReadJudgement {
  const fresh = new Set(snapshot.freshReads);
  const windows = new Map<string, readonly FreshWindow[]>();
  const asTheyWere = new Map<string, readonly FreshWindow[]>();
  const merges = new Map<string, SnapshotFile>();
  const files = new Map(snapshot.files);
  const gone = new Set<string>();
  const rejections: Rejection[] = [];
  const notes: Note[] = [];
  for (const [path, view] of seen) {
    const file = snapshot.files.get(path);
    const standing = standingOf(view, file);
    const edits = edited.get(path);
    if (standing.kind === 'fresh') {
      if (standing.isWhole) fresh.add(path);
      windows.set(path, standing.windows);
      continue;
    }
    if (standing.kind === 'unknown') continue;
    if (edits === undefined) {
      if (stale.context === 'merge') notes.push(changedContext(path));
      else rejections.push(staleRead(path, view, file));
      continue;
    }
    const isMerge = stale[edits.kind] === 'merge';
    if (standing.kind === 'gone' || file === undefined) {
      gone.add(path);
      rejections.push(isMerge ? deleted(path, view, snapshot) : staleRead(path, view, file));
    } else if (isMerge && view.version !== null) {
      merges.set(path, file);
      files.set(path, view.version);
      asTheyWere.set(path, view.windows.map(asRead));
    } else if (!isMerge || isNamed(view)) rejections.push(staleRead(path, view, file));
  }
  const wholes = [...merges.keys()].filter((path) => isWholeSeen(seen.get(path)));
  return {
    snapshot: {
      ...snapshot,
      files,
      freshReads: new Set([...fresh, ...wholes]),
      freshWindows: new Map([...windows, ...asTheyWere]),
    },
    fresh,
    windows,
    merges,
    gone,
    rejections,
    notes,
  };
}

/** Whether a read of the path was named, rather than only the commit that the response was written against. */
const isNamed = (view: SeenFile): boolean => view.wholes.length + view.windows.length > 0;

const isWholeSeen = (view: SeenFile | undefined): boolean =>
  view !== undefined && (view.wholes.length > 0 || view.atReadPoint !== undefined);

const asRead = ({ window }: SeenFile['windows'][number]): FreshWindow => ({
  first: window[0],
  last: window[1],
  at: window[0],
});

/**
 * A read of the whole is fresh where every name that it is given is the content's; a window's while its lines stand
 * exactly once, wherever they have moved to. A window says nothing about the rest of its file, so it makes no fresh read of the whole.
 */
function standingOf(view: SeenFile, file: SnapshotFile | undefined): Standing {
  const { wholes, windows, atReadPoint, version } = view;
  if (!isNamed(view)) {
    if (atReadPoint === undefined) return { kind: 'unknown' };
    if ((file?.oid ?? null) === atReadPoint) return { kind: 'fresh', isWhole: true, windows: [] };
    return file === undefined ? { kind: 'gone' } : { kind: 'stale' };
  }
  if (file === undefined) return { kind: 'gone' };
  const isWhole = wholes.length > 0 && wholes.every((hash) => isContent(file, hash));
  if (version?.oid === file.oid) return { kind: 'fresh', isWhole, windows: windows.map(asRead) };
  if (isWhole) return { kind: 'fresh', isWhole, windows: [] };
  if (wholes.length > 0) return { kind: 'stale' };
  const found: FreshWindow[] = [];
  for (const each of windows) {
    const [at, another] = windowPlaces(file.bytes, each, version?.bytes ?? null);
    if (at === undefined || another !== undefined) return { kind: 'stale' };
    found.push({ first: each.window[0], last: each.window[1], at });
  }
  return { kind: 'fresh', isWhole: false, windows: found };
}

const isContent = (file: SnapshotFile, hash: ContentHash): boolean =>
  hash.startsWith('blob:') ? hash === `blob:${file.oid}` : hash === `sha256:${sha256(file.bytes)}`;

function staleRead(path: string, view: SeenFile, file: SnapshotFile | undefined): Rejection {
  const [window] = view.windows;
  const isWindow = view.wholes.length === 0 && window !== undefined;
  const read =
    view.wholes[0] ??
    window?.hash ??
    (view.atReadPoint === null ? 'absent' : `blob:${view.atReadPoint ?? ''}`);
  return {
    code: 'stale-read',
    path,
    reason: file === undefined ? 'file-gone' : isWindow ? 'lines-changed' : 'content-changed',
    ...(isWindow ? { lines: [...window.window] } : {}),
    facts: { read, ...(file === undefined ? {} : { now: `blob:${file.oid}` }) },
  };
}

/** Edits of a file that somebody else deleted, or moved: `movedTo` has the very content that was read. */
function deleted(path: string, { version }: SeenFile, { tree }: Snapshot): Rejection {
  const movedTo = tree.filter(({ oid }) => oid === version?.oid).map((entry) => entry.path);
  const facts = movedTo.length === 0 ? {} : { facts: { movedTo: movedTo.slice(0, 3) } };
  return { code: 'merge-conflict', path, reason: 'deleted', ...facts };
}

const changedContext = (path: string): Note => ({
  code: 'stale-context',
  path,
  text: `${JSON.stringify(path)} was read and not edited; it has changed since.`,
});
