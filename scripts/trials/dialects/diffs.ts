import type { Draft, Style, WrittenFile } from '../draft.ts';
import { newLines, oldLines, type Block } from '../write-blocks.ts';
import { fenceFor, linesIn, speaksOf, type Dialect } from './dialect.ts';
import { tagged } from './patches.ts';

/** Unified diffs, and git's mail. */

const OPEN_END = '\\ No newline at end of file';

function header(block: Block, style: Style): string {
  if (style.numbers === 'dots') return '@@ ... @@';
  if (style.numbers === 'bare') return '@@';
  const old = oldLines(block).length;
  const fresh = newLines(block).length;
  const side = (sign: string, at: number, count: number): string => {
    const shown = Math.max(1, count + style.countShift);
    const start = Math.max(1, at + (count === 0 ? 0 : 1) + style.numberShift);
    return style.numbers === 'placeholder' ? `${sign}XXX,${shown}` : `${sign}${start},${shown}`;
  };
  return `@@ ${side('-', block.at, old)} ${side('+', block.afterAt, fresh)} @@`;
}

/** A hunk, with the remark under each side's last line where that has no line feed. */
function hunk(block: Block, file: WrittenFile, style: Style): readonly string[] {
  let old = block.at;
  let fresh = block.afterAt;
  const body = block.script.flatMap((line) => {
    if (line.tag !== 'add') old += 1;
    if (line.tag !== 'remove') fresh += 1;
    const isOldEnd = line.tag !== 'add' && old === file.old.length && !file.isOldClosed;
    const isNewEnd = line.tag !== 'remove' && fresh === file.now.length && !file.isNowClosed;
    return isOldEnd || isNewEnd ? [tagged(line, style), OPEN_END] : [tagged(line, style)];
  });
  return [header(block, style), ...body];
}

const whole = (lines: readonly string[], sign: '+' | '-', isClosed: boolean): readonly string[] => [
  sign === '+' ? `@@ -0,0 +1,${lines.length} @@` : `@@ -1,${lines.length} +0,0 @@`,
  ...lines.map((line) => sign + line),
  ...(isClosed ? [] : [OPEN_END]),
];

function hunks(file: WrittenFile, style: Style): readonly string[] {
  if (file.kind === 'create') return whole(file.now, '+', file.isNowClosed);
  if (file.kind === 'delete') return whole(file.old, '-', file.isOldClosed);
  return file.blocks.flatMap((block) => hunk(block, file, style));
}

function sides(file: WrittenFile, style: Style): readonly string[] {
  const [a, b] = style.sidePrefixes;
  const stamp = style.timestamps ? '\t2024-03-01 10:00:00.000000000 +0100' : '';
  return [
    file.kind === 'create' ? '--- /dev/null' : `--- ${a}${file.spelt}${stamp}`,
    file.kind === 'delete' ? '+++ /dev/null' : `+++ ${b}${file.spelt}${stamp}`,
  ];
}

/** One file's diff with git's extended header. */
function gitDiff(file: WrittenFile, style: Style): readonly string[] {
  const [a, b] = style.sidePrefixes;
  const kinds = {
    edit: [`index 1111111..2222222 ${file.mode}`],
    create: [`new file mode ${file.mode}`, 'index 0000000..2222222'],
    delete: [`deleted file mode ${file.mode}`, 'index 1111111..0000000'],
  } as const;
  return [
    `diff --git ${a}${file.spelt} ${b}${file.spelt}`,
    ...kinds[file.kind],
    ...sides(file, style),
    ...hunks(file, style),
  ];
}

const plainDiff = ({ written, style }: Draft): readonly string[] =>
  written.flatMap((file) => [...sides(file, style), ...hunks(file, style)]);

const fullDiff = ({ written, style }: Draft): readonly string[] =>
  written.flatMap((file) => gitDiff(file, style));

function mail(draft: Draft): string {
  return [
    'From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001',
    'From: A Model <model@example.com>',
    'Date: Fri, 1 Mar 2024 10:00:00 +0100',
    'Subject: [PATCH] change what was asked for',
    '',
    'As discussed.',
    '---',
    ` ${draft.written.length} files changed`,
    '',
    ...fullDiff(draft),
    '-- ',
    '2.45.0',
    '',
  ].join('\n');
}

const dialect = (name: string, isFenced: boolean, write: (draft: Draft) => string): Dialect => ({
  name,
  format: name === 'mail' ? 'mail' : 'diff',
  family: 'hunks',
  isFenced,
  render: (draft) => (speaksOf(draft, ['edit', 'create', 'delete']) ? write(draft) : null),
});

function inFence(draft: Draft, lines: readonly string[]): string {
  const fence = fenceFor(linesIn(draft));
  return [`${fence}diff`, ...lines, fence].join('\n');
}

/** A diff in a fence or in the open, with git's headers or without; and a mail. */
export const DIFFS: readonly Dialect[] = [
  dialect('diff-fenced', true, (draft) => inFence(draft, plainDiff(draft))),
  dialect('diff-open', false, (draft) => plainDiff(draft).join('\n')),
  dialect('diff-git-fenced', true, (draft) => inFence(draft, fullDiff(draft))),
  dialect('diff-git-open', false, (draft) => fullDiff(draft).join('\n')),
  dialect('mail', false, mail),
];
