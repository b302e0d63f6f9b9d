import type { Decoded } from '../formats/decoded.ts';
import { blobId, sha256, type ContentHash } from '../model/content-hash.ts';
import type { Oid } from '../model/ids.ts';
import type { Snapshot, SnapshotFile } from '../model/patch.ts';
import type { Rejection } from '../model/rejection.ts';

/** Which reads of the response hold at the base, and a refusal for each read of an edited path that does not. */
export interface ReadCheck {
  readonly fresh: ReadonlySet<string>;
  readonly rejections: readonly Rejection[];
}

/** Blob of each edited path at the commit that the response names as its Base; null where it had none. */
export type ReadPoint = ReadonlyMap<string, Oid | null>;

/**
 * Compares what the author saw with the base (guarantee 6): every read that the response names, and, where it names the
 * commit it was written against, that commit's content of each path that is replaced whole or by line number alone. A
 * read of a path that no edit touches is context and refuses nothing.
 */
export function staleReads(decoded: Decoded, snapshot: Snapshot, readPoint: ReadPoint): ReadCheck {
  const edited = new Set(decoded.edits.map((edit) => String(edit.target.path)));
  const fresh = new Set(snapshot.freshReads);
  const rejections: Rejection[] = [];
  for (const { path, hash, window } of decoded.envelope.reads) {
    const file = snapshot.files.get(path);
    if (window !== undefined && file !== undefined) {
      if (edited.has(path) && countWindows(file, window, hash) !== 1) {
        rejections.push(staleRead(path, hash, file));
      }
    } else if (file !== undefined && isContent(file, hash)) fresh.add(path);
    else if (edited.has(path)) rejections.push(staleRead(path, hash, file));
  }
  const named = new Set(decoded.envelope.reads.map(({ path }) => path));
  const anchorless = decoded.edits.filter(({ kind }) => kind === 'write' || kind === 'insert');
  for (const path of new Set(anchorless.map((edit) => String(edit.target.path)))) {
    const seen = readPoint.get(path);
    if (named.has(path) || seen === undefined) continue;
    const file = snapshot.files.get(path);
    if ((file?.oid ?? null) === seen) fresh.add(path);
    else rejections.push(staleRead(path, seen === null ? 'absent' : `blob:${seen}`, file));
  }
  return { fresh, rejections };
}

/**
 * How often a window's lines stand in the file: it is fresh while that is once, wherever they have moved to. A window
 * says nothing about the rest of its file, so it makes no fresh read of the whole.
 */
function countWindows(
  file: SnapshotFile,
  [first, last]: readonly [number, number],
  hash: ContentHash,
): number {
  const length = last - first + 1;
  const starts = lineStarts(file.bytes);
  let count = 0;
  for (let at = 0; at + length < starts.length; at += 1) {
    const bytes = file.bytes.subarray(starts[at], starts[at + length]);
    const found = hash.startsWith('blob:')
      ? `blob:${blobId(bytes, formatOf(hash))}`
      : `sha256:${sha256(bytes)}`;
    if (found === hash) count += 1;
  }
  return count;
}

const formatOf = (hash: ContentHash): 'sha1' | 'sha256' =>
  hash.length === 'blob:'.length + 64 ? 'sha256' : 'sha1';

/** Where each line starts, and the end of the last one. */
function lineStarts(bytes: Uint8Array): readonly number[] {
  const starts = [0];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) starts.push(at + 1);
  if (starts.at(-1) !== bytes.length) starts.push(bytes.length);
  return starts;
}

const isContent = (file: SnapshotFile, hash: ContentHash): boolean =>
  hash.startsWith('blob:') ? hash === `blob:${file.oid}` : hash === `sha256:${sha256(file.bytes)}`;

const staleRead = (path: string, read: string, file: SnapshotFile | undefined): Rejection => ({
  code: 'stale-read',
  path,
  reason: file === undefined ? 'file-gone' : 'content-changed',
  facts: { read, ...(file === undefined ? {} : { now: `blob:${file.oid}` }) },
});
