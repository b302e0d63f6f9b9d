import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** The file that holds the token of the loopback port, for its owner alone. */
export const tokenFile = (stateDir: string): string => join(stateDir, 'http-token');

/** The token, made where there is none yet: it stays the same over restarts, so that clients can keep it. */
export function httpToken(stateDir: string): string {
  const file = tokenFile(stateDir);
  try {
    const made = openSync(file, 'wx', 0o600);
    try {
      writeSync(made, `${randomBytes(32).toString('base64url')}\n`);
    } finally {
      closeSync(made);
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  // It may have been copied about by something less careful.
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}
