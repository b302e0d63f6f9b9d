import type { SourceText } from '../match/source-text.ts';
import type { DeleteEdit, Edit } from '../model/edit.ts';
import type { FileChange } from '../model/patch.ts';
import type { Findings } from './findings.ts';
import type { Group } from './group.ts';
import { linesOfContent } from './hunk-ops.ts';

/** What a file's edits come to; null: nothing, or they were refused. */
export interface PlannedFile {
  readonly change: FileChange | null;
}

interface Deletion {
  readonly edits: readonly Edit[];
  readonly deletion: DeleteEdit;
  readonly findings: Findings;
}

/** A file that goes: nothing else may be asked of it, and it is what the response says that it is, where it does. */
export function planDeletion(group: Group, source: SourceText, plan: Deletion): PlannedFile {
  const { deletion, edits, findings } = plan;
  const { base } = group;
  const others = edits.filter((edit) => edit !== deletion);
  for (const edit of others)
    findings.refuse(edit, 'overlapping-edits', {
      reason: 'deleted',
      facts: { other: deletion.origin.block },
    });
  if (base === null) {
    findings.refuse(deletion, 'file-missing', { reason: 'no-such-file' });
    return { change: null };
  }
  if (deletion.old !== undefined && !isContent(source, deletion.old)) {
    findings.refuse(deletion, 'stale-anchor', { reason: 'deleted-content' });
    return { change: null };
  }
  if (others.length > 0) return { change: null };
  findings.report(deletion, 'would-apply', [1, Math.max(1, source.lineCount)]);
  return {
    change: {
      path: group.path,
      before: { bytes: base.bytes, mode: base.mode },
      after: null,
      regions: [],
      blocks: [deletion.origin.block],
      isWhole: false,
      isDeclaredDeletion: true,
    },
  };
}

/** True where the text, line by line, is the file; line endings and the last one do not count. */
function isContent(source: SourceText, text: string): boolean {
  const lines = linesOfContent(text);
  if (lines.length !== source.lineCount) return false;
  return lines.every((line, at) => Buffer.from(line).toString('latin1') === source.latin1Line(at));
}
