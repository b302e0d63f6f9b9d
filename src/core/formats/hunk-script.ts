import { NO_SCOPE, type Alternate, type HunkLine, type HunkScope } from '../model/edit.ts';
import type { Draft } from './format.ts';

/** A line of a hunk as it was written: `isBare` where it had no tag character and was taken for context. */
export interface WrittenLine extends HunkLine {
  readonly raw: string;
  readonly isBare: boolean;
}

/** Reads a hunk line by its tag character; an empty or untagged line is context. */
export function writtenLine(raw: string): WrittenLine {
  const text = raw.slice(1);
  if (raw.startsWith('+')) return { tag: 'add', text, raw, isBare: false };
  if (raw.startsWith('-')) return { tag: 'remove', text, raw, isBare: false };
  if (raw.startsWith(' ')) return { tag: 'keep', text, raw, isBare: false };
  return { tag: 'keep', text: raw, raw, isBare: true };
}

/** Whether a line carries a tag character, or is empty and may be context that lost its blank. */
export const isTagged = (raw: string): boolean => raw === '' || ' +-'.includes(raw[0] ?? '\0');

const isBlankContext = (line: WrittenLine | undefined): boolean =>
  line !== undefined && line.raw === '';

/** Without the empty lines that only part the hunk from what follows; at least `least` lines stay. */
export function withoutTrailingBlanks(
  lines: readonly WrittenLine[],
  least: number,
): readonly WrittenLine[] {
  let end = lines.length;
  while (end > least && isBlankContext(lines[end - 1])) end -= 1;
  return lines.slice(0, end);
}

const side = (lines: readonly WrittenLine[], tag: 'remove' | 'add', isRaw: boolean): string =>
  lines
    .filter((line) => line.tag === 'keep' || line.tag === tag)
    .map((line) => (isRaw && line.tag === 'keep' ? line.raw : line.text))
    .join('\n');

/** Context whose every line lost its leading blank: its raw text is the file's. */
function rawContext(lines: readonly WrittenLine[]): readonly Alternate[] {
  const isDifferent = lines.some((line) => line.tag === 'keep' && line.raw !== line.text);
  if (!isDifferent) return [];
  const why = 'context-without-blank';
  return [{ old: side(lines, 'remove', true), new: side(lines, 'add', true), why }];
}

/** A hunk's place in the response and the file. */
export interface HunkPlace {
  readonly path: string;
  readonly line: number;
  readonly end: number;
  readonly scope?: Partial<HunkScope>;
  readonly finalNewline?: boolean;
}

/** The edit that a hunk asks for. */
export function hunkDraft(lines: readonly WrittenLine[], place: HunkPlace): Draft {
  const { scope, ...rest } = place;
  const alternates = rawContext(lines);
  return {
    kind: 'replace',
    unit: 'lines',
    old: side(lines, 'remove', false),
    new: side(lines, 'add', false),
    script: lines.map(({ tag, text }) => ({ tag, text })),
    scope: { ...NO_SCOPE, ...scope },
    ...(alternates.length > 0 ? { alternates } : {}),
    ...rest,
  };
}

/** `-12,3 +12,4` of a hunk header; counts default to 1. Null where the header holds no such numbers. */
export interface HunkNumbers {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newCount: number;
}

const NUMBERS = /^@@ *-(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? *@@/;

export function hunkNumbers(header: string): HunkNumbers | null {
  const match = NUMBERS.exec(header);
  if (match === null) return null;
  return {
    oldStart: Number(match[1]),
    oldCount: Number(match[2] ?? 1),
    newCount: Number(match[4] ?? 1),
  };
}

/** The text that a header without numbers narrows by: `@@ def f` or `@@ def f @@`. Empty for none and placeholders. */
export function hunkAnchor(header: string): string {
  const text = header
    .replace(/^@@/, '')
    .replace(/@@\s*$/, '')
    .trim();
  const isPlaceholder = /^[.…]+$/.test(text) || /^-[\dX]/i.test(text);
  return isPlaceholder ? '' : text;
}
