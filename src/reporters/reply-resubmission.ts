import type { LandedMeanwhile, ShownFile } from '../core/lifecycle/resubmission.ts';
import type { SubmissionView } from '../core/lifecycle/submission-view.ts';
import { codeBlock, codeSpan, plainLine } from './plain-text.ts';
import { counted, lineRange, shortOid } from './wording.ts';

/** Notes that its reader must not miss, although they refuse nothing. */
export const loudNotes = ({ notes }: SubmissionView): readonly string[] =>
  notes
    .filter(({ code }) => code === 'lease-lost' || code === 'refused-before')
    .map(({ text }) => `> **${plainLine(text, 500)}**`);

/** What else came to the branch in the files that the edits touch. */
export function meanwhile({ resubmission }: SubmissionView): string {
  const landed = resubmission?.meanwhile ?? [];
  if (landed.length === 0) return '';
  return ['## Landed meanwhile in these files', landed.map(landedLine).join('\n')].join('\n\n');
}

function landedLine({ commit, subject, author, submission, paths }: LandedMeanwhile): string {
  const by = submission === null ? '' : `, submission ${submission}`;
  const where = paths.slice(0, 5).map(codeSpan).join(', ');
  const more = paths.length > 5 ? ` and ${paths.length - 5} more` : '';
  return `- ${codeSpan(shortOid(commit))} ${codeSpan(subject)} of ${codeSpan(author)}${by}: ${where}${more}`;
}

/** The files as the branch has them: what the token stands for, no more and no less. */
export function filesNow({ resubmission }: SubmissionView): string {
  if (resubmission === null || resubmission.files.length === 0) return '';
  return ['## The files now', ...resubmission.files.map(fileSection)].join('\n\n');
}

function fileSection({ path, firstLine, lineCount, lines, isWhole }: ShownFile): string {
  const last = firstLine + lines.length - 1;
  const what = isWhole
    ? `all of its ${counted(lineCount, 'line')}`
    : `${lineRange([firstLine, last])} of ${lineCount}`;
  return `${codeSpan(path)}, ${what}:\n\n${codeBlock(lines.join('\n'))}`;
}

/** How to name what was read, and how often it may still be tried; null where that is nothing to say. */
export function nextAttempt({ resubmission }: SubmissionView): readonly string[] {
  if (resubmission === null) return [];
  const { token, attemptsLeft } = resubmission;
  const read =
    token === null
      ? []
      : [
          `Begin it with the line \`Read: ${token}\`: it says that you have seen the files as they are shown above.`,
        ];
  return [
    ...read,
    attemptsLeft === 0
      ? 'The next attempt is held until a person has looked at it.'
      : `${counted(attemptsLeft, 'attempt')} ${attemptsLeft === 1 ? 'is' : 'are'} left before a person has to look at it.`,
  ];
}
