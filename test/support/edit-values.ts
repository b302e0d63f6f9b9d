import { apply, type Applied } from '../../src/core/apply/apply.ts';
import { verify } from '../../src/core/apply/verify.ts';
import type { Decoded } from '../../src/core/formats/decoded.ts';
import { blobId } from '../../src/core/model/content-hash.ts';
import type {
  CreateEdit,
  DeleteEdit,
  Edit,
  EditPath,
  FileMode,
  InsertEdit,
  ModeEdit,
  RenameEdit,
  ReplaceEdit,
  WriteEdit,
} from '../../src/core/model/edit.ts';
import { NO_SCOPE } from '../../src/core/model/edit.ts';
import { asOid } from '../../src/core/model/ids.ts';
import type { Snapshot, SnapshotFile, TreeEntry } from '../../src/core/model/patch.ts';
import { parseRepoPath } from '../../src/core/model/repo-path.ts';

/** A path as an author spells it; throws where it is not one. */
export function target(spelt: string): EditPath {
  const parsed = parseRepoPath(spelt);
  if (!parsed.ok) throw new TypeError(`${spelt}: ${parsed.error}`);
  return { spelt, path: parsed.value };
}

const origin = { block: 0, format: 'conflict-markers', line: 1, endLine: 5 };

/** A search/replace block of whole lines; any field may be given otherwise. */
export const replace = (
  path: string,
  old: string,
  now: string,
  rest: Partial<ReplaceEdit> = {},
): ReplaceEdit => ({
  kind: 'replace',
  origin,
  target: target(path),
  unit: 'line-or-part',
  old,
  new: now,
  scope: NO_SCOPE,
  ...rest,
});

export const call = (
  path: string,
  old: string,
  now: string,
  rest: Partial<ReplaceEdit> = {},
): ReplaceEdit => replace(path, old, now, { unit: 'characters', ...rest });

export const insert = (path: string, afterLine: number, text: string): InsertEdit => ({
  kind: 'insert',
  origin,
  target: target(path),
  afterLine,
  text,
});

export const create = (path: string, content: string, mode?: FileMode): CreateEdit => ({
  kind: 'create',
  origin,
  target: target(path),
  content,
  ...(mode === undefined ? {} : { mode }),
});

export const write = (path: string, content: string, rest: Partial<WriteEdit> = {}): WriteEdit => ({
  kind: 'write',
  origin: { ...origin, format: 'whole-file' },
  target: target(path),
  content,
  ...rest,
});

export const remove = (path: string, old?: string): DeleteEdit => ({
  kind: 'delete',
  origin,
  target: target(path),
  ...(old === undefined ? {} : { old }),
});

export const rename = (path: string, to: string): RenameEdit => ({
  kind: 'rename',
  origin,
  target: target(path),
  to: target(to),
});

export const mode = (path: string, value: FileMode): ModeEdit => ({
  kind: 'mode',
  origin,
  target: target(path),
  mode: value,
});

/** A hunk out of lines tagged by their first character: blank, `-` or `+`. */
export function hunk(path: string, text: string, rest: Partial<ReplaceEdit> = {}): ReplaceEdit {
  const tags = { ' ': 'keep', '-': 'remove', '+': 'add' } as const;
  const script = text.split('\n').map((line) => ({
    tag: tags[line[0] as keyof typeof tags],
    text: line.slice(1),
  }));
  const side = (dropped: string): string =>
    script
      .filter(({ tag }) => tag !== dropped)
      .map((line) => line.text)
      .join('\n');
  return replace(path, side('add'), side('remove'), { unit: 'lines', script, ...rest });
}

/** The edits as a response would give them: numbered from 1. */
export function decodedOf(edits: readonly Edit[], rest: Partial<Decoded> = {}): Decoded {
  return {
    envelope: { readTokens: [], reads: [], declaredDeletions: [] },
    edits: edits.map((edit, at) => ({
      ...edit,
      origin: { ...edit.origin, block: at + 1, line: at * 10 + 1, endLine: at * 10 + 8 },
    })),
    spans: [],
    rejections: [],
    holds: [],
    notes: [],
    ...rest,
  };
}

/** Content of a file: text, bytes, or either with a mode. */
export type FileValue = string | Uint8Array | { readonly mode: FileMode; readonly bytes: string };

/** A snapshot that holds every file of the tree. */
export function snapshotOf(
  files: Readonly<Record<string, FileValue>>,
  rest: Partial<Snapshot> = {},
): Snapshot {
  const loaded = new Map<string, SnapshotFile>();
  for (const [path, value] of Object.entries(files)) {
    const isPlain = typeof value === 'string' || value instanceof Uint8Array;
    const content = isPlain ? value : value.bytes;
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    loaded.set(path, {
      bytes,
      mode: isPlain ? '100644' : value.mode,
      oid: asOid(blobId(bytes)),
    });
  }
  const tree: TreeEntry[] = [...loaded]
    .map(([path, { mode: fileMode, oid }]) => ({ path, mode: fileMode, oid }))
    .sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
  return {
    base: asOid('1'.repeat(40)),
    tree,
    files: loaded,
    ignored: new Set(),
    freshReads: new Set(),
    ...rest,
  };
}

/** What came of edits on files: the content of every changed path (null: deleted), or the codes that refused. */
export interface Outcome {
  readonly files?: Readonly<Record<string, string | null>>;
  readonly refused?: readonly string[];
}

/** Applies edits to files and, where they apply, checks the patch. Codes carry their reason: `code/reason`. */
export function outcome(
  files: Readonly<Record<string, FileValue>>,
  edits: readonly Edit[],
  rest: Partial<Snapshot> = {},
): Outcome {
  const snapshot = snapshotOf(files, rest);
  const applied = apply(decodedOf(edits), snapshot, { repoName: 'repo' });
  if (applied.patch === null) return { refused: codes(applied) };
  const violations = verify(applied.patch, snapshot);
  if (violations.length > 0) throw new Error(JSON.stringify(violations));
  const changed: Record<string, string | null> = {};
  for (const { path, from, after } of applied.patch.changes) {
    if (from !== undefined) changed[from] = null;
    changed[path] = after === null ? null : Buffer.from(after.bytes).toString('latin1');
  }
  return { files: changed };
}

export const codes = (applied: Applied): readonly string[] =>
  applied.rejections.map(({ code, reason }) => (reason === undefined ? code : `${code}/${reason}`));

/** The text as `outcome` shows it: one character per byte. */
export const asBytes = (text: string): string => Buffer.from(text).toString('latin1');
