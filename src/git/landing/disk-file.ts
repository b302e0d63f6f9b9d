import { lstatSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { blobId } from '../../core/model/content-hash.ts';
import type { Repository } from '../repository.ts';

/** What stands on disk at a path. */
export type DiskLook =
  | { readonly kind: 'missing' }
  | { readonly kind: 'folder' }
  | { readonly kind: 'other' }
  | DiskFile;

/** A regular file or a link, identified by content. */
export interface DiskFile {
  readonly kind: 'file' | 'link';
  /** Blob id of the bytes as they are on disk (a link's target). */
  readonly id: string;
  /** Permission bits. */
  readonly permissions: number;
  readonly isExecutable: boolean;
}

/** Looks without following a link. A path below something that is no folder counts as missing. */
export function lookAt(path: string | Buffer, format: Repository['objectFormat']): DiskLook {
  const stats = statsOf(path);
  if (stats === null) return { kind: 'missing' };
  if (stats.isDirectory()) return { kind: 'folder' };
  const isLink = stats.isSymbolicLink();
  if (!isLink && !stats.isFile()) return { kind: 'other' };
  return {
    kind: isLink ? 'link' : 'file',
    id: blobId(readBytes(path, isLink), format),
    permissions: stats.mode & 0o7777,
    isExecutable: !isLink && (stats.mode & 0o100) !== 0,
  };
}

/** The bytes that git would take from there: a file's content, or a link's target. */
export const readBytes = (path: string | Buffer, isLink: boolean): Buffer =>
  isLink ? readlinkSync(path, { encoding: 'buffer' }) : readFileSync(path);

/** Same content and kind; permissions do not count. */
export const isSameFile = (look: DiskLook, file: Pick<DiskFile, 'kind' | 'id'>): boolean =>
  (look.kind === 'file' || look.kind === 'link') && look.kind === file.kind && look.id === file.id;

/** Null where nothing is there. */
export function statsOf(path: string | Buffer): Stats | null {
  try {
    return lstatSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}
