import { constants, renameSync } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { SubmissionId } from '../core/model/ids.ts';
import { storedName } from './drop-names.ts';
import { isUnchanged, type Sight } from './drop-sight.ts';

/** A file that was dropped: its whole name, its bytes, and the name of the claim that it was taken by. */
export interface DroppedFile {
  readonly name: string;
  readonly payload: Uint8Array;
  readonly claimKey: string;
}

/** A file that cannot become a submission. It lies untouched at `path`, in the claimed folder. */
export interface RefusedFile {
  readonly name: string;
  readonly path: string;
  readonly reason: 'too-large' | 'unreadable';
  readonly bytes: number;
  /** Bytes that would have been taken. */
  readonly limit: number;
  readonly detail: string;
}

/** A file in the claimed folder that the store does not have yet. */
export interface Claim {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly sight: Sight;
  /** The submission whose file grew after it was handed in. */
  readonly supersedes: SubmissionId | null;
}

/** What became of a claim. `changed`: it is being written again, so look at it later. */
export type ClaimEnd =
  | {
      readonly kind: 'stored';
      readonly submission: SubmissionId;
      readonly isRepeat: boolean;
      readonly path: string;
    }
  | { readonly kind: 'refused'; readonly file: RefusedFile }
  | { readonly kind: 'changed' }
  | { readonly kind: 'gone' };

export interface ClaimContext {
  readonly claimed: string;
  readonly maxBytes: number;
  readonly submit: (file: DroppedFile) => {
    readonly id: SubmissionId;
    readonly isRepeat: boolean;
  };
}

/**
 * Reads a claimed file whole and hands it in; then its name tells that the store has it. Never deletes: whatever fails
 * here leaves the file where it is. Throws what `submit` throws.
 */
export async function handIn(claim: Claim, context: ClaimContext): Promise<ClaimEnd> {
  const bytes = Number(claim.sight.size);
  const refusedFor = (reason: RefusedFile['reason'], detail: string): ClaimEnd => ({
    kind: 'refused',
    file: { name: claim.name, path: claim.path, reason, bytes, limit: context.maxBytes, detail },
  });
  if (bytes > context.maxBytes) return refusedFor('too-large', '');
  const read = await readWhole(claim.path, claim.sight);
  if (read.kind === 'unreadable') return refusedFor('unreadable', read.detail);
  if (read.kind !== 'read') return read;
  const { id, isRepeat } = context.submit({
    name: claim.name,
    payload: read.bytes,
    claimKey: `drop:${claim.id}`,
  });
  const path = join(context.claimed, storedName(id, claim.name));
  // In the same turn as the submission: whoever hears of it finds its file under its id.
  try {
    renameSync(claim.path, path);
  } catch (error) {
    // Another watcher of the same claimed folder handed the same claim in, which is then the same submission.
    if (isMissing(error)) return { kind: 'gone' };
    throw error;
  }
  return { kind: 'stored', submission: id, isRepeat, path };
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

type Read =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  | { readonly kind: 'changed' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'unreadable'; readonly detail: string };

/** The bytes of a file that did not change from when it was seen until they were read. */
async function readWhole(path: string, sight: Sight): Promise<Read> {
  try {
    // A pipe must not make us wait, and a link put in its place must not be followed.
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    await using handle = await open(path, flags);
    if (!isUnchanged(sight, await handle.stat({ bigint: true }))) return { kind: 'changed' };
    const buffer = Buffer.alloc(Number(sight.size) + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
      length += bytesRead;
      if (bytesRead === 0 || length === buffer.length) break;
    }
    const isSame = isUnchanged(sight, await handle.stat({ bigint: true }));
    if (!isSame || length !== Number(sight.size)) return { kind: 'changed' };
    return { kind: 'read', bytes: buffer.subarray(0, length) };
  } catch (error) {
    if (isMissing(error)) return { kind: 'gone' };
    // Windows: its writer has it open.
    if (error instanceof Error && 'code' in error && error.code === 'EBUSY') {
      return { kind: 'changed' };
    }
    return { kind: 'unreadable', detail: error instanceof Error ? error.message : String(error) };
  }
}

/** `lstat` in nanoseconds; null: nothing there. */
export async function statOf(path: string | Buffer) {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
