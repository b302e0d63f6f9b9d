import { accessSync, constants, readdirSync } from 'node:fs';
import type { BlockReason } from '../../core/lifecycle/events.ts';
import type { Oid } from '../../core/model/ids.ts';
import { diskPath } from '../path-bytes.ts';
import type { Repository } from '../repository.ts';
import type { PathChange, TreeItem } from '../tree.ts';
import { checkoutSettings, type CheckoutSettings } from './checkout-settings.ts';
import type { Checkout } from './checkouts.ts';
import { cleanedId, mayConvert } from './conversions.ts';
import {
  isSameFile,
  lookAt,
  readBytes,
  statsOf,
  type DiskFile,
  type DiskLook,
} from './disk-file.ts';
import { readIndexEntries, type IndexEntry } from './index-entries.ts';
import { blocked, type Blocked } from './outcome.ts';

/** What to do on disk for one path. */
export interface FileAction {
  readonly path: string;
  /** What stands there and is moved aside; null where nothing does. */
  readonly old: DiskFile | null;
  /** What is put there; null: nothing. */
  readonly item: TreeItem | null;
}

/** One thing in the way. */
export interface Obstacle {
  readonly reason: BlockReason;
  readonly path: string;
  readonly detail: string;
}

/** A checkout compared with a change: what to write, what is in the way. */
export interface Inspection {
  readonly checkout: Checkout;
  readonly settings: CheckoutSettings;
  /** True: contents must be made by git, because conversions may apply. */
  readonly isConverted: boolean;
  readonly actions: readonly FileAction[];
  /** Entries of the index that differ from the new tree. */
  readonly staleEntries: readonly PathChange[];
  /** Paths whose index entry is marked as not wanted on disk. */
  readonly skipped: ReadonlySet<string>;
  readonly obstacles: readonly Obstacle[];
}

/** The first kind of obstacle, with every path of that kind. */
export function blockedBy(inspection: Inspection): Blocked | null {
  const [first] = inspection.obstacles;
  if (first === undefined) return null;
  const alike = inspection.obstacles.filter(({ reason }) => reason === first.reason);
  const more = alike.length > 1 ? ` (and ${alike.length - 1} more)` : '';
  const paths = [...new Set(alike.map(({ path }) => path))];
  return blocked(first.reason, inspection.checkout.path, paths, first.detail + more);
}

/**
 * Compares a checkout, read-only, with the paths that a landing changes; no other path matters. A path is free where its
 * index entry is the old one and the file on disk is the old one, or already the new one.
 */
export async function inspectCheckout(
  repo: Repository,
  checkout: Checkout,
  change: { readonly changes: readonly PathChange[]; readonly tree: Oid },
): Promise<Inspection> {
  const { changes, tree } = change;
  const paths = changes.map(({ path }) => path);
  const [settings, entries] = await Promise.all([
    checkoutSettings(repo, checkout),
    readIndexEntries(repo, checkout, paths),
  ]);
  const isConverted = await mayConvert(repo, { checkout, settings, tree }, paths);
  const inspector = new Inspector(repo, { checkout, settings, isConverted }, changes);
  for (const each of changes) await inspector.look(each, entriesAt(entries, each.path));
  return inspector.result();
}

const entriesAt = (entries: readonly IndexEntry[], path: string): readonly IndexEntry[] =>
  entries.filter((entry) => entry.path === path || entry.path.startsWith(`${path}/`));

const isSameItem = (left: TreeItem | null, right: TreeItem | null): boolean =>
  left?.oid === right?.oid && left?.mode === right?.mode;

type Setting = Pick<Inspection, 'checkout' | 'settings' | 'isConverted'>;

class Inspector {
  readonly #repo: Repository;
  readonly #setting: Setting;
  readonly #removed: ReadonlySet<string>;
  readonly #actions: FileAction[] = [];
  readonly #stale: PathChange[] = [];
  readonly #skipped = new Set<string>();
  readonly #obstacles: Obstacle[] = [];

  constructor(repo: Repository, setting: Setting, changes: readonly PathChange[]) {
    this.#repo = repo;
    this.#setting = setting;
    this.#removed = new Set(changes.filter(({ after }) => after === null).map(({ path }) => path));
  }

  result(): Inspection {
    return {
      ...this.#setting,
      actions: this.#actions,
      staleEntries: this.#stale,
      skipped: this.#skipped,
      obstacles: this.#obstacles,
    };
  }

  /** Inspects a path; what this user may not read or write is in the way too. */
  async look(change: PathChange, entries: readonly IndexEntry[]): Promise<void> {
    try {
      const before = this.#actions.length;
      await this.#inspect(change, entries);
      if (this.#actions.length > before) this.#requireWritable(change.path);
    } catch (error) {
      if (!isForbidden(error)) throw error;
      this.#block('write-refused', change.path, error.message);
    }
  }

  /** Files come and go by renames: the folder, or the nearest one above that exists, must be writable. */
  #requireWritable(path: string): void {
    const segments = path.split('/').slice(0, -1);
    for (let depth = segments.length; depth >= 0; depth -= 1) {
      const folder = segments.slice(0, depth).join('/');
      const full = folder === '' ? this.#setting.checkout.path : this.#onDisk(folder);
      // A file here makes way for a folder: the folder around it is what must be writable.
      if (statsOf(full)?.isDirectory() !== true) continue;
      accessSync(full, constants.W_OK | constants.X_OK);
      return;
    }
  }

  async #inspect(change: PathChange, entries: readonly IndexEntry[]): Promise<void> {
    const { path, before, after } = change;
    const own = entries.filter((entry) => entry.path === path);
    const below = entries.filter((entry) => entry.path !== path && !this.#removed.has(entry.path));
    const staged = stagedItem(own);
    if (own.some(({ stage }) => stage > 0)) {
      return this.#block('dirty-path', path, `${path} has an unresolved conflict.`);
    }
    if (after !== null && below[0] !== undefined) {
      return this.#block(
        'dirty-path',
        below[0].path,
        `${below[0].path} is staged where ${path} must go.`,
      );
    }
    const isNew = isSameItem(staged, after);
    if (!isNew && !isSameItem(staged, before)) {
      return this.#block('dirty-path', path, `${path} has staged changes.`);
    }
    if (!isNew) this.#stale.push(change);
    if (own[0]?.isSkipped === true) this.#skipped.add(path);
    await this.#inspectDisk(change, isNew);
  }

  async #inspectDisk(change: PathChange, isStagedAlready: boolean): Promise<void> {
    const { path, before, after } = change;
    const obstacle = this.#ancestorInTheWay(path);
    if (obstacle !== null) {
      if (after === null && (await this.#isFree(change))) return;
      const reason = before === null ? 'untracked-path' : 'dirty-path';
      return this.#block(
        reason,
        obstacle,
        `${obstacle} is not a folder, and ${path} is inside it.`,
      );
    }
    const look = lookAt(this.#onDisk(path), this.#repo.objectFormat);
    if (await this.#matches(look, after, path)) return;
    if (look.kind === 'missing' && (before === null || this.#skipped.has(path))) {
      if (!this.#skipped.has(path)) this.#actions.push({ path, old: null, item: after });
      return;
    }
    if (look.kind === 'folder') return this.#inspectFolder(change);
    const isOld = !isStagedAlready && (await this.#matches(look, before, path));
    if (isOld && (look.kind === 'file' || look.kind === 'link')) {
      this.#actions.push({ path, old: look, item: after });
      return;
    }
    if (before === null && this.#isOtherSpelling(path, look)) {
      this.#actions.push({ path, old: null, item: after });
      return;
    }
    if (before === null) {
      return this.#block('untracked-path', path, `${path} exists, untracked, with other content.`);
    }
    const what = look.kind === 'missing' ? 'was deleted' : 'has uncommitted changes';
    this.#block('dirty-path', path, `${path} ${what}.`);
  }

  /** A folder may give way to a file only when everything in it goes with this landing. */
  #inspectFolder(change: PathChange): void {
    const { path, before, after } = change;
    if (after?.mode === '160000' || (before?.mode === '160000' && after === null)) return;
    if (before !== null && before.mode !== '160000') {
      return this.#block('dirty-path', path, `${path} was replaced by a folder.`);
    }
    const stranger = this.#strangerIn(path);
    if (stranger !== null) {
      return this.#block(
        'untracked-path',
        stranger,
        `${stranger} is in the way of the file ${path}.`,
      );
    }
    this.#actions.push({ path, old: null, item: after });
  }

  #strangerIn(folder: string): string | null {
    for (const entry of readdirSync(this.#onDisk(folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      const found = entry.isDirectory() ? this.#strangerIn(path) : path;
      if (found !== null && !this.#removed.has(found)) return found;
    }
    return null;
  }

  /** The outermost ancestor that is no real folder and does not go with this landing. */
  #ancestorInTheWay(path: string): string | null {
    const segments = path.split('/').slice(0, -1);
    for (const [depth] of segments.entries()) {
      const ancestor = segments.slice(0, depth + 1).join('/');
      const stats = statsOf(this.#onDisk(ancestor));
      if (stats === null) return null;
      if (stats.isDirectory()) continue;
      return this.#removed.has(ancestor) ? null : ancestor;
    }
    return null;
  }

  /** On a file system that folds case, a path may be found under the name of another one that goes with this landing. */
  #isOtherSpelling(path: string, look: DiskLook): boolean {
    if (!this.#setting.settings.ignoresCase || look.kind === 'missing') return false;
    const folded = path.normalize('NFC').toLowerCase();
    const twin = [...this.#removed].find((each) => each.normalize('NFC').toLowerCase() === folded);
    if (twin === undefined) return false;
    const [mine, other] = [statsOf(this.#onDisk(path)), statsOf(this.#onDisk(twin))];
    return mine?.ino === other?.ino && mine?.dev === other?.dev;
  }

  async #isFree(change: PathChange): Promise<boolean> {
    return change.before === null || this.#skipped.has(change.path);
  }

  /** Whether what is on disk is what a checkout of `item` would be; null: nothing. */
  async #matches(look: DiskLook, item: TreeItem | null, path: string): Promise<boolean> {
    if (item === null) return look.kind === 'missing';
    if (item.mode === '160000') return look.kind === 'folder';
    if (look.kind !== 'file' && look.kind !== 'link') return false;
    const { hasLinks, hasFileModes } = this.#setting.settings;
    const kind = item.mode === '120000' && hasLinks ? 'link' : 'file';
    if (look.kind !== kind) return false;
    const isModeRight = look.isExecutable === (item.mode === '100755');
    if (kind === 'file' && item.mode !== '120000' && hasFileModes && !isModeRight) return false;
    if (isSameFile(look, { kind, id: item.oid })) return true;
    if (kind === 'link' || !this.#setting.isConverted) return false;
    const bytes = readBytes(this.#onDisk(path), false);
    return (await cleanedId(this.#repo, this.#setting.checkout, path, bytes)) === item.oid;
  }

  #onDisk(path: string): string | Buffer {
    return diskPath(this.#setting.checkout.path, path);
  }

  #block(reason: BlockReason, path: string, detail: string): void {
    this.#obstacles.push({ reason, path, detail });
  }
}

const isForbidden = (error: unknown): error is Error =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'EROFS');

/** The entry of stage 0 as a tree has it; null where there is none. */
function stagedItem(entries: readonly IndexEntry[]): TreeItem | null {
  const entry = entries.find(({ stage }) => stage === 0);
  return entry === undefined ? null : { mode: entry.mode as TreeItem['mode'], oid: entry.oid };
}
