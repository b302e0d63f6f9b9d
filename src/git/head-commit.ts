import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOid, type Oid } from '../core/model/ids.ts';
import type { Repository } from './repository.ts';

/** A list of packed refs that is larger takes longer to look through than git needs; bytes. */
const MOST_PACKED = 4 * 1024 * 1024;

/**
 * The commit that a worktree's HEAD stands for, by the files that gitrepository-layout(5) describes. Null where git has
 * to be asked: an unborn branch, other ref storage, a ref that is not plain.
 */
export function headCommit({
  gitDir,
  commonDir,
}: Pick<Repository, 'gitDir' | 'commonDir'>): Oid | null {
  try {
    const head = plainText(join(gitDir, 'HEAD'));
    if (isOid(head)) return head;
    const [, name = ''] = /^ref: (refs\/heads\/[^\s\\~^:?*[]+)$/.exec(head) ?? [];
    if (name === '' || name.includes('..')) return null;
    const loose = plainText(join(commonDir, name));
    return loose === '' ? packedRef(commonDir, name) : isOid(loose) ? loose : null;
  } catch {
    return null;
  }
}

function packedRef(commonDir: string, name: string): Oid | null {
  const packed = plainText(join(commonDir, 'packed-refs'));
  const end = `${packed}\n`.indexOf(` ${name}\n`);
  const oid = packed.slice(packed.lastIndexOf('\n', end) + 1, Math.max(0, end));
  return isOid(oid) ? oid : null;
}

/** A file's text without its line end; empty where there is none. Throws where it is no plain file, or a large one. */
function plainText(file: string): string {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return '';
  if (!stats.isFile() || stats.size > MOST_PACKED) throw new TypeError(`not a plain file: ${file}`);
  return readFileSync(file, 'utf8').replace(/\n$/, '');
}
