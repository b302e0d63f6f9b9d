import type { Edit, EditPath, RenameEdit } from '../model/edit.ts';
import type { Snapshot, TreeEntry } from '../model/patch.ts';
import { parseRepoPath, type RepoPath } from '../model/repo-path.ts';
import type { Findings } from './findings.ts';
import type { Group } from './group.ts';
import { freedBy, freedPlaces, type FreedPlaces } from './freed-places.ts';
import { placeRefusal, type PlaceRefusal } from './new-path.ts';
import {
  resolveForContent,
  resolveForReplace,
  resolveTracked,
  type MissingPath,
} from './resolve-path.ts';
import { foldPath, treeIndex, type TreeIndex } from './tree-index.ts';

/** What grouping needs besides the edits. */
export interface Grouping {
  readonly snapshot: Snapshot;
  readonly repoName: string;
  readonly findings: Findings;
}

interface OpenGroup {
  path: RepoPath;
  from: RepoPath | undefined;
  readonly entry: TreeEntry | null;
  readonly edits: Edit[];
}

/** Sorts the edits of a response by the file that each is about; those without one are refused. */
export function groupEdits(edits: readonly Edit[], grouping: Grouping): readonly Group[] {
  const index = treeIndex(grouping.snapshot.tree);
  const groups = new Map<string, OpenGroup>();
  const on = { groups, grouping, freed: freedPlaces(edits) };
  // Renames and new files first: any other edit may name what they make.
  for (const edit of edits) if (edit.kind === 'rename') openRename(edit, index, on);
  for (const edit of edits)
    if (edit.kind === 'create' || edit.kind === 'write') openContent(edit, index, on);
  for (const edit of edits) joinGroup(edit, index, on);
  const distinct = [...new Set(groups.values())];
  refuseCollisions(distinct, grouping.findings);
  return distinct.map((group) => closed(group, grouping));
}

interface Open {
  readonly groups: Map<string, OpenGroup>;
  readonly grouping: Grouping;
  readonly freed: FreedPlaces;
}

/** Refuses a new file; where another edit only takes away what stands in its way, that is said: neither goes first. */
function refusePlace(
  edit: Edit,
  { spelt, path }: EditPath,
  { refusal, grouping, freed }: Refused,
): void {
  const other = freedBy(path, refusal, freed);
  const { findings } = grouping;
  if (other === undefined || other === edit) {
    findings.refuse(edit, refusal.code, { ...refusal.rest, path: spelt });
    return;
  }
  const facts = { other: other.origin.block };
  findings.refuse(edit, 'overlapping-edits', { reason: 'makes-way', path: spelt, facts });
}

interface Refused extends Pick<Open, 'grouping' | 'freed'> {
  readonly refusal: PlaceRefusal;
}

function openRename(edit: RenameEdit, index: TreeIndex, { groups, grouping, freed }: Open): void {
  const { findings } = grouping;
  const resolved = resolveTracked(index, edit.target);
  if (resolved.kind !== 'tracked') return refuseMissing(edit, resolved, findings);
  const source = trackedPath(edit, resolved.entry, findings);
  if (source === null) return;
  const known = groups.get(source);
  if (known !== undefined) {
    if (known.path !== edit.to.path)
      findings.refuse(edit, 'overlapping-edits', { reason: 'two-renames' });
    return;
  }
  const refusal = placeRefusal(edit.to.path, {
    index,
    ignored: grouping.snapshot.ignored,
    moving: source,
  });
  if (refusal !== null) {
    refusePlace(edit, edit.to, { refusal, grouping, freed });
    return;
  }
  if (groups.has(edit.to.path)) {
    findings.refuse(edit, 'overlapping-edits', { reason: 'two-contents', path: edit.to.spelt });
    return;
  }
  const isMoved = edit.to.path !== source;
  const group: OpenGroup = {
    path: edit.to.path,
    from: isMoved ? source : undefined,
    entry: resolved.entry,
    edits: [],
  };
  groups.set(source, group);
  groups.set(edit.to.path, group);
}

function openContent(edit: Edit, index: TreeIndex, { groups, grouping, freed }: Open): void {
  const { findings } = grouping;
  if (groups.has(edit.target.path)) return;
  const resolved = resolveForContent(index, edit.target, grouping.repoName);
  if (resolved.kind === 'missing') return refuseMissing(edit, resolved, findings);
  if (resolved.kind === 'tracked') return;
  const refusal = placeRefusal(resolved.path, { index, ignored: grouping.snapshot.ignored });
  if (refusal === null) open(groups, resolved.path, null);
  else refusePlace(edit, edit.target, { refusal, grouping, freed });
}

function open(groups: Map<string, OpenGroup>, path: RepoPath, entry: TreeEntry | null): OpenGroup {
  const group = groups.get(path) ?? { path, from: undefined, entry, edits: [] };
  groups.set(path, group);
  return group;
}

function joinGroup(edit: Edit, index: TreeIndex, { groups, grouping }: Open): void {
  const { findings } = grouping;
  if (findings.statusOf(edit.origin.block) === 'failed') return;
  const known = groups.get(edit.target.path);
  if (known !== undefined) {
    // Blocks may name a moved file by either name; content for the old one would end up in the new one.
    if ((edit.kind === 'create' || edit.kind === 'write') && known.from === edit.target.path)
      findings.refuse(edit, 'overlapping-edits', { reason: 'moved', facts: { to: known.path } });
    else known.edits.push(edit);
    return;
  }
  const resolved =
    edit.kind === 'replace' || edit.kind === 'insert'
      ? resolveForReplace(index, edit.target, grouping.repoName)
      : resolveTracked(index, edit.target);
  if (resolved.kind !== 'tracked') {
    refuseMissing(edit, resolved, findings);
    return;
  }
  const path = trackedPath(edit, resolved.entry, findings);
  if (path === null) return;
  if (resolved.note !== undefined)
    findings.note(edit, `path-${resolved.note}`, `"${edit.target.spelt}" was read as "${path}".`);
  open(groups, path, resolved.entry).edits.push(edit);
}

/** A path of the tree as a safe path; refused where the tree itself holds one that is not. */
function trackedPath(edit: Edit, entry: TreeEntry, findings: Findings): RepoPath | null {
  const parsed = parseRepoPath(entry.path);
  if (parsed.ok && parsed.value === entry.path) return parsed.value;
  findings.refuse(edit, 'path-denied', { reason: parsed.ok ? 'reserved-name' : parsed.error });
  return null;
}

const refuseMissing = (edit: Edit, resolved: MissingPath, findings: Findings): void =>
  findings.refuse(edit, 'file-missing', {
    reason: resolved.reason,
    facts: { candidates: resolved.candidates },
  });

/** Two new names that one file system would take for one, or of which one is a folder of the other. */
function refuseCollisions(groups: readonly OpenGroup[], findings: Findings): void {
  const made = groups.filter((group) => group.entry === null || group.from !== undefined);
  const known = new Map<string, string>();
  for (const { path } of made) known.set(foldPath(path), path);
  for (const { path, edits } of made) {
    const parts = path.split('/').map((_, at, all) => all.slice(0, at + 1).join('/'));
    const [other] = parts.flatMap((part) => {
      const one = known.get(foldPath(part));
      return one === undefined || (one === path && part === path) ? [] : [one];
    });
    const edit = edits[0];
    if (other === undefined || edit === undefined) continue;
    findings.refuse(edit, 'path-denied', { reason: 'collides', facts: { other } });
  }
}

/** Stands for content that the snapshot does not hold (a submodule has none): a NUL, so that nothing edits it. */
const NOT_LOADED = new Uint8Array(1);

function closed(group: OpenGroup, { snapshot }: Grouping): Group {
  const basePath = group.entry?.path;
  const file = basePath === undefined ? undefined : snapshot.files.get(basePath);
  return {
    path: group.path,
    ...(group.from === undefined ? {} : { from: group.from }),
    base:
      group.entry === null
        ? null
        : (file ?? { bytes: NOT_LOADED, mode: group.entry.mode, oid: group.entry.oid }),
    isFresh: basePath !== undefined && snapshot.freshReads.has(basePath),
    windows: (basePath === undefined ? undefined : snapshot.freshWindows?.get(basePath)) ?? [],
    edits: group.edits,
  };
}
