import { solidLength } from '../match/blanks.ts';
import { locate, TINY } from '../match/locate.ts';
import { SourceText } from '../match/source-text.ts';
import { NO_SCOPE, type Edit } from '../model/edit.ts';
import type { Snapshot } from '../model/patch.ts';
import type { Findings } from './findings.ts';
import { linesOfText } from './hunk-ops.ts';

/** Looks at no more refused blocks, and no more bytes of other files, than this: it only helps a message. */
const MAX_BLOCKS = 20;
const MAX_BYTES = 8 * 1024 * 1024;

/** Says of a block that stands nowhere in its file where else, among the loaded files, its old text stands. */
export function pointElsewhere(
  edits: readonly Edit[],
  snapshot: Snapshot,
  findings: Findings,
): void {
  let blocks = MAX_BLOCKS;
  let bytes = MAX_BYTES;
  findings.rejections.forEach((rejection, at) => {
    const isLost =
      rejection.code === 'file-missing' ||
      (rejection.code === 'stale-anchor' && rejection.reason === 'nowhere');
    const edit = edits.find(({ origin }) => origin.block === rejection.block);
    if (!isLost || edit?.kind !== 'replace' || blocks === 0) return;
    if (solidLength(edit.old) < TINY) return;
    blocks -= 1;
    for (const [path, file] of snapshot.files) {
      bytes -= file.bytes.length;
      if (path === edit.target.path || bytes < 0) continue;
      const located = locate(new SourceText(file.bytes), {
        lines: linesOfText(edit.old),
        scope: NO_SCOPE,
        isFresh: false,
        until: 'line-endings',
      });
      if (located.kind === 'none') continue;
      findings.rejections[at] = { ...rejection, facts: { ...rejection.facts, elsewhere: path } };
      return;
    }
  });
}
