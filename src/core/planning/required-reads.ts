import type { Decoded } from '../formats/decoded.ts';
import type { Edit } from '../model/edit.ts';
import type { Rejection } from '../model/rejection.ts';
import type { EditedPath } from './edit-paths.ts';
import type { ReadJudgement } from './judge-reads.ts';

/**
 * A refusal for each edit that replaces an existing file whole, or places text by a line number alone, without a read of
 * that file (or, for a number, of a window with that line): nothing in such an edit shows what its author saw. Reads that
 * no longer hold are refused or merged elsewhere.
 */
export function requiredReads(
  { edits }: Pick<Decoded, 'edits'>,
  edited: ReadonlyMap<string, EditedPath>,
  { snapshot, rejections }: Pick<ReadJudgement, 'snapshot' | 'rejections'>,
): readonly Rejection[] {
  const stale = new Set(rejections.map(({ path }) => path));
  const pathOf = new Map(
    [...edited.values()].flatMap(({ path, edits: each }) => each.map((edit) => [edit, path])),
  );
  return edits
    .filter(({ kind }) => kind === 'write' || kind === 'insert')
    .filter((edit) => {
      const path = pathOf.get(edit) ?? edit.target.path;
      const isExisting = snapshot.files.has(path);
      const isRead = snapshot.freshReads.has(path) || isInWindow(edit, snapshot, path);
      return isExisting && !isRead && !stale.has(path);
    })
    .map(({ kind, origin, target }) => ({
      code: 'read-required',
      reason: kind === 'write' ? 'whole-file' : 'number-only',
      path: target.path,
      block: origin.block,
      responseLines: [origin.line, origin.endLine],
    }));
}

const isInWindow = (edit: Edit, { freshWindows }: ReadJudgement['snapshot'], path: string) =>
  edit.kind === 'insert' &&
  (freshWindows
    ?.get(path)
    ?.some(({ first, last }) => edit.afterLine >= first && edit.afterLine <= last) ??
    false);
