import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asOid, isOid, type Oid } from '../core/model/ids.ts';
import { Fault } from '../core/model/fault.ts';
import { lineProcess, takeLine, type LineProcess, type TakeAnswer } from './line-process.ts';
import { createObjectCache } from './object-cache.ts';
import type { GitPlace } from './plumbing.ts';

/** A git object, read whole. */
export interface GitObject {
  readonly oid: Oid;
  readonly type: 'blob' | 'tree' | 'commit' | 'tag';
  readonly bytes: Buffer;
}

/** Type and id of what a name stands for. */
export interface ObjectInfo {
  readonly oid: Oid;
  readonly type: GitObject['type'];
  readonly size: number;
}

/** One line of a tree object. `mode` is as stored, octal; trees are `40000`. `name` is one path segment. */
export interface TreeNode {
  readonly name: string;
  readonly mode: string;
  readonly oid: Oid;
}

/** Reads and writes objects of one repository through long-lived git processes, started when first needed. */
export interface ObjectStore {
  /** The object, or null where the repository has none of this name. */
  readonly read: (name: string) => Promise<GitObject | null>;
  /** The object; of one that is larger, only what it is. */
  readonly readUpTo: (name: string, maxBytes: number) => Promise<GitObject | ObjectInfo | null>;
  /** What a name (an id, or a full ref) stands for; null where it stands for nothing. */
  readonly info: (name: string) => Promise<ObjectInfo | null>;
  /** Writes objects; durable when it resolves. */
  readonly writeBlob: (bytes: Uint8Array) => Promise<Oid>;
  readonly writeCommit: (bytes: Uint8Array) => Promise<Oid>;
  /** Writes a tree of these nodes, in any order. */
  readonly writeTree: (nodes: readonly { mode: string; oid: Oid; name: Buffer }[]) => Promise<Oid>;
  /** Sets a ref of ours to an object, or removes it; no hooks, no old value, no reflog to speak of. */
  readonly setOwnRef: (ref: string, oid: Oid | null) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What `cat-file` says of a name: null where there is nothing of it; without bytes where they were not asked for. */
export type ObjectAnswer = (ObjectInfo & { readonly bytes: Buffer | null }) | null;

const MISSING = / (?:missing|ambiguous)$/;

/** Opens the object store of a repository. `stateDir` takes the short-lived files that git reads new objects from. */
export function openObjects(place: GitPlace, stateDir: string): ObjectStore {
  const expectsBody: boolean[] = [];
  const reader = lineProcess<ObjectAnswer>(
    place,
    ['cat-file', '--batch-command', '--buffer'],
    takeObject(expectsBody),
    { flush: 'flush\n' },
  );
  const blobs = lineProcess(place, hashObjects('blob'), takeLine);
  const commits = lineProcess(place, hashObjects('commit'), takeLine);
  // Without --missing a long-lived mktree looks for objects in the packs of its start only, and fails after a repack.
  const trees = lineProcess(place, ['mktree', '-z', '--batch', '--missing'], takeLine);
  const refs = lineProcess(place, ['update-ref', '--stdin'], takeTransaction);
  const ask = async (command: 'contents' | 'info', name: string): Promise<ObjectAnswer> => {
    if (/[\n\r\0]/.test(name) || name === '') return null;
    expectsBody.push(command === 'contents');
    try {
      return await reader.request(`${command} ${name}\n`);
    } catch (error) {
      expectsBody.length = 0;
      throw error;
    }
  };
  const cache = createObjectCache<GitObject>();
  const read = async (name: string): Promise<GitObject | null> => {
    const known = cache.get(name);
    if (known !== undefined) return known;
    const found = await ask('contents', name);
    if (found === null || found.bytes === null) return null;
    const object = { oid: found.oid, type: found.type, bytes: found.bytes };
    cache.keep(found.oid, object);
    return object;
  };
  const info = async (name: string): Promise<ObjectInfo | null> => {
    const found = await ask('info', name);
    return found === null ? null : { oid: found.oid, type: found.type, size: found.size };
  };
  return {
    read,
    info,
    readUpTo: async (name, maxBytes) => {
      const found = await info(name);
      return found === null || found.size > maxBytes ? found : read(name);
    },
    writeBlob: async (bytes) => await writeThroughFile(blobs, stateDir, bytes),
    writeCommit: async (bytes) => await writeThroughFile(commits, stateDir, bytes),
    writeTree: async (nodes) =>
      asOid(await trees.request(Buffer.concat([...nodes.map(treeLine), Buffer.of(0)]))),
    setOwnRef: async (ref, oid) => {
      const order = oid === null ? `delete ${ref}` : `update ${ref} ${oid}`;
      await refs.request(`start\n${order}\ncommit\n`);
    },
    close: async () => {
      await Promise.all(
        [reader, blobs, commits, trees, refs].map(async (each) => await each.close()),
      );
    },
  };
}

/** One line of `mktree -z`. */
function treeLine({ mode, oid, name }: { mode: string; oid: Oid; name: Buffer }): Buffer {
  const type = mode === '40000' || mode === '040000' ? 'tree' : typeOfMode(mode);
  return Buffer.concat([
    Buffer.from(`${mode.padStart(6, '0')} ${type} ${oid}\t`),
    name,
    Buffer.of(0),
  ]);
}

const typeOfMode = (mode: string): string => (mode === '160000' ? 'commit' : 'blob');

const hashObjects = (type: string): readonly string[] => [
  'hash-object',
  '-t',
  type,
  '-w',
  '--no-filters',
  '--stdin-paths',
];

/** `start: ok` and `commit: ok`; a transaction that fails ends the process. */
const takeTransaction: TakeAnswer<string> = (bytes) => {
  const end = bytes.indexOf('commit: ok\n');
  return end === -1 ? bytes.length + 1 : { length: end + 'commit: ok\n'.length, answer: '' };
};

let fileCount = 0;

async function writeThroughFile(
  hasher: LineProcess<string>,
  stateDir: string,
  bytes: Uint8Array,
): Promise<Oid> {
  const folder = join(stateDir, 'tmp');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  fileCount += 1;
  const file = join(folder, `object-${process.pid}-${fileCount}`);
  if (file.includes('\n')) throw new Fault('io-failed', 'The repository path has a line break.');
  try {
    await writeFile(file, bytes, { mode: 0o600 });
    return asOid(await hasher.request(`${file}\n`));
  } finally {
    await rm(file, { force: true });
  }
}

/** Reads one answer; `expectsBody` says, oldest request first, whether it has a body. */
export function takeObject(expectsBody: boolean[]): TakeAnswer<ObjectAnswer> {
  return (bytes) => {
    const lineEnd = bytes.indexOf(0x0a);
    if (lineEnd === -1) return bytes.length + 1;
    const line = bytes.toString('utf8', 0, lineEnd);
    const [oid = '', type = '', size = ''] = line.split(' ');
    if (MISSING.test(line) || !isOid(oid)) {
      expectsBody.shift();
      return { length: lineEnd + 1, answer: null };
    }
    const info = { oid, type: type as ObjectInfo['type'], size: Number(size) };
    if (expectsBody[0] !== true) {
      expectsBody.shift();
      return { length: lineEnd + 1, answer: { ...info, bytes: null } };
    }
    const bodyEnd = lineEnd + 1 + info.size;
    if (bytes.length < bodyEnd + 1) return bodyEnd + 1;
    expectsBody.shift();
    // Memory of its own: one of the pool's would keep all of its neighbours for as long as it is kept.
    const body = Buffer.allocUnsafeSlow(info.size);
    bytes.copy(body, 0, lineEnd + 1, bodyEnd);
    return { length: bodyEnd + 1, answer: { ...info, bytes: body } };
  };
}
