import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asOid, type Oid } from '../core/model/ids.ts';
import { ok, refused, type Result } from '../core/model/result.ts';
import { decodePath, splitNul } from './path-bytes.ts';
import { git } from './plumbing.ts';
import type { Repository } from './repository.ts';
import { fileMode, type TreeItem } from './tree.ts';

/** Rename detection differs between git's versions and users' settings; a merge must come out the same everywhere. */
export const PINNED = [
  'merge.renames=true',
  'merge.renameLimit=2000',
  'merge.directoryRenames=conflict',
  'merge.renormalize=false',
  'diff.algorithm=histogram',
];

/** A path that two commits cannot agree on, and what stands there in each; null: nothing does. */
export interface Conflict {
  readonly path: string;
  readonly base: TreeItem | null;
  readonly ours: TreeItem | null;
  readonly theirs: TreeItem | null;
}

/**
 * Merges two commits in the object store, against their merge base: the merged tree, or the paths in conflict. Only a
 * conflict is a refusal; anything else that goes wrong (no common history, a missing object) is a `Fault`.
 */
export async function mergeCommits(
  repo: Repository,
  ours: Oid,
  theirs: Oid,
): Promise<Result<Oid, readonly Conflict[]>> {
  const end = await git(repo, ['merge-tree', '--write-tree', '-z', ours, theirs], {
    accept: [1],
    config: PINNED,
  });
  const [tree, ...rest] = splitNul(end.stdout);
  if (end.code === 0) return ok(asOid(tree?.toString('latin1') ?? ''));
  const gap = rest.findIndex(({ length }) => length === 0);
  const conflicts = readStages(gap === -1 ? rest : rest.slice(0, gap));
  for (const path of gap === -1 ? [] : messagePaths(rest.slice(gap + 1))) {
    if (!conflicts.has(path)) conflicts.set(path, { path, base: null, ours: null, theirs: null });
  }
  return refused([...conflicts.values()]);
}

const SIDES = { 1: 'base', 2: 'ours', 3: 'theirs' } as const;

/** One entry a side: mode, id and stage, a tab, and the path. */
function readStages(entries: readonly Buffer[]): Map<string, Conflict> {
  const conflicts = new Map<string, Conflict>();
  for (const entry of entries) {
    const tab = entry.indexOf(0x09);
    const [mode = '', oid = '', stage = ''] = entry.toString('latin1', 0, tab).split(' ');
    const path = decodePath(entry.subarray(tab + 1));
    const known = conflicts.get(path) ?? { path, base: null, ours: null, theirs: null };
    const side = SIDES[stage as '1' | '2' | '3'];
    conflicts.set(path, { ...known, [side]: { mode: fileMode(mode), oid: asOid(oid) } });
  }
  return conflicts;
}

/** Paths of the messages that tell of a conflict: a count, so many paths, the kind, and the text, over and over. */
function messagePaths(fields: readonly Buffer[]): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < fields.length;) {
    const count = Number(fields[at]);
    const kind = fields[at + count + 1]?.toString('latin1') ?? '';
    if (kind.startsWith('CONFLICT')) {
      found.push(...fields.slice(at + 1, at + 1 + count).map(decodePath));
    }
    at += count + 3;
  }
  return found;
}

/** Three contents of one file. */
export interface MergeContents {
  readonly base: Uint8Array;
  readonly ours: Uint8Array;
  readonly theirs: Uint8Array;
}

/** Contents, or how many conflicts there are. */
type Merged = Result<Uint8Array, number>;

const ORDER = ['ours', 'base', 'theirs'] as const;

/**
 * Merges contents by lines; refused, with the number of conflicts, where both sides changed the same place. The same
 * three contents always come out the same, so that a merge that was asked for lately is not asked for again: a queue
 * plans a stale edit anew with every landing before it, and most of those touch other files.
 */
export async function mergeContents(repo: Repository, contents: MergeContents): Promise<Merged> {
  const key = nameOf(contents);
  const known = lately.get(key);
  if (known !== undefined) return known;
  const merged = await mergeByGit(repo, contents);
  if (!merged.ok || merged.value.length <= MOST_BYTES) lately.set(key, merged);
  const [oldest = key] = lately.keys();
  if (lately.size > MOST_KEPT) lately.delete(oldest);
  return merged;
}

/** Merges that are remembered, and bytes of each at most. */
const MOST_KEPT = 128;
const MOST_BYTES = 64 * 1024;

const lately = new Map<string, Merged>();

function nameOf(contents: MergeContents): string {
  const hash = createHash('sha256');
  for (const side of ORDER) hash.update(`${contents[side].length} `).update(contents[side]);
  return hash.digest('latin1');
}

async function mergeByGit(repo: Repository, contents: MergeContents): Promise<Merged> {
  const parent = join(repo.stateDir, 'tmp');
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(parent, 'merge-'));
  try {
    for (const name of ORDER) await writeFile(join(folder, name), contents[name]);
    const files = ORDER.map((name) => join(folder, name));
    // The exit code counts conflicts; above 127 git failed. Binary content is an error, and for us a conflict.
    const conflicts = Array.from({ length: 127 }, (_, at) => at + 1);
    const end = await git(repo, ['merge-file', '-p', '-q', ...files], {
      accept: [...conflicts, 255],
      config: ['merge.conflictStyle=merge'],
    });
    return end.code === 0 ? ok(end.stdout) : refused(end.code === 255 ? 1 : end.code);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
