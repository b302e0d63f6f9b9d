import type { ChangedFile } from '../lifecycle/events.ts';
import type { FileChange, Patch } from '../model/patch.ts';
import { changedLines } from './changed-lines.ts';

/** One line per changed file for receipts: what happened to it and how many lines, as a line diff counts them. */
export function changedFiles(patch: Patch): readonly ChangedFile[] {
  return patch.changes.map((change) => {
    const { removed, added } = changedLines(change);
    return {
      path: change.path,
      change: kindOf(change),
      ...(change.from === undefined ? {} : { from: change.from }),
      linesAdded: added.length,
      linesRemoved: removed.length,
    };
  });
}

function kindOf({ before, after, from }: FileChange): ChangedFile['change'] {
  if (before === null) return 'added';
  if (after === null) return 'deleted';
  return from === undefined ? 'modified' : 'renamed';
}
