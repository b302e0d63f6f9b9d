import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asOid, isOid, type Oid } from '../../core/model/ids.ts';
import { openObjects, type GitObject, type ObjectStore } from '../objects.ts';
import type { Repository } from '../repository.ts';
import { openObjectFiles } from './object-files.ts';
import type { RawObject } from './pack-file.ts';

/** How long the chains of symbolic refs may be. */
const MAX_LINKS = 5;

/**
 * An object store that reads from git's own files and asks git only for what it does not find there, and to write. For
 * programs that live as long as one question: what changes on disk meanwhile is not noticed.
 */
export function openNativeObjects(repo: Repository): ObjectStore {
  const files = openObjectFiles(repo.commonDir, repo.objectFormat === 'sha256' ? 32 : 20);
  const byGit = openObjects(repo, repo.stateDir);
  const known = new Map<string, GitObject>();
  const oidOf = (name: string): Oid | null => (isOid(name) ? name : resolveRef(repo, name));
  const keep = (oid: Oid, found: RawObject): GitObject => {
    const object = { ...found, oid };
    if (found.type !== 'blob') known.set(oid, object);
    return object;
  };
  return {
    ...byGit,
    read: async (name) => {
      const oid = oidOf(name);
      if (oid === null) return byGit.read(name);
      const kept = known.get(oid);
      if (kept !== undefined) return kept;
      const found = files.read(oid);
      return found === null || !isNamed(repo, oid, found) ? byGit.read(name) : keep(oid, found);
    },
    readUpTo: async (name, maxBytes) => {
      const oid = oidOf(name);
      const found = oid === null ? null : files.readUpTo(oid, maxBytes);
      if (found === null || oid === null) return byGit.readUpTo(name, maxBytes);
      if (!('bytes' in found)) return { ...found, oid };
      return isNamed(repo, oid, found) ? keep(oid, found) : byGit.readUpTo(name, maxBytes);
    },
    info: async (name) => {
      const oid = oidOf(name);
      const found = oid === null ? null : files.info(oid);
      return found === null || oid === null ? byGit.info(name) : { ...found, oid };
    },
    close: async () => {
      files.close();
      await byGit.close();
    },
  };
}

/**
 * Whether the bytes are those of the name. A damaged index or delta can lead to the bytes of another object, sound in
 * themselves; git then says what is wrong, or has a sound copy.
 */
function isNamed({ objectFormat }: Repository, oid: Oid, { type, bytes }: RawObject): boolean {
  const hash = createHash(objectFormat).update(`${type} ${bytes.length}\0`).update(bytes);
  return hash.digest('hex') === oid;
}

/** Refs of which each worktree has its own. */
const PER_WORKTREE = /^refs\/(?:bisect|worktree|rewritten)\//;

/** HEAD, or a full ref; null for any other name, and where the ref is kept in another way than in files. */
function resolveRef(repo: Repository, name: string): Oid | null {
  if (name !== 'HEAD' && !/^refs\/(?!.*\.\.)[\w./-]+$/.test(name)) return null;
  let ref = name;
  for (let links = 0; links < MAX_LINKS; links += 1) {
    if (PER_WORKTREE.test(ref)) return null;
    const text = textOf(join(ref === 'HEAD' ? repo.gitDir : repo.commonDir, ref))?.trim();
    if (text === undefined) return packedRef(repo, ref);
    if (isOid(text)) return text;
    const [, next] = /^ref: (refs\/(?!.*\.\.)[^\0\n]+)$/.exec(text) ?? [];
    if (next === undefined) return null;
    ref = next;
  }
  return null;
}

function packedRef(repo: Repository, ref: string): Oid | null {
  const text = textOf(join(repo.commonDir, 'packed-refs')) ?? '';
  const end = text.indexOf(` ${ref}\n`);
  if (end === -1) return null;
  const id = text.slice(text.lastIndexOf('\n', end) + 1, end);
  return isOid(id) ? asOid(id) : null;
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
