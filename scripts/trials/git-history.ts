/** Reads a repository's history with plain git calls. */
import { execFileSync } from 'node:child_process';
import type { FileMode } from '../../src/core/model/edit.ts';
import { asOid } from '../../src/core/model/ids.ts';
import type { TreeEntry } from '../../src/core/model/patch.ts';

/** One path that a commit changed. Ids and modes are null where the path is not there on that side. */
export interface ChangedPath {
  readonly path: string;
  readonly before: { readonly mode: string; readonly oid: string } | null;
  readonly after: { readonly mode: string; readonly oid: string } | null;
}

const MAX_OUTPUT = 512 * 1024 * 1024;

/** Runs git in `dir` and gives its bytes; throws where it fails. */
export function git(dir: string, args: readonly string[], input?: string): Buffer {
  return execFileSync('git', ['-C', dir, ...args], {
    maxBuffer: MAX_OUTPUT,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(input === undefined ? {} : { input }),
  });
}

const lines = (bytes: Buffer): readonly string[] =>
  bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');

/** Commits with one parent that can be reached from HEAD, newest first, each with that parent. */
export function singleParentCommits(dir: string): readonly (readonly [string, string])[] {
  return lines(git(dir, ['rev-list', '--parents', 'HEAD'])).flatMap((line) => {
    const [commit, parent, ...more] = line.split(' ');
    return commit === undefined || parent === undefined || more.length > 0
      ? []
      : [[commit, parent] as const];
  });
}

/** What a commit changed against its parent; renames are a deletion and a creation. */
export function changedPaths(dir: string, parent: string, commit: string): readonly ChangedPath[] {
  const args = ['diff-tree', '-r', '-z', '--no-renames', '--raw', parent, commit];
  const fields = git(dir, args).toString('utf8').split('\0');
  const found: ChangedPath[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [oldMode = '', newMode = '', oldId = '', newId = ''] = (fields[at] ?? '')
      .slice(1)
      .split(' ');
    found.push({
      path: fields[at + 1] ?? '',
      before: /^0+$/.test(oldId) ? null : { mode: oldMode, oid: oldId },
      after: /^0+$/.test(newId) ? null : { mode: newMode, oid: newId },
    });
  }
  return found;
}

/** Every file of a commit's tree. */
export function treeEntries(dir: string, commit: string): readonly TreeEntry[] {
  const entries = git(dir, ['ls-tree', '-r', '-z', commit]).toString('utf8').split('\0');
  return entries.flatMap((entry) => {
    const [facts, path] = entry.split('\t');
    const [mode, , oid] = (facts ?? '').split(' ');
    return path === undefined || oid === undefined
      ? []
      : [{ path, mode: mode as FileMode, oid: asOid(oid) }];
  });
}

/** The content of a blob. */
export const blobBytes = (dir: string, oid: string): Buffer => git(dir, ['cat-file', 'blob', oid]);
