import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { Oid } from '../../core/model/ids.ts';
import type { GitObject } from '../objects.ts';
import { readLooseObject } from './loose-object.ts';
import type { ObjectContent } from './object-content.ts';
import { openPack, type PackFile } from './pack-file.ts';

/**
 * Reads objects out of git's own files, which for a few small ones takes a tenth of the time that a process needs to
 * start. Content is only answered where its checksum and its length are right. Null is no answer: the object is not
 * there, or large, or kept in another way, and git has to be asked.
 */
export interface ObjectFiles {
  readonly read: (oid: Oid) => GitObject | null;
  readonly close: () => void;
}

/** Larger objects are git's business; bytes. */
const MOST_BYTES = 1024 * 1024;
/** A store of more packs is waiting for `git gc`; looking through all of them would take longer than git. */
const MOST_PACKS = 24;
const PACK_INDEX = /^(pack-[0-9a-f]+)\.idx$/;

/** Opens the objects of a sha1 repository, with the first that is read. */
export function openObjectFiles(commonDir: string): ObjectFiles {
  let folders: readonly string[] = [];
  let packs: readonly PackFile[] | null = null;
  const find = (oid: string, maxBytes: number): ObjectContent | null => {
    if (folders.length === 0) folders = objectFolders(join(commonDir, 'objects'));
    for (const folder of folders) {
      const found = readLooseObject(folder, oid, maxBytes);
      if (found !== null) return found;
    }
    packs ??= folders.flatMap((folder) => packsIn(folder, find));
    for (const pack of packs) {
      const offset = pack.find(oid);
      if (offset !== null) return pack.readAt(offset, maxBytes);
    }
    return null;
  };
  return {
    read: (oid) => {
      try {
        const found = find(oid, MOST_BYTES);
        return found === null ? null : { oid, ...found };
      } catch {
        // Damaged, or packed anew at this moment.
        return null;
      }
    },
    close: () => {
      for (const pack of packs ?? []) pack.close();
      packs = [];
    },
  };
}

/** A repository's own folder of objects, and those that it borrows from. */
function objectFolders(own: string): readonly string[] {
  const list = join(own, 'info', 'alternates');
  if (!existsSync(list)) return [own];
  const lines = readFileSync(list, 'utf8').split('\n');
  return [own, ...lines.filter((line) => isAbsolute(line))];
}

function packsIn(folder: string, readBase: Parameters<typeof openPack>[1]): readonly PackFile[] {
  const names = readdirSync(join(folder, 'pack')).flatMap(
    (name) => PACK_INDEX.exec(name)?.[1] ?? [],
  );
  if (names.length > MOST_PACKS) return [];
  return names.flatMap((name) => {
    try {
      return openPack(join(folder, 'pack', name), readBase);
    } catch {
      // Git removes a pack once its objects are in another.
      return [];
    }
  });
}
