import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { blobId } from '../../src/core/model/content-hash.ts';
import type { FileMode } from '../../src/core/model/edit.ts';
import { asOid } from '../../src/core/model/ids.ts';
import type { Patch, Snapshot, SnapshotFile } from '../../src/core/model/patch.ts';
import type { Rejection } from '../../src/core/model/rejection.ts';

/**
 * One folder: `input/` is the tree at the base, `response.md` (or `response.bin`) what came in. Either `expected/` is the
 * whole tree afterwards, or `rejection.json` says what refuses: a part of one rejection, or a list of parts.
 * `scenario.json` holds what files cannot say.
 */
export interface Scenario {
  readonly name: string;
  readonly folder: string;
  readonly response: Uint8Array;
  readonly input: ReadonlyMap<string, Uint8Array>;
  readonly expected: ReadonlyMap<string, Uint8Array> | null;
  readonly refused: readonly Partial<Rejection>[] | null;
  readonly facts: ScenarioFacts;
}

export interface ScenarioFacts {
  /** What the case is about, in a sentence. */
  readonly about?: string;
  readonly repoName?: string;
  /** Paths whose read was fresh; paths that git ignores. */
  readonly freshReads?: readonly string[];
  readonly ignored?: readonly string[];
  /** Modes of files in `input/` that are not 100644, and of files in `expected/`. */
  readonly modes?: Readonly<Record<string, FileMode>>;
  readonly expectedModes?: Readonly<Record<string, FileMode>>;
  /** Codes of holds and notes that must be among those given. */
  readonly holds?: readonly string[];
  readonly notes?: readonly string[];
  /** Absolute roots of the repository's worktrees. */
  readonly roots?: readonly string[];
}

const isScenario = (folder: string): boolean =>
  existsSync(join(folder, 'response.md')) || existsSync(join(folder, 'response.bin'));

/** All scenarios below a folder, by path. */
export function loadScenarios(root: string): readonly Scenario[] {
  const found: Scenario[] = [];
  const open = [root];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    if (isScenario(folder)) {
      found.push(loadScenario(root, folder));
      continue;
    }
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) open.push(join(folder, entry.name));
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function loadScenario(root: string, folder: string): Scenario {
  const refusal = join(folder, 'rejection.json');
  const facts = join(folder, 'scenario.json');
  const text = join(folder, 'response.md');
  const refused: unknown = existsSync(refusal) ? readJson(refusal) : null;
  return {
    name: relative(root, folder).replaceAll('\\', '/'),
    folder,
    response: readFileSync(existsSync(text) ? text : join(folder, 'response.bin')),
    input: loadTree(join(folder, 'input')),
    expected: existsSync(join(folder, 'expected')) ? loadTree(join(folder, 'expected')) : null,
    refused:
      refused === null
        ? null
        : ((Array.isArray(refused) ? refused : [refused]) as readonly Partial<Rejection>[]),
    facts: existsSync(facts) ? (readJson(facts) as ScenarioFacts) : {},
  };
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

function loadTree(folder: string): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  if (!existsSync(folder)) return files;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || entry.name === '.gitkeep') continue;
    const path = join(entry.parentPath, entry.name);
    files.set(relative(folder, path).replaceAll('\\', '/'), readFileSync(path));
  }
  return files;
}

/** The snapshot that a scenario's input is: every file loaded. */
export function scenarioSnapshot({ input, facts }: Scenario): Snapshot {
  const files = new Map<string, SnapshotFile>();
  for (const [path, bytes] of input)
    files.set(path, { bytes, mode: facts.modes?.[path] ?? '100644', oid: asOid(blobId(bytes)) });
  return {
    base: asOid('1'.repeat(40)),
    tree: [...files]
      .map(([path, { mode, oid }]) => ({ path, mode, oid }))
      .sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path))),
    files,
    ignored: new Set(facts.ignored),
    freshReads: new Set(facts.freshReads),
  };
}

/** The tree after a patch, as text that shows every byte. */
export function treeAfter(
  input: ReadonlyMap<string, Uint8Array>,
  patch: Patch,
): Record<string, string> {
  const tree = new Map(input);
  for (const { path, from, after } of patch.changes) {
    if (from !== undefined) tree.delete(from);
    if (after === null) tree.delete(path);
    else tree.set(path, after.bytes);
  }
  return shown(tree);
}

/** A tree by path, each file as one character per byte. */
export const shown = (tree: ReadonlyMap<string, Uint8Array>): Record<string, string> =>
  Object.fromEntries(
    [...tree]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, bytes]) => [path, Buffer.from(bytes).toString('latin1')]),
  );
