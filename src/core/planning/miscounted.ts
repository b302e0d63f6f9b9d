import { occurrences } from '../match/occurrences.ts';
import type { SnapshotFile } from '../model/patch.ts';
import type { Rejection } from '../model/rejection.ts';
import type { EditedPath } from './edit-paths.ts';

/**
 * Edits that declare how often, or everywhere, their old text stands, of files in which that has changed since they were
 * read: to merge them would leave out a place that their author would have meant, or count one that is gone.
 */
export function miscounted(
  edited: ReadonlyMap<string, EditedPath>,
  merges: ReadonlyMap<string, SnapshotFile>,
  versions: ReadonlyMap<string, SnapshotFile>,
): readonly Rejection[] {
  return [...merges].flatMap(([path, now]) => {
    const read = versions.get(path);
    if (read === undefined) return [];
    return (edited.get(path)?.edits ?? []).flatMap((edit): readonly Rejection[] => {
      if (edit.kind !== 'replace' || edit.scope.count === undefined) return [];
      const [before, after] = [countIn(read, edit.old), countIn(now, edit.old)];
      if (before === after) return [];
      const { block, line, endLine } = edit.origin;
      const facts = { before, after };
      const responseLines = [line, endLine] as const;
      return [{ code: 'merge-conflict', reason: 'count', path, block, responseLines, facts }];
    });
  });
}

function countIn({ bytes }: SnapshotFile, text: string): number {
  const content = bytes.includes(13)
    ? Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return occurrences(content, Buffer.from(text)).length;
}
