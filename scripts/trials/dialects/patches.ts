import type { HunkLine } from '../../../src/core/model/edit.ts';
import type { Draft, Style, WrittenFile } from '../draft.ts';
import { countTrimmed, oldLines, type Block } from '../write-blocks.ts';
import { createsAreClosed, fenceFor, linesIn, speaksOf, type Dialect } from './dialect.ts';

/** The apply-patch envelope. */

const TAGS = { keep: ' ', remove: '-', add: '+' } as const;

/** A line of a hunk as it is written. */
export const tagged = ({ tag, text }: HunkLine, style: Style): string =>
  tag === 'keep' && text === '' && style.isBlankBare ? '' : TAGS[tag] + text;

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** The line that heads the block round a place: the nearest one above with less indentation, where it stands once. */
function headingOf({ at, script }: Block, before: readonly string[]): string | null {
  const own = script.filter(({ text }) => text.trim() !== '').map(({ text }) => indentOf(text));
  const depth = Math.min(...own);
  if (depth === 0) return null;
  for (let line = at - 1; line >= 0; line -= 1) {
    const text = before[line] ?? '';
    if (text.trim() === '' || indentOf(text) >= depth) continue;
    const isHeading = countTrimmed(before, [text]) === 1 && /[\w$]{3}/.test(text);
    const holdsBlock = before
      .slice(line + 1, at + oldLines({ script }).length)
      .every((each) => each.trim() === '' || indentOf(each) > indentOf(text));
    return isHeading && holdsBlock ? text.trim() : null;
  }
  return null;
}

function chunk(block: Block, file: WrittenFile, style: Style): readonly string[] {
  const head = style.chunkHead?.(block, file.old) ?? ['@@'];
  const body = block.script.map((line) => tagged(line, style));
  return [...head, ...body, ...(style.chunkTail ?? [])];
}

function section(file: WrittenFile, style: Style): readonly string[] {
  if (file.kind === 'delete') return [`*** Delete File: ${file.spelt}`];
  if (file.kind === 'create') {
    return [`*** Add File: ${file.spelt}`, ...file.now.map((line) => `+${line}`)];
  }
  const move = style.moveTo === undefined ? [] : [`*** Move to: ${style.moveTo}`];
  return [
    `*** Update File: ${file.spelt}`,
    ...move,
    ...file.blocks.flatMap((block) => chunk(block, file, style)),
  ];
}

const envelope = ({ written, style }: Draft): readonly string[] => [
  '*** Begin Patch',
  ...written.flatMap((file) => section(file, style)),
  '*** End Patch',
];

const dialect = (name: string, isFenced: boolean, write: (draft: Draft) => string): Dialect => ({
  name,
  format: 'envelope',
  family: 'hunks',
  isFenced,
  render: (draft) =>
    speaksOf(draft, ['edit', 'create', 'delete']) && createsAreClosed(draft) ? write(draft) : null,
});

const anchored = (draft: Draft): Draft => ({
  ...draft,
  style: {
    ...draft.style,
    chunkHead:
      draft.style.chunkHead ??
      ((block, before) => {
        const heading = headingOf(block, before);
        return [heading === null ? '@@' : `@@ ${heading}`];
      }),
  },
});

/** The envelope in the open, in a fence, in a heredoc, in JSON, and with the lines that head its chunks. */
export const PATCHES: readonly Dialect[] = [
  dialect('envelope', false, (draft) => envelope(draft).join('\n')),
  dialect('envelope-fenced', true, (draft) => {
    const fence = fenceFor(linesIn(draft));
    return [fence, ...envelope(draft), fence].join('\n');
  }),
  dialect('envelope-anchored', false, (draft) => envelope(anchored(draft)).join('\n')),
  dialect('envelope-heredoc', true, (draft) => {
    const fence = fenceFor(linesIn(draft));
    return [`${fence}bash`, "apply_patch <<'EOF'", ...envelope(draft), 'EOF', fence].join('\n');
  }),
  dialect('envelope-json', true, (draft) =>
    JSON.stringify({ name: 'apply_patch', arguments: { input: envelope(draft).join('\n') } }),
  ),
];
