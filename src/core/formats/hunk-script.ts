import { NO_SCOPE, type Alternate, type HunkLine, type HunkScope } from '../model/edit.ts';
import type { Draft } from './format.ts';

/*
 * A hunk's lines are kept as they were written, tag character and all; an empty or untagged line is context.
 */

/** What a written line's tag character says of it. */
export function tagOf(raw: string): HunkLine['tag'] {
  if (raw.startsWith('+')) return 'add';
  return raw.startsWith('-') ? 'remove' : 'keep';
}

/** A written line without its tag character, where it has one. */
export const bodyOf = (raw: string): string =>
  raw !== '' && ' +-'.includes(raw.charAt(0)) ? raw.slice(1) : raw;

/** Whether a line carries a tag character, or is empty and may be context that lost its blank. */
export const isTagged = (raw: string): boolean => raw === '' || ' +-'.includes(raw.charAt(0));

/** Without the empty lines that only part the hunk from what follows; at least `least` lines stay. */
export function withoutTrailingBlanks(lines: readonly string[], least: number): readonly string[] {
  let end = lines.length;
  while (end > least && lines[end - 1] === '') end -= 1;
  return end === lines.length ? lines : lines.slice(0, end);
}

interface Sides {
  readonly old: string;
  readonly new: string;
}

/** The old and the new text of a hunk. */
function sidesOf(script: readonly HunkLine[]): Sides {
  const old: string[] = [];
  const fresh: string[] = [];
  for (const { tag, text } of script) {
    if (tag !== 'add') old.push(text);
    if (tag !== 'remove') fresh.push(text);
  }
  return { old: old.join('\n'), new: fresh.join('\n') };
}

const BLANK: HunkLine = { tag: 'keep', text: '' };

const lineOf = (raw: string): HunkLine =>
  raw === '' ? BLANK : { tag: tagOf(raw), text: bodyOf(raw) };

/** Context whose every line lost its leading blank: its raw text is the file's. */
function rawContext(lines: readonly string[]): readonly Alternate[] {
  if (!lines.some((raw) => raw.startsWith(' '))) return [];
  const script = lines.map((raw): HunkLine => {
    const tag = tagOf(raw);
    return { tag, text: tag === 'keep' ? raw : bodyOf(raw) };
  });
  return [{ ...sidesOf(script), why: 'context-without-blank' }];
}

/** A hunk's place in the response and the file. */
export interface HunkPlace {
  readonly path: string;
  readonly line: number;
  readonly end: number;
  readonly scope?: Partial<HunkScope>;
  readonly finalNewline?: boolean;
}

/** A hunk as a draft. */
export type ReplaceDraft = Extract<Draft, { kind: 'replace' }>;

/** The edit that a hunk asks for. */
export function hunkDraft(lines: readonly string[], place: HunkPlace): ReplaceDraft {
  const { scope, ...rest } = place;
  const alternates = rawContext(lines);
  const script = lines.map(lineOf);
  return {
    kind: 'replace',
    unit: 'lines',
    ...sidesOf(script),
    script,
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
  if (header === '@@') return '';
  const text = header
    .replace(/^@@/, '')
    .replace(/@@\s*$/, '')
    .trim();
  const isPlaceholder = /^[.…]+$/.test(text) || /^-[\dX]/i.test(text);
  return isPlaceholder ? '' : text;
}
