import { declaresDeletion, declaresRevert } from '../core/check/declared.ts';
import { elidedLines } from '../core/check/elided-lines.ts';
import type { CheckAuthor, Refused } from '../core/check/check-finding.ts';
import type { Oid } from '../core/model/ids.ts';
import type { Patch, TreeEntry } from '../core/model/patch.ts';
import type { Hold, Note, Rejection } from '../core/model/rejection.ts';
import { parseRepoPath, standInPath } from '../core/model/repo-path.ts';
import { judge } from '../core/policies/judge.ts';
import { limitAt } from '../core/policies/limit-at.ts';
import type { Config } from '../config/config.ts';
import { limitsFor } from '../config/limits-for.ts';
import { protectedRulesOf } from '../config/protected-rules.ts';
import { checkSyntax } from '../gates/syntax/check-syntax.ts';
import type { KnownTests } from '../gates/choose-tests.ts';
import type { DependencyGraphs } from '../gates/graph/dependency-graphs.ts';
import { mergeChanges } from '../git/auto-merge.ts';
import type { TreeNode } from '../git/objects.ts';
import type { Repository } from '../git/repository.ts';
import { listTree } from '../git/snapshot.ts';
import { diffTrees, treeOf, type PathChange } from '../git/tree.ts';
import { treePatch } from '../git/tree-patch.ts';

/** What is committed, or about to be. */
export interface Change {
  readonly parents: readonly Oid[];
  readonly tree: Oid;
  /** Trees that nobody has written yet. */
  readonly known?: ReadonlyMap<Oid, readonly TreeNode[]>;
  /** Every path of `tree`, where the caller has it. */
  readonly entries?: () => readonly TreeEntry[];
  /** Null: not known yet. What only a message can settle is then left to who knows it. */
  readonly message: string | null;
  readonly author: CheckAuthor;
}

/** What judges a change. */
export interface JudgeSettings {
  readonly config: Config;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Also what stops nobody but takes long: who depends on the change, what it undoes. Always so for an agent's. */
  readonly isThorough: boolean;
  /** Import graphs that several changes share; absent: each has its own. */
  readonly graphs?: DependencyGraphs;
}

/** What was found, without the gates. */
export interface JudgedChange {
  readonly patch: Patch;
  /** Paths as git has them, by those that stand for them in the patch: see `TreePatch`. */
  readonly standIns: ReadonlyMap<string, string>;
  readonly refused: readonly Refused[];
  readonly notes: readonly Note[];
}

/**
 * Judges a change as it stands: policies, syntax, placeholders, and where it is thorough its radius and what it undoes.
 * Reads objects alone. Of a merge, only what whoever merged has put in.
 */
export async function judgeChange(
  repo: Repository,
  change: Change,
  settings: JudgeSettings,
): Promise<JudgedChange> {
  const changes = await changesOf(repo, change);
  const [base = null] = change.parents;
  const { patch, standIns, denied, large } = await treePatch(repo, base, changes, {
    isDeclared: isMeant(change),
  });
  if (patch.changes.length === 0) return { patch, standIns, refused: [], notes: [] };

  const { config } = settings;
  const limits = limitsFor(config, change.author.kind === 'agent' ? change.author.name : null);
  const makesPaths = patch.changes.some(
    ({ before, from }) => before === null || from !== undefined,
  );
  const tree = makesPaths ? named(await baseListing(repo, change, changes), standIns) : [];
  // Of many files the parsing goes on in other threads meanwhile.
  const parsed = checkSyntax(patch);
  const judged = judge({ patch, limits, protectedRules: protectedRulesOf(config), tree });
  const elided = elidedLines.judge({ patch, limits, protectedRules: [] });
  const syntax = await parsed;
  const tooLarge = large.flatMap(({ path, bytes }): Rejection[] => {
    const { limit } = limitAt(limits, 'bytes', path);
    const facts = { actual: bytes, limit };
    return bytes <= limit ? [] : [{ code: 'diff-too-large', reason: 'bytes', path, facts }];
  });
  const placed = [...elided.rejections, ...judged.rejections];
  const rejections = [
    ...elided.rejections,
    ...syntax.rejections.filter((broken) => !isSaidBy(placed, broken)),
    ...denied,
    ...judged.rejections,
    ...tooLarge,
  ];
  const more =
    settings.isThorough || change.author.kind === 'agent'
      ? await lookFurther(repo, change, { patch, settings })
      : { holds: [], notes: [] };
  const toldOf = <Told extends { readonly path?: string }>(told: Told): Told => {
    const path = standIns.get(told.path ?? '');
    return path === undefined ? told : { ...told, path };
  };
  return {
    patch,
    standIns,
    refused: [
      ...rejections.map(toldOf).map(asRejection),
      ...[...judged.holds, ...more.holds].map(toldOf).map(asHold),
    ],
    notes: [...judged.notes, ...syntax.notes, ...more.notes].map(toldOf),
  };
}

/** A listing in the names of the patch, where some stand for others in it. */
const named = (
  tree: readonly TreeEntry[],
  standIns: ReadonlyMap<string, string>,
): readonly TreeEntry[] =>
  standIns.size === 0
    ? tree
    : tree.map((entry) => {
        const path = parseRepoPath(entry.path);
        return path.ok && path.value === entry.path
          ? entry
          : { ...entry, path: standInPath(entry.path) };
      });

export const asRejection = (refusal: Rejection): Refused => ({ refusal, isHold: false });
export const asHold = (refusal: Hold): Refused => ({ refusal, isHold: true });

/** A marker and a placeholder break the syntax too: what they are says more. */
const isSaidBy = (others: readonly Rejection[], { path, lines }: Rejection): boolean =>
  others.some(
    (other) =>
      (other.code === 'left-over-markers' || other.code === 'elided-content') &&
      other.path === path &&
      other.lines?.some((line) => lines?.includes(line)),
  );

/** Whether a deletion is meant: a person's always, an agent's where the message names it. */
const isMeant =
  ({ author, message }: Change) =>
  (path: string): boolean =>
    author.kind === 'person' || message === null || declaresDeletion(message, path);

async function changesOf(
  repo: Repository,
  { parents, tree, known = new Map() }: Change,
): Promise<readonly PathChange[]> {
  if (parents.length > 1) return mergeChanges(repo, { tree, parents, known });
  return diffTrees(repo, await treeOf(repo, parents[0] ?? null), tree, known);
}

/** Every path of the base. */
async function baseListing(
  repo: Repository,
  { parents, entries }: Change,
  changes: readonly PathChange[],
): Promise<readonly TreeEntry[]> {
  if (entries === undefined || parents.length > 1) return listTree(repo, parents[0] ?? null);
  const changed = new Set(changes.map(({ path }) => path));
  const before = changes.flatMap(({ path, before: item }) =>
    item === null ? [] : [{ path, ...item }],
  );
  return [...entries().filter(({ path }) => !changed.has(path)), ...before];
}

/** Who depends on the change, and what it undoes of what was committed of late. */
async function lookFurther(
  repo: Repository,
  change: Change,
  { patch, settings }: { readonly patch: Patch; readonly settings: JudgeSettings },
): Promise<{ readonly holds: readonly Hold[]; readonly notes: readonly Note[] }> {
  const radius = await withGraphs(repo, settings.graphs, (graphs) =>
    radiusOf(repo, graphs, { patch, most: settings.config.limits.dependents }),
  );
  const undone = change.message === null ? [] : await undoneWork(repo, change, patch, settings.now);
  return { holds: [...radius.holds, ...undone], notes: radius.notes };
}

/** Runs with import graphs: those given, or ones of its own that are closed afterwards. */
export async function withGraphs<T>(
  repo: Repository,
  given: DependencyGraphs | undefined,
  use: (graphs: DependencyGraphs) => Promise<T>,
): Promise<T> {
  if (given !== undefined) return use(given);
  const { DependencyGraphs: Graphs } = await import('../gates/graph/dependency-graphs.ts');
  const graphs = new Graphs(repo);
  try {
    return await use(graphs);
  } finally {
    await graphs.close();
  }
}

/** Which tests a patch may matter to, and whether too much depends on it. */
export async function radiusOf(
  repo: Repository,
  graphs: DependencyGraphs,
  { patch, most }: { readonly patch: Patch; readonly most: number },
): Promise<{
  readonly tests: KnownTests | null;
  readonly holds: readonly Hold[];
  readonly notes: readonly Note[];
}> {
  if (patch.base === null) return { tests: null, holds: [], notes: [] };
  const [{ measureRadius }, { radiusFindings }] = await Promise.all([
    import('../gates/graph/measure-radius.ts'),
    import('../core/graph/blast-radius.ts'),
  ]);
  const measured = await measureRadius(graphs, patch, await listTree(repo, patch.base));
  if (measured.kind === 'unknown') return { tests: null, holds: [], notes: [measured.note] };
  return { tests: measured.radius, ...radiusFindings(measured.radius, most) };
}

async function undoneWork(
  repo: Repository,
  { parents, message }: Change,
  patch: Patch,
  now: number,
): Promise<readonly Hold[]> {
  const { findReverts } = await import('../git/find-reverts.ts');
  const holds: Hold[] = [];
  for (const parent of parents) {
    const question = { patch: { ...patch, base: parent }, readPointOf: () => null, now };
    const found = await findReverts(repo, { ...question, freshReads: new Set<string>() });
    holds.push(...found.holds.filter((one) => !isToldOf(message ?? '', one)));
  }
  return holds;
}

const isToldOf = (message: string, { facts }: Hold): boolean =>
  declaresRevert(message, String(facts?.['commit'] ?? ''));
