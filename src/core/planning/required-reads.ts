import type { Decoded } from '../formats/decoded.ts';
import type { Snapshot } from '../model/patch.ts';
import type { Rejection } from '../model/rejection.ts';

/**
 * A refusal for each edit that replaces an existing file whole, or places text by a line number alone, without a read of
 * that file that holds: nothing in such an edit shows what its author saw.
 */
export function requiredReads(
  { edits }: Decoded,
  { files }: Snapshot,
  fresh: ReadonlySet<string>,
): readonly Rejection[] {
  return edits
    .filter(({ kind }) => kind === 'write' || kind === 'insert')
    .filter(({ target }) => files.has(target.path) && !fresh.has(target.path))
    .map(({ kind, origin, target }) => ({
      code: 'read-required',
      reason: kind === 'write' ? 'whole-file' : 'number-only',
      path: target.path,
      block: origin.block,
      responseLines: [origin.line, origin.endLine],
    }));
}
