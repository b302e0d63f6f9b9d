import { contentRefusal, modeRefusal } from '../apply/file-kind.ts';
import { SourceText } from '../match/source-text.ts';
import type { FileChange, FileSide } from '../model/patch.ts';
import type { Hold, Note } from '../model/rejection.ts';
import { findings } from './findings.ts';
import type { Policy } from './policy.ts';

/** Symlinks, submodules, binary files and pointers to large files are held; a changed executable bit is said. */
export const fileKinds: Policy = {
  name: 'file-kinds',
  judge({ patch }) {
    const holds: Hold[] = [];
    const notes: Note[] = [];
    for (const change of patch.changes) {
      const reason = kindOf(change);
      const { path, before, after } = change;
      if (reason !== null) holds.push({ code: 'file-kind-refused', path, reason });
      else if (after?.mode === '100755' && before?.mode !== '100755')
        notes.push({ code: 'executable', path, text: 'The file becomes executable.' });
      else if (before?.mode === '100755' && after?.mode === '100644')
        notes.push({ code: 'executable', path, text: 'The file is no longer executable.' });
    }
    return findings({ holds, notes });
  },
};

function kindOf({ before, after }: FileChange): string | null {
  if (isSameContent(before, after)) return null;
  const refusal = sideRefusal(after) ?? sideRefusal(before);
  return refusal?.reason ?? null;
}

const isSameContent = (before: FileSide | null, after: FileSide | null): boolean =>
  before !== null &&
  after !== null &&
  before.mode === after.mode &&
  Buffer.from(before.bytes).equals(after.bytes);

const sideRefusal = (side: FileSide | null): { readonly reason: string } | null =>
  side === null ? null : (modeRefusal(side.mode) ?? contentRefusal(new SourceText(side.bytes)));
