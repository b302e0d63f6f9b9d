import type { ConflictHunk, OtherSide } from '../rejection.ts';
import { linesInWords, pathOf, type Refusal, type Words } from './facts.ts';
import { code, codeBlock, quoted } from './plain-text.ts';

/** What happened to a file where the sides cannot be compared by lines. */
const KINDS: Readonly<Record<string, string>> = {
  'both-added': 'is made by the change and by a newer one, each with other content',
  'deleted-there': 'was deleted by a newer change, and this one edits it',
  'deleted-here': 'is deleted by the change, and a newer one edits it',
  moved: 'was moved by the one change and moved, made or deleted by the other',
  content: 'was changed by this change and by a newer one, and cannot be merged by lines',
};

export function mergeConflict(refusal: Refusal): Words {
  const kind = KINDS[refusal.reason ?? ''];
  const hunks = refusal.conflict?.hunks ?? [];
  const left = Number(refusal.facts?.['hunks'] ?? 0) - hunks.length;
  const others = Number(refusal.facts?.['others'] ?? 0);
  const body = [
    ...(refusal.conflict?.landedBy ?? []).map(landed),
    ...hunks.map(place),
    ...(left > 0 ? [`And ${counted(left, 'more such place')} in this file.`] : []),
    ...(others > 0 ? [`And ${counted(others, 'more file')} in conflict.`] : []),
  ].join('\n\n');
  return {
    title:
      kind === undefined
        ? `The change and a newer one touch the same lines of ${pathOf(refusal)}${refusal.lines === undefined ? '' : ` (${linesInWords(refusal.lines)})`}.`
        : `${pathOf(refusal)} ${kind}.`,
    ...(body === '' ? {} : { body }),
    hint: 'Take what stands there now as the start, and make the change to that: keep what the newer one brought in.',
  };
}

const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

const landed = ({ commit, subject, author }: OtherSide): string =>
  `The other side landed with ${code(commit.slice(0, 10))} (${code(subject)}), by ${quoted(author)}.`;

/** The three sides, each line marked with the side that it is of. */
function place({ line, base, now, yours }: ConflictHunk): string {
  const side = (name: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [`${name} | (nothing)`] : lines.map((text) => `${name} | ${text}`);
  const lines = [...side('before', base), ...side('now   ', now), ...side('yours ', yours)];
  return `At line ${line} of the file as it is now:\n\n${codeBlock(lines)}`;
}
