import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import type { GitObject } from '../objects.ts';
import { applyDelta, deltaTargetSize } from './apply-delta.ts';
import { MAX_HEAD, readPackHead, type PackHead } from './pack-head.ts';
import { recentBases } from './recent-bases.ts';

/** An object as it was read, without its name. */
export type RawObject = Pick<GitObject, 'type' | 'bytes'>;
/** Type and size alone. */
export interface RawInfo {
  readonly type: GitObject['type'];
  readonly size: number;
}

const TYPES: Readonly<Record<number, GitObject['type']>> = {
  1: 'commit',
  2: 'tree',
  3: 'blob',
  4: 'tag',
};
/** Deltas of deltas: git makes no longer chains. */
const MAX_CHAIN = 4096;
/** Objects and deltas up to this size are read without asking first how large they are. */
const SMALL = 256 * 1024;

/** A pack (gitformat-pack(5)) that is read at single places. Throws for what is not as it should be. */
export class PackFile {
  readonly #path: string;
  readonly #idLength: number;
  readonly #offsetOf: (name: Buffer) => number | null;
  readonly #file: number;
  readonly #length: number;
  readonly #bases = recentBases();

  /** `offsetOf` finds the base of a delta that names it. */
  constructor(path: string, idLength: number, offsetOf: (name: Buffer) => number | null) {
    this.#path = path;
    this.#idLength = idLength;
    this.#offsetOf = offsetOf;
    this.#file = openSync(path, 'r');
    this.#length = fstatSync(this.#file).size;
  }

  info(offset: number): RawInfo {
    return this.#infoOf(this.#chain(offset));
  }

  read(offset: number): RawObject {
    return this.#contentOf(this.#chain(offset));
  }

  /** Of a larger object, only what it is. */
  readUpTo(offset: number, maxBytes: number): RawObject | RawInfo {
    const heads = this.#chain(offset);
    // A delta says the size of what it makes only when it is inflated.
    const info = heads.some(({ size }) => size > SMALL) ? this.#infoOf(heads) : null;
    if (info !== null && info.size > maxBytes) return info;
    const { type, bytes } = this.#contentOf(heads);
    return bytes.length > maxBytes ? { type, size: bytes.length } : { type, bytes };
  }

  close(): void {
    closeSync(this.#file);
  }

  /** The heads from an object down to the one that is no delta. */
  #chain(offset: number): readonly PackHead[] {
    const heads: PackHead[] = [];
    for (let at: number | null = offset; at !== null && heads.length < MAX_CHAIN;) {
      const head: PackHead = readPackHead(this.#bytesAt(at, MAX_HEAD), at, this.#idLength);
      heads.push(head);
      at = this.#baseOf(head);
    }
    return heads;
  }

  #baseOf({ base }: PackHead): number | null {
    if (base === null || typeof base === 'number') return base;
    const found = this.#offsetOf(base);
    if (found === null) throw new Error(`${this.#path}: the base of a delta is elsewhere`);
    return found;
  }

  #infoOf(heads: readonly PackHead[]): RawInfo {
    const [head] = heads;
    if (head === undefined) throw new Error(`${this.#path}: no object`);
    const size = heads.length === 1 ? head.size : deltaTargetSize(this.#inflated(head));
    return { type: this.#typeOf(heads), size };
  }

  #contentOf(heads: readonly PackHead[]): RawObject {
    let bytes: Buffer | null = null;
    for (const [above, head] of heads.toReversed().entries()) {
      const isBase = above < heads.length - 1;
      const known = isBase ? this.#bases.get(head.start) : undefined;
      bytes = known ?? this.#made(bytes, head);
      if (isBase) this.#bases.keep(head.start, bytes);
    }
    if (bytes === null) throw new Error(`${this.#path}: no object`);
    return { type: this.#typeOf(heads), bytes };
  }

  #made(base: Buffer | null, head: PackHead): Buffer {
    const bytes = this.#inflated(head);
    return base === null ? bytes : applyDelta(base, bytes);
  }

  #typeOf(heads: readonly PackHead[]): GitObject['type'] {
    const type = TYPES[heads.at(-1)?.kind ?? 0];
    if (type === undefined) throw new Error(`${this.#path}: an object of no known type`);
    return type;
  }

  #inflated({ start, size }: PackHead): Buffer {
    // What does not shrink is stored with a few bytes more for each block; a damaged size is no reason to fill memory.
    const most = Math.min(size + Math.floor(size / 256) + 256, this.#length - start);
    const bytes = inflateSync(this.#bytesAt(start, most), { maxOutputLength: Math.max(size, 1) });
    if (bytes.length === size) return bytes;
    throw new Error(`${this.#path}: an object has another size than it says`);
  }

  #bytesAt(position: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(this.#file, bytes, 0, length, position));
  }
}
