import {
  editOf,
  fact,
  linesInWords,
  names,
  pathOf,
  targetOf,
  type Refusal,
  type Words,
} from './facts.ts';
import { code, codeBlock } from './plain-text.ts';
import { complaintOf } from './malformed-words.ts';

const RESEND =
  'Read the file as it is now and send the edit again with its old text copied from there.';

const elsewhere = (refusal: Refusal): string =>
  refusal.facts?.['elsewhere'] === undefined
    ? ''
    : ` The same text stands in ${names(refusal, 'elsewhere')}: if that file was meant, name it.`;

const STALE: Readonly<Record<string, (refusal: Refusal) => Words>> = {
  nowhere: (refusal) => ({
    title: `${editOf(refusal)}: its old text does not stand in ${pathOf(refusal)}.${elsewhere(refusal)}`,
    hint: RESEND,
  }),
  'outside-scope': (refusal) => ({
    title: `${editOf(refusal)}: its old text stands in ${pathOf(refusal)} at ${linesInWords(refusal.lines)}, outside what its anchor names.`,
    hint: 'Give the anchor that encloses the place, or leave the anchor out if the old text is unique.',
  }),
  'anchor-missing': (refusal) => ({
    title: `${editOf(refusal)}: its anchor line ${code(fact(refusal, 'anchor'))} does not stand in ${pathOf(refusal)}.`,
    hint: 'Copy the anchor line from the file as it is now, or leave it out and give more context lines.',
  }),
  'not-at-edge': (refusal) => ({
    title: `${editOf(refusal)}: its old text stands at ${linesInWords(refusal.lines)}, not at the end of ${pathOf(refusal)} that it claims.`,
    hint: 'Drop the mark for the end (or start) of the file, or use the lines that really stand there.',
  }),
  'cuts-word': (refusal) => ({
    title: `${editOf(refusal)}: its old text stands at ${linesInWords(refusal.lines)} only as a part of a longer word or number.`,
    hint: 'Give the whole line as the old text.',
  }),
  tiny: (refusal) => ({
    title: `${editOf(refusal)}: its old text is too short to be matched other than exactly; the closest is at ${linesInWords(refusal.lines)}.`,
    hint: 'Add the lines round it to the old text.',
  }),
  literal: (refusal) => ({
    title: `${editOf(refusal)}: it matches only with other indentation, and it holds a string that goes over several lines, which that would change.`,
    hint: 'Send the edit again with the very indentation of the file.',
  }),
  'unmeasured-indent': (refusal) => ({
    title: `${editOf(refusal)}: it matches only with other indentation, and its new lines do not say how theirs translates.`,
    hint: 'Send the edit again with the very tabs and blanks of the file.',
  }),
  'no-context': (refusal) => ({
    title: `${editOf(refusal)}: it adds lines and gives no old line to say where.`,
    hint: 'Add the line before or after the place as context.',
  }),
  'line-out-of-range': (refusal) => ({
    title: `${editOf(refusal)}: line ${fact(refusal, 'line')} is not in ${pathOf(refusal)}, which has ${fact(refusal, 'count')} lines.`,
    hint: RESEND,
  }),
  'deleted-content': (refusal) => ({
    title: `${editOf(refusal)}: the content that it deletes is not that of ${pathOf(refusal)}.`,
    hint: 'Read the file again; if it should still go, delete it without stating its content.',
  }),
  'pieces-out-of-order': (refusal) => ({
    title: `${editOf(refusal)}: the parts between its ${code('...')} lines do not stand in ${pathOf(refusal)} in that order.`,
    hint: 'Send one edit per place, without elided lines.',
  }),
};

export function staleAnchor(refusal: Refusal): Words {
  const words = STALE[refusal.reason ?? 'nowhere'] ?? STALE['nowhere'];
  return words === undefined
    ? { title: `${editOf(refusal)} does not match.`, hint: RESEND }
    : words(refusal);
}

export function ambiguousAnchor(refusal: Refusal): Words {
  const where = `${pathOf(refusal)} at ${linesInWords(refusal.lines)}`;
  switch (refusal.reason ?? '') {
    case 'count':
      return {
        title: `${editOf(refusal)}: its old text stands ${fact(refusal, 'found')} times in ${where}${refusal.facts?.['declared'] === undefined ? ', and not verbatim' : `; the edit declares ${fact(refusal, 'declared')}`}.`,
        hint: 'Declare the number of places that there are, or give more context for a single one.',
      };
    case 'anchor-twins':
      return {
        title: `${editOf(refusal)}: its anchor line ${code(fact(refusal, 'anchor'))} stands more than once, in ${where}.`,
        hint: 'Put the enclosing line (class, section) above it as a further anchor, or give context lines.',
      };
    case 'overlapping':
      return {
        title: `${editOf(refusal)}: its old text stands in ${where} in places that overlap.`,
        hint: 'Give a longer old text that covers the place once.',
      };
    default:
      return {
        title: `${editOf(refusal)}: its old text stands ${fact(refusal, 'found') || 'more than once'}${refusal.facts?.['found'] === undefined ? '' : ' times'} in ${where}.`,
        hint: 'Add lines before or after it to the old text until it stands only once.',
      };
  }
}

export const overlappingEdits = (refusal: Refusal): Words => {
  const other = fact(refusal, 'other');
  switch (refusal.reason ?? '') {
    case 'deleted':
      return {
        title: `${editOf(refusal)} changes ${pathOf(refusal)}, which edit ${other} deletes.`,
        hint: 'Send one or the other.',
      };
    case 'whole-file':
      return {
        title: `${editOf(refusal)} changes ${pathOf(refusal)}, whose whole content edit ${other} replaces.`,
        hint: 'Put the change into the whole content, or send only edits with old and new text.',
      };
    case 'two-contents':
      return {
        title: `${editOf(refusal)}: ${pathOf(refusal)} is given more than one content${other === '' ? '' : `, the other by edit ${other}`}.`,
        hint: 'Send the file once.',
      };
    case 'moved':
      return {
        title: `${editOf(refusal)} makes ${pathOf(refusal)}, which another edit of the response moves to ${code(fact(refusal, 'to'))}.`,
        hint: 'Send the move first, and the new file of the old name after it has landed.',
      };
    case 'makes-way':
      return {
        title: `${editOf(refusal)} puts a file at ${pathOf(refusal)}, a place that edit ${other} only makes free.`,
        hint: `Send edit ${other} alone, and this one after it has landed; where files change places, move one of them to a name of its own first.`,
      };
    case 'two-renames':
      return {
        title: `${editOf(refusal)}: ${pathOf(refusal)} is renamed more than once.`,
        hint: 'Send one rename.',
      };
    default:
      return {
        title: `${editOf(refusal)} and edit ${other} change the same lines of ${pathOf(refusal)} (${linesInWords(refusal.lines)}).`,
        hint: 'Join the two edits into one.',
      };
  }
};

const branchIsThere = (refusal: Refusal): Words => {
  const target = targetOf(refusal);
  const on = target === '' ? 'The branch that it should land on' : code(target);
  return refusal.reason === 'branch-is-target'
    ? {
        title: `${code(fact(refusal, 'branch'))} is the very branch that it should land on.`,
        hint: 'Name the branch to land on: `sallyport submit --branch REF --target BRANCH`, or "target" in the config.',
      }
    : {
        title: `${on} holds everything of ${code(fact(refusal, 'branch'))} already.`,
        hint: 'Nothing is left to do; commit to the branch what is still missing.',
      };
};

export function alreadyApplied(refusal: Refusal): Words {
  if (refusal.reason === 'branch' || refusal.reason === 'branch-is-target')
    return branchIsThere(refusal);
  if (refusal.reason === 'landed')
    return {
      title: `${pathOf(refusal)} was changed in just this way by somebody else, after it was read.`,
      hint: 'Nothing is left to do. If something else was meant, read the file again and send that.',
    };
  const at =
    refusal.lines === undefined || refusal.lines.length === 0
      ? ''
      : `, at ${linesInWords(refusal.lines)}`;
  return {
    title: `${editOf(refusal)}: what it asks for stands in ${pathOf(refusal)} already${at}.`,
    hint: 'Leave this edit out. If something else was meant, send it with the file as it is now.',
  };
}

export function malformedEdit(refusal: Refusal): Words {
  switch (refusal.reason ?? '') {
    case 'repeated-boundary':
      return {
        title: `${editOf(refusal)}: its last added line is the same as the line after it in ${pathOf(refusal)}, ${linesInWords(refusal.lines)}.`,
        body: codeBlock([`added: ${fact(refusal, 'line')}`, `next:  ${fact(refusal, 'next')}`]),
        hint: 'Leave the repeated line out of the new text, or take it into the old text as well.',
      };
    case 'empty-search':
      return {
        title: `${editOf(refusal)}: its old text is empty and ${pathOf(refusal)} is not.`,
        hint: 'Give the lines to be replaced, or the line after which the new ones belong.',
      };
    case 'several-numbers':
      return {
        title: `${editOf(refusal)}: more than one edit of ${pathOf(refusal)} is placed by a line number alone.`,
        hint: 'Send edits with old text instead of line numbers.',
      };
    case 'contradiction':
      return {
        title: `${editOf(refusal)} states its ${fact(refusal, 'header')} twice and differently: ${names(refusal, 'values')}.`,
        hint: 'State it once: in the head of the response, or beside it.',
      };
    case 'bad-header':
      return {
        title: `${editOf(refusal)}: its header ${code(fact(refusal, 'header'))} cannot be read.`,
        hint: 'Leave it out, or write `Target: BRANCH`, `Base: COMMIT`, `Read: PATH@HASH`, `Message: TEXT`, `Author: NAME <EMAIL>` or `Declares-Deletion: PATH`.',
      };
    default: {
      const { what, hint } = complaintOf(refusal.reason);
      return { title: `${editOf(refusal)} cannot be read as an edit: ${what}.`, hint };
    }
  }
}
