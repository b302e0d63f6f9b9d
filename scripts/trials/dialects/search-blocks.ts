import type { Draft, Style, WrittenFile } from '../draft.ts';
import { newLines, oldLines, type Block } from '../write-blocks.ts';
import {
  createsAreClosed,
  fenceFor,
  languageFor,
  linesIn,
  speaksOf,
  type Dialect,
} from './dialect.ts';

/** Lines with their numbers in front, as a model copies them from a listing. */
const gutter = (lines: readonly string[], from: number): readonly string[] =>
  lines.map((line, at) => `${String(from + at).padStart(4)} | ${line}`);

const wrapped = (lines: readonly string[], language: string): readonly string[] => [
  `\`\`\`${language}`,
  ...lines,
  '```',
];

interface Sides {
  readonly old: readonly string[];
  readonly now: readonly string[];
}

/** Both sides of a block, dressed as the style says. */
export function sidesOf(block: Block, file: WrittenFile, style: Style): Sides {
  let old = oldLines(block);
  let now = newLines(block);
  if (style.gutter !== 'none') old = gutter(old, block.at + 1);
  if (style.gutter === 'both') now = gutter(now, block.at + 1);
  if (style.isWrapped && !style.isBlankBare) {
    old = wrapped(old, languageFor(file.spelt));
    now = wrapped(now, languageFor(file.spelt));
  }
  return { old, now };
}

interface Marks {
  readonly open: string;
  readonly divide: string;
  readonly close: string;
  readonly hint?: (block: Block) => readonly string[];
}

const markedBlock = (marks: Marks, block: Block, { old, now }: Sides): readonly string[] => [
  marks.open,
  ...(marks.hint?.(block) ?? []),
  ...old,
  marks.divide,
  ...now,
  marks.close,
];

const EMPTY: Block = { at: 0, afterAt: 0, script: [] };

function blocksOf(marks: Marks, file: WrittenFile, style: Style): readonly (readonly string[])[] {
  if (file.kind === 'create') return [markedBlock(marks, EMPTY, { old: [], now: file.now })];
  return file.blocks.map((block) => markedBlock(marks, block, sidesOf(block, file, style)));
}

const captionOf = ({ kind, spelt }: WrittenFile, { caption }: Style): string =>
  kind === 'create' ? `${spelt} (new file)` : caption(spelt);

/** Every block under its path, nothing round it. */
function bare(draft: Draft, marks: Marks): string {
  return draft.written
    .flatMap((file) =>
      blocksOf(marks, file, draft.style).map((block, at) => {
        const hasCaption = at === 0 || draft.style.isCaptionRepeated;
        return [...(hasCaption ? [captionOf(file, draft.style)] : []), ...block].join('\n');
      }),
    )
    .join('\n\n');
}

/** All blocks of a file in one fence, its path over the fence or on the fence's first line. */
function fenced(draft: Draft, marks: Marks, isPathInside: boolean): string {
  const fence = fenceFor(linesIn(draft));
  return draft.written
    .map((file) => {
      const blocks = blocksOf(marks, file, draft.style).map((block) => block.join('\n'));
      const caption = captionOf(file, draft.style);
      const open = `${fence}${languageFor(file.spelt)}`;
      const head = isPathInside ? [open, file.spelt] : [caption, open];
      return [...head, blocks.join('\n\n'), fence].join('\n');
    })
    .join('\n\n');
}

const MARKER_LIKE =
  /^\s*(?:(?:<{3,9}|>{3,9}|-{5,9}|\+{5,9})\s?(?:SEARCH|REPLACE)|<{7}(?:\s|$)|>{7}(?:\s|$)|\\[<=>[+-]|:start_line)/;

/** Whether the lines hold nothing that a conflict block would take for a marker of its own. */
export const isClearOfConflicts = (lines: readonly string[], markers: number): boolean =>
  lines.every((line) => !MARKER_LIKE.test(line) && line.trim() !== '='.repeat(markers));

const conflictMarks = ({ markers }: Style): Marks => ({
  open: `${'<'.repeat(markers)} SEARCH`,
  divide: '='.repeat(markers),
  close: `${'>'.repeat(markers)} REPLACE`,
});

const dashMarks = ({ markers }: Style): Marks => ({
  open: `${'-'.repeat(markers)} SEARCH`,
  divide: '='.repeat(markers),
  close: `${'+'.repeat(markers)} REPLACE`,
});

const BRACKETS: Marks = {
  open: '[[[SEARCH]]]',
  divide: '[[[DIVIDER]]]',
  close: '[[[REPLACE]]]',
};

function searchDialect(name: string, isFenced: boolean, write: (draft: Draft) => string): Dialect {
  return {
    name,
    format: name.startsWith('brackets') ? 'brackets' : 'conflict',
    family: 'sides',
    isFenced,
    render(draft) {
      if (!speaksOf(draft, ['edit', 'create']) || !createsAreClosed(draft)) return null;
      const lines = linesIn(draft);
      if (lines.some((line) => /^\s*\[\[\[(?:SEARCH|DIVIDER|REPLACE)\]\]\]\s*$/.test(line))) {
        return null;
      }
      return isClearOfConflicts(lines, draft.style.markers) ? write(draft) : null;
    },
  };
}

/** Search and replace between markers. */
export const SEARCH_BLOCKS: readonly Dialect[] = [
  searchDialect('brackets', false, (draft) => bare(draft, BRACKETS)),
  searchDialect('brackets-fenced', true, (draft) => fenced(draft, BRACKETS, false)),
  searchDialect('conflict', false, (draft) => bare(draft, conflictMarks(draft.style))),
  searchDialect('conflict-fenced', true, (draft) =>
    fenced(draft, conflictMarks(draft.style), false),
  ),
  searchDialect('conflict-path-in-fence', true, (draft) =>
    fenced(draft, conflictMarks(draft.style), true),
  ),
  searchDialect('conflict-dashes', true, (draft) => fenced(draft, dashMarks(draft.style), false)),
  searchDialect('conflict-hinted', true, (draft) =>
    fenced(
      draft,
      {
        ...conflictMarks(draft.style),
        hint: ({ at, script }) => (script.length === 0 ? [] : [`:start_line:${at + 1}`, '-------']),
      },
      false,
    ),
  ),
];
