import type { ConflictSides, Excerpt } from '../rejection.ts';
import {
  editOf,
  fact,
  inWords,
  linesInWords,
  names,
  pathOf,
  type Refusal,
  type Words,
} from './facts.ts';
import { code, codeBlock } from './plain-text.ts';

export const readRequired = (refusal: Refusal): Words => ({
  title: `${editOf(refusal)}: ${pathOf(refusal)} must have been read, as it is now, for this kind of edit.`,
  hint: `Name the read in the head of the response (\`Read: TOKEN\`, or \`Read: PATH@HASH\`), or send old and new text. \`sallyport context PATH\` gives the file with a token.`,
});

export function staleRead(refusal: Refusal): Words {
  const commit = commitOf(refusal);
  switch (refusal.reason ?? '') {
    case 'file-gone':
      return {
        title: `${pathOf(refusal)} was read and is gone since${commit === '' ? '' : `, by ${commit}`}.`,
        hint: 'Look where its content is now, or leave the edit out.',
      };
    case 'other-version':
      return {
        title: `${editOf(refusal)} does not fit ${pathOf(refusal)} as it was read, only as it is now${commit === '' ? '' : `, since ${commit}`}.`,
        hint: 'Name a reading of the file as it is now, and send the same edit again.',
      };
    case 'lines-changed':
      return {
        title: `The lines of ${pathOf(refusal)} that were read (${rangeInWords(refusal.lines)}) are not there any more, or stand more than once${commit === '' ? '' : `, since ${commit}`}.`,
        hint: 'Read them again and base the edit on what stands there now.',
      };
    default:
      return {
        title: `${pathOf(refusal)} has changed since it was read${commit === '' ? '' : `, last by ${commit}`}.`,
        hint: 'Read it again and base the edit on what stands there now.',
      };
  }
}

export function mergeConflict(refusal: Refusal): Words {
  const commit = commitOf(refusal);
  const body =
    'sides' in refusal && refusal.sides !== undefined
      ? { body: showSides(refusal.sides, hasBranch(refusal) ? 'the branch' : 'this response') }
      : {};
  const landed = commit === '' ? 'what landed meanwhile' : `${commit}, which landed meanwhile,`;
  const yours = hasBranch(refusal) ? code(fact(refusal, 'branch')) : editOf(refusal);
  switch (refusal.reason ?? '') {
    case 'deleted':
      return {
        title: `${pathOf(refusal)} was read and edited, and is gone since${commit === '' ? '' : `, by ${commit}`}${moved(refusal)}.`,
        hint: 'Send the change for where its content is now, or leave it out.',
      };
    case 'deleted-here':
      return {
        title: `${yours} deletes ${pathOf(refusal)}, and ${landed} edits it.`,
        hint: 'Look whether it may go with what landed in it, and send the deletion of what it is now.',
      };
    case 'both-added':
      return {
        title: `${yours} and ${landed} both make ${pathOf(refusal)}, each with other content.`,
        hint: 'Take the one that landed as the start, or choose another name.',
      };
    case 'moved':
    case 'content':
      return {
        title: `${yours} and ${landed} change ${pathOf(refusal)} in ways that cannot be put together${refusal.reason === 'moved' ? ' (one of them moves it)' : ' line by line'}.`,
        hint: 'Take the file as it is now as the start, and make the change to that.',
      };
    case 'twins':
      return {
        title: `${yours} and ${landed} change ${pathOf(refusal)} at lines that stand more than once, or in a file that has changed too much, so that nobody can tell which ones are meant.`,
        hint: hasBranch(refusal)
          ? BY_HAND
          : 'Send the change again for the file as it is now, with enough context to stand there once.',
        ...body,
      };
    case 'count':
      return {
        title: `${editOf(refusal)} declares how often its old text stands in ${pathOf(refusal)}, and ${landed === 'what landed meanwhile' ? landed : landed.replace(/,$/, '')} changed that: ${fact(refusal, 'before')} times when it was read, ${fact(refusal, 'after')} now.`,
        hint: 'Read the file again and send the edit for all places that there are now.',
      };
    case 'disagree':
      return {
        title: `${yours} and ${landed} can be merged in more than one way in ${pathOf(refusal)}.`,
        hint: hasBranch(refusal)
          ? BY_HAND
          : 'Read the file again and send the change for its present content.',
      };
    default:
      return {
        title: `${yours} and ${landed} change the same lines of ${pathOf(refusal)}${refusal.lines === undefined ? '' : ` (${linesInWords(refusal.lines)} now)`}.`,
        hint: 'Send the change again for what stands there now, keeping what landed.',
        ...body,
      };
  }
}

const hasBranch = (refusal: Refusal): boolean => refusal.facts?.['branch'] !== undefined;

const BY_HAND =
  'Merge the branch that it should land on into this one, and look at these lines: what it becomes is then told by its own content.';

/** `commit 1a2b3c ("subject") of Ada (submission 7k2m9qxz)`; empty where nobody knows. */
function commitOf(refusal: Refusal): string {
  const commit = fact(refusal, 'commit');
  if (commit === '') return '';
  const subject = fact(refusal, 'subject');
  const author = fact(refusal, 'author');
  const submission = fact(refusal, 'submission');
  return [
    `commit ${code(commit)}`,
    subject === '' ? '' : ` (${code(subject)})`,
    author === '' ? '' : ` of ${code(author)}`,
    submission === '' ? '' : ` (submission ${submission})`,
  ].join('');
}

const moved = (refusal: Refusal): string =>
  refusal.facts?.['movedTo'] === undefined
    ? ''
    : `; its content stands in ${names(refusal, 'movedTo')}`;

const rangeInWords = (lines: readonly number[] | undefined): string =>
  lines === undefined || lines.length === 0
    ? 'some lines'
    : `lines ${inWords(lines.map(String)).replace(' and ', ' to ')}`;

/** The three sides of a conflict, each with its line numbers. */
function showSides({ read, landed, yours }: ConflictSides, whose: string): string {
  return [
    side('As it was read', read),
    side('As it stands now', landed),
    side(`As ${whose} would have it`, yours),
  ].join('\n\n');
}

function side(title: string, { firstLine, lines }: Excerpt): string {
  if (lines.length === 0) return `${title}: nothing, before line ${firstLine}.`;
  const last = firstLine + lines.length - 1;
  const width = String(last).length;
  const numbered = lines.map((line, at) => `${String(firstLine + at).padStart(width)} | ${line}`);
  const range = lines.length === 1 ? `line ${firstLine}` : `lines ${firstLine} to ${last}`;
  return `${title} (${range}):\n\n${codeBlock(numbered)}`;
}
