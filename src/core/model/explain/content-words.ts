import {
  editOf,
  fact,
  reasonInWords,
  linesInWords,
  names,
  pathOf,
  type Refusal,
  type Words,
} from './facts.ts';
import { code } from './plain-text.ts';

const NO_EDITS: Readonly<Record<string, string>> = {
  'pasted-reply': 'The response is a reply of this tool, pasted back, and holds no edit.',
  'pasted-context': 'The response is what `sallyport context` printed, and holds no edit.',
  'only-reasoning': 'The response holds only reasoning and no edit.',
  'only-examples': 'The response holds code without a path, or said to be an example, and no edit.',
  'only-commands': 'The response holds commands for a shell, which are never run, and no edit.',
};

export const noEdits = ({ reason }: Refusal): Words => ({
  title: NO_EDITS[reason ?? ''] ?? 'The response holds no edit.',
  hint:
    reason === 'pasted-reply' || reason === 'pasted-context'
      ? 'Paste it into the chat with the model; put what the model answers here.'
      : 'Send the change as search/replace blocks, a diff or whole files, each with its path on the line above.',
});

export const noEffectiveChange = (refusal: Refusal): Words =>
  refusal.reason === 'branch'
    ? {
        title: `${code(fact(refusal, 'branch'))} changes nothing against the commit that it starts from.`,
        hint: 'Commit the change to the branch, and hand it in again.',
      }
    : {
        title: 'The edits apply and change nothing.',
        hint: 'Nothing is left to do, or the new text is not the one that was meant.',
      };

export const payloadTooLarge = (refusal: Refusal): Words => ({
  title: `The submission is too large: ${fact(refusal, 'actual') || 'more'} where ${fact(refusal, 'limit') || 'less'} is the limit${refusal.reason === undefined ? '' : ` (${reasonInWords(refusal)})`}.`,
  hint: 'Send it in smaller parts.',
});

const UNKNOWN_CALLS = new Set(['unsupported-tool', 'unsupported-tag', 'tool-without-name']);

export function unclassifiedEdit(refusal: Refusal): Words {
  if (UNKNOWN_CALLS.has(refusal.reason ?? ''))
    return {
      title: `${editOf(refusal)} is a call or tag of a kind that is not known here${refusal.path === undefined ? '' : `, about ${pathOf(refusal)}`}.`,
      hint: 'Send it as a search/replace block, a diff or a whole file under its path.',
    };
  if (refusal.reason === 'markers-in-code')
    return {
      title: `${editOf(refusal)} holds edit markers inside other code.`,
      hint: 'Put the edits into a fence of their own with the path above, or outside of any fence.',
    };
  if (refusal.reason === 'code-without-path')
    return {
      title: `${editOf(refusal)} holds code that the words above it ask for, and no path says where it belongs.`,
      hint: 'Put the path on a line of its own directly above it, or send it as a search/replace block or a diff; for code that only shows something, write above it: "do not apply this".',
    };
  return {
    title: `${editOf(refusal)} holds code${refusal.path === undefined ? '' : ` under the path ${pathOf(refusal)}`} that is not clearly an edit.`,
    hint: 'Send it as a search/replace block or a diff (or, for a whole file, directly under a line with only its path); for an example, write above it: "do not apply this".',
  };
}

export const truncatedResponse = (refusal: Refusal): Words => ({
  title: `${editOf(refusal)} stops before it is complete, so none of it was applied.`,
  hint: 'Send the whole response again; if it is long, in several parts.',
});

export const elidedContent = (refusal: Refusal): Words => ({
  title: `${editOf(refusal)}: ${refusal.facts?.['line'] === undefined ? 'a placeholder' : code(fact(refusal, 'line'))} stands for code that was left out of ${pathOf(refusal)}.`,
  hint: 'Write out all added lines; use several small edits where most of the file stays.',
});

export function contentDropped(refusal: Refusal): Words {
  switch (refusal.reason ?? '') {
    case 'illustration':
      return {
        title: `${editOf(refusal)} gives ${fact(refusal, 'lines')} lines as the whole of ${pathOf(refusal)}, which has ${fact(refusal, 'fileLines')}.`,
        hint: 'Send the part that changes as a search/replace block.',
      };
    case 'symbols':
      return {
        title: `The new content of ${pathOf(refusal)} no longer has ${names(refusal, 'dropped')}.`,
        hint: 'If that is meant, a person can approve it; else send the complete file or a small edit.',
      };
    case 'imports':
      return {
        title: `The new content of ${pathOf(refusal)} uses ${names(refusal, 'dropped')} and no longer imports ${Array.isArray(refusal.facts?.['dropped']) && refusal.facts['dropped'].length === 1 ? 'it' : 'them'}.`,
        hint: 'Send the complete file, imports included, or only the part that changes as a search/replace block.',
      };
    default:
      return {
        title: `${pathOf(refusal)} would shrink from ${fact(refusal, 'before')} to ${fact(refusal, 'after')} lines.`,
        hint: 'If that is meant, a person can approve it; else send the complete file or a small edit.',
      };
  }
}

export function revertsLandedWork(refusal: Refusal): Words {
  const commit = fact(refusal, 'commit');
  const subject = fact(refusal, 'subject');
  const named = commit === '' ? 'a newer commit' : `commit ${code(commit)}`;
  return {
    title: `The change to ${pathOf(refusal)} undoes what ${named} brought in${subject === '' ? '' : ` (${code(subject)})`}.`,
    hint: 'Read the file as it is now and keep what landed in the meantime, or say that the revert is meant.',
  };
}

export const leftOverMarkers = (refusal: Refusal): Words => ({
  title: `Added lines of ${pathOf(refusal)} hold markers of an edit or a merge (${linesInWords(refusal.lines)})${fact(refusal, 'line') === '' ? '' : `: ${code(fact(refusal, 'line'))}`}.`,
  hint: 'Send the lines without the markers.',
});
