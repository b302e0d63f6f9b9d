import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';

/** Bytes after which the log is set aside as `daemon.log.1` on the next start. */
const ROTATE_BYTES = 10 * 1024 * 1024;

/** Characters that are kept where the log cannot be written; further lines are dropped. */
const MAX_UNWRITTEN = 256 * 1024;

/** Where a repository's daemon writes its log. */
export const logFile = (stateDir: string): string => join(stateDir, 'daemon.log');

/** The daemon's log: one JSON line per entry, in a file of its own that only the user reads. */
export function createLogger(stateDir: string): {
  readonly log: Logger;
  readonly close: () => void;
} {
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  const file = logFile(stateDir);
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > ROTATE_BYTES) {
    renameSync(file, `${file}.1`);
  }
  const destination = pino.destination({
    dest: file,
    sync: true,
    mode: 0o600,
    maxLength: MAX_UNWRITTEN,
  });
  // A full disk, for one: lines are kept for a while and written with a later one, and the daemon goes on.
  destination.on('error', () => undefined);
  const log = pino(
    { base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime },
    destination,
  );
  return {
    log,
    close: () => {
      // What was begun before the end, and ends after it, has nobody left to tell.
      log.level = 'silent';
      destination.end();
    },
  };
}
