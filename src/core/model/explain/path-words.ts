import { editOf, fact, names, pathOf, targetOf, type Refusal, type Words } from './facts.ts';
import { code } from './plain-text.ts';

const DENIED: Readonly<Record<string, string>> = {
  empty: 'is empty or has an empty part',
  absolute: 'is absolute and lies outside this repository',
  escapes: 'leads out of the repository',
  'git-directory': "lies in git's own folder",
  'reserved-name': 'holds a name that some systems reserve or change',
  'control-character': 'holds control or invisible characters',
  'too-long': 'is longer than file systems allow',
  ignored: 'is one that git ignores here',
};

const PATH_HINTS: Readonly<Record<string, string>> = {
  'git-directory': "Leave it out: nothing in git's own folder can be edited.",
  'reserved-name': 'Choose another name.',
  'control-character': 'Choose a name of visible characters.',
  'too-long': 'Choose a shorter name.',
  ignored: 'Choose a path that git does not ignore, or take it out of `.gitignore` first.',
};

export function pathDenied(refusal: Refusal): Words {
  if (refusal.reason === 'collides')
    return {
      title: `${editOf(refusal)}: ${pathOf(refusal)} would collide with ${names(refusal, 'other')} on systems that fold case or compose characters.`,
      hint: 'Use the very spelling of the existing path, or another name.',
    };
  return {
    title: `${editOf(refusal)}: the path ${pathOf(refusal)} ${DENIED[refusal.reason ?? ''] ?? 'is not allowed'}.`,
    hint:
      PATH_HINTS[refusal.reason ?? ''] ??
      'Name a path inside the repository, relative to its root.',
  };
}

export function fileMissing(refusal: Refusal): Words {
  const candidates = names(refusal, 'candidates');
  const also =
    refusal.facts?.['elsewhere'] === undefined
      ? ''
      : ` Its old text stands in ${names(refusal, 'elsewhere')}.`;
  switch (refusal.reason ?? '') {
    case 'several-named':
      return {
        title: `${editOf(refusal)}: ${pathOf(refusal)} could be ${candidates}.${also}`,
        hint: 'Give the full path from the root of the repository.',
      };
    case 'case':
      return {
        title: `${editOf(refusal)}: ${pathOf(refusal)} does not exist; ${candidates} differs only in case.`,
        hint: 'Spell the path as the repository does.',
      };
    case 'tracked-twin':
      return {
        title: `${editOf(refusal)} would make ${pathOf(refusal)}, while ${candidates} exists.`,
        hint: 'Give the full path of the file that is meant, existing or new.',
      };
    default:
      return {
        title: `${editOf(refusal)}: ${pathOf(refusal)} does not exist${candidates === '' ? '' : `; near it: ${candidates}`}.${also}`,
        hint: 'Name a file that exists, or create it explicitly.',
      };
  }
}

export function fileExists(refusal: Refusal): Words {
  switch (refusal.reason ?? '') {
    case 'is-folder':
      return {
        title: `${editOf(refusal)}: ${pathOf(refusal)} is a folder.`,
        hint: 'Choose another name for the file.',
      };
    case 'parent-is-file':
      return {
        title: `${editOf(refusal)}: ${pathOf(refusal)} cannot be made, for ${names(refusal, 'other')} is a file.`,
        hint: 'Choose another folder, or delete or rename that file in a response of its own before.',
      };
    default:
      return {
        title: `${editOf(refusal)}: ${pathOf(refusal)} exists already.`,
        hint: 'Edit it with old and new text, or send its whole content as an edit of an existing file.',
      };
  }
}

const KIND: Readonly<Record<string, string>> = {
  symlink: 'a symbolic link',
  submodule: 'a submodule',
  binary: 'a binary file',
  'lfs-pointer': 'a pointer to a file in large file storage',
  executable: 'a file whose executable bit changes',
};

export function fileKindRefused(refusal: Refusal): Words {
  const other = names(refusal, 'other');
  const kind = KIND[refusal.reason ?? ''] ?? 'not a regular text file';
  // Of no edit: what a policy says of a change, whoever made it.
  if (refusal.block === undefined && refusal.responseLines === undefined && other === '')
    return {
      title: `${pathOf(refusal)} is ${kind}, which needs a person.`,
      hint: 'A person can approve it as it is; or send the change without it.',
    };
  return {
    title: `${editOf(refusal)}: ${other === '' ? pathOf(refusal) : other} is ${kind}, which no text edit may change.`,
    hint: 'Leave it out; a person can change it on a branch.',
  };
}

const ENCODING: Readonly<Record<string, string>> = {
  'utf-16': 'the file is UTF-16',
  'not-utf-8': 'the file is not UTF-8 and the edit is not plain ASCII',
  surrogate: 'the edit holds half of a character',
  nul: 'the edit holds a NUL character',
  'replacement-character': 'the edit holds U+FFFD, the mark of a character that was lost',
};

export const encodingRefused = (refusal: Refusal): Words => ({
  title: `${editOf(refusal)}: ${pathOf(refusal)} cannot be edited without loss: ${ENCODING[refusal.reason ?? ''] ?? 'its encoding is not known'}.`,
  hint: 'Use ASCII only, or convert the file to UTF-8 first.',
});

export const undeclaredDeletion = (refusal: Refusal): Words => ({
  title: `${pathOf(refusal)} would be deleted and nothing in the submission says so.`,
  hint: 'Declare it, by a line `Declares-Deletion: PATH` in a commit message of the branch or by `sallyport submit --deletes PATH`, or leave the file in place; a person can also approve it.',
});

export function unknownReference(refusal: Refusal): Words {
  const reference = code(
    fact(refusal, 'name') || fact(refusal, 'reference') || (refusal.path ?? ''),
  );
  switch (refusal.reason ?? '') {
    case 'no-target':
      return {
        title:
          'No branch is checked out here (HEAD is detached), and nothing names one to land on.',
        hint: 'Check a branch out and retry the submission, or name one: `Target: BRANCH` at the top of the response, or "target" in the config.',
      };
    case 'target':
      return {
        title: `There is no branch ${reference} here to land on.`,
        hint: 'Name an existing branch at the top of the response, or leave `Target:` out to land on the one that is checked out.',
      };
    case 'commit':
      return {
        title: `The commit ${reference} is not in this repository any more.`,
        hint: 'Push the branch again, or name a commit that is here.',
      };
    case 'unrelated':
      return {
        title: `${code(fact(refusal, 'branch'))} shares no commit with ${code(targetOf(refusal))}.`,
        hint: 'Start the branch from the one that it should land on, or name another with `--target`.',
      };
    case 'shallow':
      return {
        title: `${code(fact(refusal, 'branch'))} shares no commit with ${code(targetOf(refusal))} in what this shallow clone has of their history.`,
        hint: 'Get the rest of the history (`git fetch --unshallow`), then retry the submission.',
      };
    case 'base':
      return {
        title: `The base ${reference} is not a commit that is known here.`,
        hint: 'Name a commit of this repository, or leave `Base:` out.',
      };
    case 'token':
      return {
        title: `${reference} is not a read token that is known here.`,
        hint:
          refusal.facts?.['near'] === undefined
            ? 'It was never given here, or is too old: read the files again (`sallyport context PATH`) and name the new token, or name reads as `Read: PATH@HASH`.'
            : `Did you mean ${names(refusal, 'near')}? Echo the token exactly as it was given.`,
      };
    default:
      return {
        title: `${reference === code('') ? 'A reference of the response' : reference} is not a branch, commit or read token that is known here.`,
        hint: 'Check the spelling, or leave it out.',
      };
  }
}
