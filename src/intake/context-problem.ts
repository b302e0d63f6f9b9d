import type { PathRefusal } from '../core/model/repo-path.ts';

/** Why something asked for cannot be given. Bytes, counts and 1-based lines. */
export type ContextReason =
  | { readonly code: 'nothing-asked' }
  | { readonly code: 'too-many'; readonly limit: number }
  | { readonly code: 'unknown-target'; readonly target: string | null }
  | { readonly code: 'unsafe-path'; readonly refusal: PathRefusal }
  | { readonly code: 'unknown-path'; readonly near: readonly string[]; readonly isOnDisk: boolean }
  | { readonly code: 'folder'; readonly files: readonly string[] }
  | { readonly code: 'symlink' | 'submodule' | 'binary' | 'lfs-pointer' | 'not-utf-8' }
  | { readonly code: 'bad-window' }
  | { readonly code: 'out-of-range'; readonly lineCount: number }
  | { readonly code: 'too-large'; readonly bytes: number; readonly limit: number };

/** A refusal of one thing asked for: what it was, why, and what to do. */
export interface ContextProblem {
  /** As it was spelt; the empty string where it is about the whole request. */
  readonly ask: string;
  readonly code: ContextReason['code'];
  readonly message: string;
  readonly hint: string;
}

/** A problem with its words. */
export function contextProblem(ask: string, reason: ContextReason): ContextProblem {
  const [message, hint] = wordsOf(JSON.stringify(ask), reason);
  return { ask, code: reason.code, message, hint };
}

const UNSAFE: Readonly<Record<PathRefusal, string>> = {
  empty: 'has an empty part',
  absolute: 'lies outside this repository',
  escapes: 'leads out of the repository',
  'git-directory': "lies in git's own folder",
  'reserved-name': 'holds a name that some systems reserve or change',
  'control-character': 'holds control or invisible characters',
  'too-long': 'is longer than file systems allow',
};

const KINDS = {
  symlink: 'is a symbolic link',
  submodule: 'is a submodule',
  binary: 'is binary',
  'lfs-pointer': 'is kept outside of git (LFS)',
  'not-utf-8': 'is not UTF-8 text, and cannot be shown without loss',
} as const;

function wordsOf(ask: string, reason: ContextReason): readonly [message: string, hint: string] {
  switch (reason.code) {
    case 'nothing-asked':
      return ['no file was asked for', 'name files as PATH, or some lines of one as PATH:10-40'];
    case 'too-many':
      return [`more than ${reason.limit} files were asked for`, 'ask for fewer at once'];
    case 'unknown-target':
      return reason.target === null
        ? ['no branch is checked out (HEAD is detached)', 'check one out, or name one to read from']
        : [`there is no branch ${JSON.stringify(reason.target)} here`, 'name an existing branch'];
    case 'unsafe-path':
      return [
        `${ask} ${UNSAFE[reason.refusal]}`,
        'name a file of the repository, relative to its root',
      ];
    case 'unknown-path':
      return [`${ask} is not in the branch`, unknownHint(reason.near, reason.isOnDisk)];
    case 'folder':
      return [`${ask} is a folder`, `name its files${listed(reason.files)}`];
    case 'bad-window':
      return [`${ask} names no lines`, 'write lines as PATH:10-40, the first one being 1'];
    case 'out-of-range':
      return [
        `${ask} names lines that the file does not have: it has ${reason.lineCount}`,
        reason.lineCount === 0
          ? 'ask for the file without lines'
          : `ask for lines between 1 and ${reason.lineCount}`,
      ];
    case 'too-large':
      return [
        `${ask} has ${reason.bytes} bytes, more than the ${reason.limit} that are given at once`,
        'ask for the lines that matter, as PATH:10-40',
      ];
    case 'symlink':
    case 'submodule':
    case 'binary':
    case 'lfs-pointer':
    case 'not-utf-8':
      return [`${ask} ${KINDS[reason.code]}`, 'it cannot be edited as text: leave it out'];
  }
}

function unknownHint(near: readonly string[], isOnDisk: boolean): string {
  if (isOnDisk) return 'it is on disk and not committed: commit it first';
  return near.length === 0
    ? 'name a tracked file, relative to the root of the repository'
    : `did you mean ${near.map((path) => JSON.stringify(path)).join(' or ')}?`;
}

const listed = (files: readonly string[]): string =>
  files.length === 0 ? '' : `, such as ${files.map((path) => JSON.stringify(path)).join(', ')}`;
