import { watch, type FSWatcher } from 'chokidar';
import { DropScan, type DropScanOptions } from './drop-scan.ts';

/** Bytes of a dropped file that are taken in at most. */
const HARD_LIMIT_BYTES = 64 * 1024 * 1024;

export interface DropFolderOptions extends Omit<DropScanOptions, 'maxBytes'> {
  readonly maxBytes?: number;
  /** Pause between listings when nothing happens; milliseconds. */
  readonly pollMs?: number;
  /** Do without change events: for network file systems and shared folders, which send none. */
  readonly isPolling?: boolean;
}

/** A watched drop folder. */
export interface DropFolder {
  /** The first listing is over and the folder is watched. */
  readonly ready: Promise<void>;
  /** Stops watching, and waits for a listing under way. */
  readonly close: () => Promise<void>;
}

const POLL_MS = 5_000;
const POLL_WITHOUT_EVENTS_MS = 500;
/** Until a file that is still changing is looked at again. */
const PENDING_MS = 100;
/** Events come in bursts. */
const DEBOUNCE_MS = 25;

/**
 * Takes in what is dropped into a folder. A directory listing is the truth (at the start, after events, and every two
 * seconds); events only make it come sooner, so a lost one costs time and nothing else.
 */
export function watchDropFolder(options: DropFolderOptions): DropFolder {
  const watching = new DropWatch(options);
  return { ready: watching.start(), close: () => watching.close() };
}

class DropWatch {
  readonly #options: DropFolderOptions;
  readonly #scan: DropScan;
  #timer: NodeJS.Timeout | null = null;
  #dueAt = 0;
  #running: Promise<void> = Promise.resolve();
  #watcher: FSWatcher | null = null;
  #watchedFolder = '';
  #isPolling: boolean;
  #isClosed = false;
  #complaint = '';

  constructor(options: DropFolderOptions) {
    this.#options = options;
    this.#scan = new DropScan({ ...options, maxBytes: options.maxBytes ?? HARD_LIMIT_BYTES });
    this.#isPolling = options.isPolling ?? false;
  }

  async start(): Promise<void> {
    this.#running = this.#round();
    await this.#running;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#running;
    await this.#watcher?.close();
  }

  /** Makes the next listing come in `delayMs`, or sooner where it was due sooner. */
  #plan(delayMs: number): void {
    if (this.#isClosed) return;
    const dueAt = performance.now() + delayMs;
    if (this.#timer !== null && this.#dueAt <= dueAt) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      // One listing at a time: an event during one asks for another after it.
      this.#running = this.#running.then(() => this.#round());
    }, delayMs);
  }

  async #round(): Promise<void> {
    if (this.#isClosed) return;
    const idleMs = this.#options.pollMs ?? (this.#isPolling ? POLL_WITHOUT_EVENTS_MS : POLL_MS);
    try {
      const { isPending, folder } = await this.#scan.run();
      this.#complaint = '';
      await this.#watch(folder);
      this.#plan(isPending ? Math.min(PENDING_MS, idleMs) : idleMs);
    } catch (error) {
      this.#complain(`Cannot read the inbox: ${messageOf(error)}`);
      this.#plan(idleMs);
    }
  }

  /** Watches the folder that is there now: one that was removed and made again sends nothing to an old watcher. */
  async #watch(folder: string): Promise<void> {
    if (this.#isPolling || this.#isClosed || this.#watchedFolder === folder) return;
    await this.#watcher?.close();
    this.#watchedFolder = folder;
    const watcher = watch(this.#options.inbox, {
      depth: 0,
      ignoreInitial: true,
      followSymlinks: false,
    });
    this.#watcher = watcher;
    watcher.on('all', () => {
      this.#plan(DEBOUNCE_MS);
    });
    watcher.on('error', (error) => {
      this.#fallBack(error);
    });
    await readiness(watcher);
    // What came in between the listing and now sent no event.
    this.#plan(DEBOUNCE_MS);
  }

  /** The system's watches or handles have run out: listings alone do it, oftener. */
  #fallBack(error: unknown): void {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ENOSPC' || code === 'EMFILE') {
      this.#isPolling = true;
      this.#complain(
        `No change events for the inbox (${code}): it is listed twice a second instead`,
      );
    } else {
      this.#complain(`Watching the inbox: ${messageOf(error)}`);
    }
    this.#plan(DEBOUNCE_MS);
  }

  #complain(text: string): void {
    if (text === this.#complaint) return;
    this.#complaint = text;
    this.#options.log({ level: 'warn', text });
  }
}

/** Listings must go on, whatever becomes of the watcher: the wait for it is bounded. */
function readiness(watcher: FSWatcher): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, POLL_MS);
    watcher.once('ready', end);
    watcher.once('error', end);
  });
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
