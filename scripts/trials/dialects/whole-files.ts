import type { Draft, WrittenFile } from '../draft.ts';
import { fenceFor, languageFor, speaksOf, type Dialect } from './dialect.ts';

/** A path, then the file's whole new content in a fence. */

const DEFINES =
  /^(?:(?:export|default|async|declare|abstract|public|private|protected|internal|static|final|sealed|open|pub|pub\(crate\)|unsafe|extern|inline)\s+)*(?:function\*?|class|interface|type|enum|const|let|var|def|fn|func|struct|trait|impl|module|namespace|object|record|mod|defmodule|defp)\s+([\p{L}_$][\p{L}\p{N}_$]*)/u;

/** Whether a person would be asked: the new content is much shorter, or a name that the file defined is gone. */
function losesContent({ old, now }: WrittenFile): boolean {
  if (old.length >= 10 && old.length - now.length > 0.3 * old.length) return true;
  const words = new Set(now.join('\n').match(/[\p{L}\p{N}_$]+/gu));
  return old.some((line) => {
    const name = DEFINES.exec(line)?.[1];
    return name !== undefined && !words.has(name);
  });
}

const isShort = ({ old, now }: WrittenFile): boolean =>
  old.length >= 20 && old.length >= 10 * Math.max(1, now.length);

/** What an edit begins with: a file that holds one could be read as that edit. */
const EDIT_LIKE =
  /^\s*(?:[<>=|+-]{5,9} ?(?:SEARCH|REPLACE)|\[\[\[(?:SEARCH|DIVIDER|REPLACE)\]\]\]|\*\*\* (?:Begin|End|Update|Add|Delete)|diff --|--- \S|\+\+\+ \S|@@ )/;

function canWrite(draft: Draft): boolean {
  return (
    speaksOf(draft, ['edit', 'create']) &&
    draft.written.every(
      (file) =>
        (file.kind !== 'create' || file.isNowClosed) &&
        file.now.length <= 800 &&
        !file.now.some((line) => EDIT_LIKE.test(line)) &&
        !losesContent(file) &&
        !isShort(file),
    )
  );
}

function captioned(draft: Draft): string {
  return draft.written
    .map((file) => {
      const fence = fenceFor(file.now);
      const caption =
        file.kind === 'create' ? `${file.spelt} (new file)` : draft.style.caption(file.spelt);
      return [caption, `${fence}${languageFor(file.spelt)}`, ...file.now, fence].join('\n');
    })
    .join('\n\n');
}

function informed(draft: Draft): string {
  return draft.written
    .map((file) => {
      const fence = fenceFor(file.now);
      const language = languageFor(file.spelt) || 'text';
      return [`${fence}${language} ${file.spelt}`, ...file.now, fence].join('\n');
    })
    .join('\n\n');
}

const dialect = (name: string, write: (draft: Draft) => string): Dialect => ({
  name,
  format: 'whole-file',
  family: 'whole',
  isFenced: true,
  render: (draft) => (canWrite(draft) ? write(draft) : null),
});

/** With a caption over the fence, and with the path in the fence's own line. */
export const WHOLE_FILES: readonly Dialect[] = [
  dialect('whole-file', captioned),
  dialect('whole-file-info', informed),
];
