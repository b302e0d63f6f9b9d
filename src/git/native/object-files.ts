import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
} from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { constants, inflateSync } from 'node:zlib';
import type { GitObject } from '../objects.ts';
import { PackFile, type RawInfo, type RawObject } from './pack-file.ts';
import { openPackIndex, type PackIndex } from './pack-index.ts';

/*
 * Reads git's objects from its files, for programs that live too short to start git for it. Whatever is not found, or not
 * as expected, is left to git, which knows more: other versions, promised objects, repacks that happen meanwhile.
 */

/** Reads objects by full name. Null: git has to be asked. */
export interface ObjectFiles {
  readonly read: (name: string) => RawObject | null;
  readonly info: (name: string) => RawInfo | null;
  /** Of a larger object, only what it is. */
  readonly readUpTo: (name: string, maxBytes: number) => RawObject | RawInfo | null;
  readonly close: () => void;
}

interface OpenPack {
  readonly index: PackIndex;
  readonly pack: () => PackFile;
  readonly close: () => void;
}

/** Folders of objects that others lend: each may name more. */
const MAX_ALTERNATES = 5;

/** Opens the objects of a repository; `idLength` is 20 or 32 bytes. */
export function openObjectFiles(commonDir: string, idLength: number): ObjectFiles {
  const folders = objectFolders(join(commonDir, 'objects'));
  let packs: readonly OpenPack[] | null = null;
  const openedPacks = (): readonly OpenPack[] =>
    (packs ??= folders.flatMap((folder) => openPacks(join(folder, 'pack'), idLength)));
  const fromPack = <T>(name: string, use: (pack: PackFile, offset: number) => T): T | null => {
    const id = Buffer.from(name, 'hex');
    for (const { index, pack } of openedPacks()) {
      const offset = index.offsetOf(id);
      if (offset !== null) return use(pack(), offset);
    }
    return null;
  };
  return {
    read: (name) =>
      attempt(() => readLoose(folders, name) ?? fromPack(name, (pack, at) => pack.read(at))),
    info: (name) =>
      attempt(() => infoOfLoose(folders, name) ?? fromPack(name, (pack, at) => pack.info(at))),
    readUpTo: (name, maxBytes) =>
      attempt(
        () =>
          readLooseUpTo(folders, name, maxBytes) ??
          fromPack(name, (pack, at) => pack.readUpTo(at, maxBytes)),
      ),
    close: () => {
      for (const pack of packs ?? []) pack.close();
      packs = null;
    },
  };
}

function attempt<T>(read: () => T | null): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** A repository's own folder, and those that it borrows from. */
function objectFolders(own: string): readonly string[] {
  const folders = [own];
  for (const folder of folders) {
    if (folders.length > MAX_ALTERNATES) break;
    const listed = join(folder, 'info', 'alternates');
    if (!existsSync(listed)) continue;
    const lines = readFileSync(listed, 'utf8').split('\n');
    const named = lines.filter((line) => line !== '' && !line.startsWith('#'));
    folders.push(...named.map((line) => (isAbsolute(line) ? line : join(folder, line))));
  }
  return folders;
}

function openPacks(folder: string, idLength: number): readonly OpenPack[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.idx'))
    .flatMap((name) => {
      const index = openPackIndex(join(folder, name), idLength);
      if (index === null) return [];
      let opened: PackFile | null = null;
      const path = join(folder, `${name.slice(0, -'.idx'.length)}.pack`);
      const pack = (): PackFile => (opened ??= new PackFile(path, idLength, index.offsetOf));
      const close = (): void => {
        index.close();
        opened?.close();
      };
      return [{ index, pack, close }];
    });
}

const HEADER = /^(blob|tree|commit|tag) (\d+)$/;
/** Compressed bytes that surely hold the header of a loose object. */
const ENOUGH = 512;
/** Files up to this size are read at once, without a look at their header first. */
const SMALL = 64 * 1024;

const readLoose = (folders: readonly string[], name: string): RawObject | null =>
  withLoose(folders, name, (file) => wholeLoose(file, name));

function infoOfLoose(folders: readonly string[], name: string): RawInfo | null {
  const found = readLooseUpTo(folders, name, 0);
  return found === null || 'size' in found ? found : { type: found.type, size: found.bytes.length };
}

function readLooseUpTo(
  folders: readonly string[],
  name: string,
  maxBytes: number,
): RawObject | RawInfo | null {
  return withLoose(folders, name, (file) => {
    if (fstatSync(file).size > SMALL) {
      const info = headOfLoose(file);
      if (info.size > maxBytes) return info;
    }
    const { type, bytes } = wholeLoose(file, name);
    return bytes.length > maxBytes ? { type, size: bytes.length } : { type, bytes };
  });
}

function wholeLoose(file: number, name: string): RawObject {
  const bytes = inflateSync(readFileSync(file));
  const { info, bodyStart } = headerOf(bytes);
  if (bytes.length - bodyStart !== info.size) throw new Error(`the object ${name} is damaged`);
  return { type: info.type, bytes: bytes.subarray(bodyStart) };
}

function headOfLoose(file: number): RawInfo {
  const start = Buffer.alloc(ENOUGH);
  const length = readSync(file, start, 0, ENOUGH, 0);
  const flush = { finishFlush: constants.Z_SYNC_FLUSH };
  return headerOf(inflateSync(start.subarray(0, length), flush)).info;
}

function withLoose<T>(
  folders: readonly string[],
  name: string,
  use: (file: number) => T,
): T | null {
  for (const folder of folders) {
    const file = openIfThere(`${folder}/${name.slice(0, 2)}/${name.slice(2)}`);
    if (file === null) continue;
    try {
      return use(file);
    } finally {
      closeSync(file);
    }
  }
  return null;
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

function headerOf(bytes: Buffer): { readonly info: RawInfo; readonly bodyStart: number } {
  const end = bytes.indexOf(0);
  const [, type = '', size = ''] =
    HEADER.exec(bytes.toString('latin1', 0, Math.min(end, 40))) ?? [];
  if (type === '') throw new Error('no object of git');
  return { info: { type: type as GitObject['type'], size: Number(size) }, bodyStart: end + 1 };
}
