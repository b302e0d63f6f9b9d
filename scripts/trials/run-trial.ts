import { Buffer } from 'node:buffer';
import { snapshotPaths } from '../../src/core/apply/apply.ts';
import { decode } from '../../src/core/formats/decode.ts';
import { blobId } from '../../src/core/model/content-hash.ts';
import { asOid } from '../../src/core/model/ids.ts';
import type { FileChange, Snapshot, SnapshotFile, TreeEntry } from '../../src/core/model/patch.ts';
import type { Hold, Rejection } from '../../src/core/model/rejection.ts';
import { DEFAULT_STALE, NOTHING_SEEN } from '../../src/core/planning/seen.ts';
import { planResponse } from '../../src/core/planning/plan-response.ts';
import { DEFAULT_LIMITS } from '../../src/core/policies/limits.ts';
import { DEFAULT_PROTECTED } from '../../src/core/policies/protected-defaults.ts';
import type { Dialect } from './dialects/dialect.ts';
import type { Draft } from './draft.ts';
import type { Random } from './seeded-random.ts';
import { bytesOf } from './text-file.ts';

/** What came of a trial, and why where it was refused. `covers`: the refusal shows the true place. */
export interface Verdict {
  readonly verdict: 'right' | 'refused' | 'wrong';
  readonly why: readonly string[];
  readonly covers?: boolean;
  /** What the engine made of the files; null where it refused. */
  readonly made: ReadonlyMap<string, Buffer | null> | null;
}

/** Where the repository stands, for absolute paths. */
export const ROOT = '/srv/checkout';

const INTROS = [
  'Here is the change that you asked for.',
  'Sure, this handles the case you describe.',
  'I looked at the code and this is what is needed.',
];
const OUTROS = ['That is all; let me know how it goes.', 'Nothing else has to change.', ''];

const indented = (body: string, indent: string): string =>
  indent === ''
    ? body
    : body
        .split('\n')
        .map((line) => (line === '' ? line : indent + line))
        .join('\n');

/** The response as bytes; null where the draft cannot be written in the dialect. */
export function responseOf(draft: Draft, dialect: Dialect, random: Random): Uint8Array | null {
  const body = dialect.render(draft);
  if (body === null) return null;
  const dressed = indented(body, draft.style.bodyIndent);
  const shown = draft.surround === undefined ? dressed : draft.surround(dressed);
  if (shown === null) return null;
  const isAlone = /^(?:calls-(?:claude|openai|gemini)|mail)$/.test(dialect.name);
  const head = draft.head === undefined ? '' : `${draft.head}\n\n`;
  const outro = random.pick(OUTROS);
  const whole = isAlone
    ? `${head}${shown}\n`
    : `${head}${random.pick(INTROS)}\n\n${shown}\n${outro === '' ? '' : `\n${outro}\n`}`;
  const text = draft.finish === undefined ? whole : draft.finish(whole);
  if (text === null) return null;
  return draft.encode?.(text) ?? Buffer.from(text, 'utf8');
}

const worldFiles = ({ world }: Draft): ReadonlyMap<string, SnapshotFile> =>
  new Map(
    world.flatMap(({ path, mode, before }) => {
      if (before === null) return [];
      const bytes = bytesOf(before);
      return [[path, { bytes, mode, oid: asOid(blobId(bytes)) }] as const];
    }),
  );

/** The scene's tree with the world's files in it. */
function treeOf(
  { scene, world }: Draft,
  files: ReadonlyMap<string, SnapshotFile>,
): readonly TreeEntry[] {
  const modes = new Map(scene.tree.map(({ path, mode }) => [path, mode]));
  const isSame = world.every(({ path }) => modes.get(path) === files.get(path)?.mode);
  if (isSame) return scene.tree;
  const ours = new Set(world.map(({ path }) => path));
  const entries = [...files].map(([path, { mode, oid }]) => ({ path, mode, oid }));
  return [...scene.tree.filter(({ path }) => !ours.has(path)), ...entries].sort((a, b) =>
    Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)),
  );
}

function snapshotOf(draft: Draft, paths: readonly string[], tree: readonly TreeEntry[]): Snapshot {
  const files = new Map(worldFiles(draft));
  const entries = new Map(tree.map((entry) => [entry.path, entry]));
  for (const path of paths) {
    const entry = entries.get(path);
    if (entry === undefined || files.has(path) || entry.mode === '160000') continue;
    files.set(path, { bytes: draft.scene.read(entry), mode: entry.mode, oid: entry.oid });
  }
  return {
    base: asOid('1'.repeat(40)),
    tree,
    files,
    ignored: new Set(draft.ignored),
    freshReads: new Set(draft.freshReads),
  };
}

function madeBy(changes: readonly FileChange[]): ReadonlyMap<string, Buffer | null> {
  const made = new Map<string, Buffer | null>();
  for (const { path, from, after } of changes) {
    if (from !== undefined) made.set(from, null);
    made.set(path, after === null ? null : Buffer.from(after.bytes));
  }
  return made;
}

const isSame = (a: Buffer | null, b: Buffer | null): boolean =>
  a === null || b === null ? a === b : a.equals(b);

/** Whether the files that were made are the intended ones, all of them and no other. */
function isIntended(draft: Draft, changes: readonly FileChange[]): boolean {
  const made = madeBy(changes);
  const known = new Set(draft.world.map(({ path }) => path));
  if ([...made.keys()].some((path) => !known.has(path))) return false;
  if (changes.some(({ before, after }) => before && after && before.mode !== after.mode))
    return false;
  return draft.world.every(({ path, before, after }) => {
    const now = made.has(path) ? (made.get(path) ?? null) : before && bytesOf(before);
    return isSame(now, after && bytesOf(after));
  });
}

function coversPlace(draft: Draft, rejections: readonly Rejection[]): boolean | undefined {
  const { place } = draft;
  if (place === undefined) return undefined;
  const isInside = (line: number): boolean => line >= place.first && line <= place.last;
  return rejections.some(({ path, lines, excerpt, difference }) => {
    if (path !== place.path && excerpt?.path !== place.path) return false;
    if (lines?.some(isInside) === true) return true;
    if (difference !== undefined && isInside(difference.line)) return true;
    if (excerpt === undefined) return false;
    return (
      excerpt.firstLine <= place.last && excerpt.firstLine + excerpt.lines.length > place.first
    );
  });
}

const wordOf = ({ code, reason }: Rejection | Hold): string =>
  reason === undefined ? code : `${code}/${reason}`;

/** Runs the engine on a response, as the daemon does, and compares with what was meant. */
export function runTrial(draft: Draft, response: Uint8Array): Verdict {
  const decoded = decode(response, { roots: [ROOT] });
  const tree = treeOf(draft, worldFiles(draft));
  const paths = snapshotPaths(decoded, tree, { repoName: draft.scene.repoName });
  const snapshot = snapshotOf(draft, paths, tree);
  const settings = {
    limits: DEFAULT_LIMITS,
    protectedRules: DEFAULT_PROTECTED,
    repoName: draft.scene.repoName,
    seen: NOTHING_SEEN,
    stale: DEFAULT_STALE,
    isReadRequired: false,
  };
  let planned;
  try {
    planned = planResponse(decoded, snapshot, settings);
  } catch (error) {
    return { verdict: 'wrong', why: [`threw: ${String(error)}`], made: null };
  }
  const { patch, rejections, holds } = planned;
  const why = [...rejections, ...holds].map(wordOf);
  if (patch === null || holds.length > 0) {
    const covers = coversPlace(draft, rejections);
    return { verdict: 'refused', why, made: null, ...(covers === undefined ? {} : { covers }) };
  }
  const isRight = draft.intent === 'after' && isIntended(draft, patch.changes);
  return { verdict: isRight ? 'right' : 'wrong', why, made: madeBy(patch.changes) };
}
