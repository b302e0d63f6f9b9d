import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { Fault } from '../core/model/fault.ts';

/** One approval: `at` is milliseconds since the epoch. */
export interface TrustedHash {
  readonly hash: string;
  readonly by: string;
  readonly at: number;
}

/**
 * Which executable parts of configs a person approved on this machine (see `executableHash`). Kept in one file, 0600,
 * replaced whole; each question reads it anew, so that an approval given by another process counts at once.
 */
export interface Trust {
  /** Null (nothing is executable) needs no approval. */
  readonly isTrusted: (hash: string | null) => boolean;
  /** On disk when it returns. Throws `Fault` where it cannot be written. */
  readonly trust: (hash: string, by: string) => void;
  readonly list: () => readonly TrustedHash[];
}

const trustFile = z.object({
  trusted: z.array(z.object({ hash: z.string(), by: z.string(), at: z.number() })),
});

/** Opens the trust file of a state directory. `clock` gives milliseconds since the epoch. */
export function openTrust(stateDir: string, clock: () => number): Trust {
  const path = join(stateDir, 'trust.json');
  const list = (): readonly TrustedHash[] => readTrusted(path);
  return {
    isTrusted: (hash) => hash === null || list().some((entry) => entry.hash === hash),
    trust: (hash, by) => {
      const others = list().filter((entry) => entry.hash !== hash);
      const trusted = [...others, { hash, by, at: clock() }];
      replaceFile(stateDir, path, `${JSON.stringify({ trusted }, null, 2)}\n`);
    },
    list,
  };
}

/** A file that cannot be understood trusts nothing: the person is asked again. */
function readTrusted(path: string): readonly TrustedHash[] {
  try {
    const parsed = trustFile.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    return parsed.success ? parsed.data.trusted : [];
  } catch {
    return [];
  }
}

function replaceFile(folder: string, path: string, text: string): void {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = openSync(temporary, 'wx', 0o600);
    try {
      writeSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    discard(temporary);
    throw new Fault('io-failed', `cannot write ${path}`, {
      cause: error,
      hint: 'See whether the folder is writable and the disk has room.',
    });
  }
}

function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // What could not be written cannot always be removed; the fault that follows tells of the cause.
  }
}
