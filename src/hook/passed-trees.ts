import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckAuthor } from '../core/check/check-finding.ts';
import type { Oid } from '../core/model/ids.ts';
import type { Repository } from '../git/repository.ts';

/** What is committed, before it has a name: a tree on its parents. */
export interface CommittedTree {
  readonly tree: Oid;
  readonly parents: readonly Oid[];
}

/** What a check let through. */
export interface Pass {
  /** Whose it was taken for: a person is stopped by less. */
  readonly as: CheckAuthor['kind'];
  /** The gates that passed on the tree, and the hash of the commands they were run by. */
  readonly gates: { readonly hash: string; readonly passed: readonly string[] } | null;
}

/** One file each, in the state folder; whoever commits what was checked long ago has it checked again. */
const FOLDER = 'passed';
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** Every so many of them are looked through for old ones. */
const TIDY_EVERY = 64;

const PERSON: Pass = { as: 'person', gates: null };

/** Says that a commit of exactly this tree on these parents passed the check. */
export function recordPass(repo: Repository, what: CommittedTree, pass: Pass = PERSON): void {
  const folder = join(repo.stateDir, FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // One that was cut short is none when it is read.
  writeFileSync(fileOf(folder, what), JSON.stringify(pass), { mode: 0o600 });
  tidy(folder);
}

/** Whether a commit of exactly this tree on these parents passed the check. */
export const hasPassed = (repo: Repository, what: CommittedTree): boolean =>
  passOf(repo, what) !== null;

/** What was let through; null where nothing was, or the record cannot be read. */
export function passOf(repo: Repository, what: CommittedTree): Pass | null {
  try {
    return parsed(JSON.parse(readFileSync(fileOf(join(repo.stateDir, FOLDER), what), 'utf8')));
  } catch {
    return null;
  }
}

/** Takes a pass back. */
export const forgetPass = (repo: Repository, what: CommittedTree): void =>
  rmSync(fileOf(join(repo.stateDir, FOLDER), what), { force: true });

/** Longest file name that is made of the ids themselves. */
const MAX_NAME = 200;

function fileOf(folder: string, { tree, parents }: CommittedTree): string {
  const ids = [tree, ...parents].join('-');
  const name = ids.length <= MAX_NAME ? ids : createHash('sha256').update(ids).digest('hex');
  return join(folder, name);
}

function parsed(value: unknown): Pass | null {
  if (typeof value !== 'object' || value === null) return null;
  const { as, gates = null } = value as { readonly as?: unknown; readonly gates?: unknown };
  if (as !== 'person' && as !== 'agent') return null;
  return { as, gates: gates as Pass['gates'] };
}

function tidy(folder: string): void {
  const names = readdirSync(folder);
  if (names.length % TIDY_EVERY !== 0) return;
  const oldest = Date.now() - KEPT_MS;
  for (const name of names) {
    const file = join(folder, name);
    // Somebody else may tidy at the same time.
    const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? oldest;
    if (written < oldest) rmSync(file, { force: true });
  }
}
