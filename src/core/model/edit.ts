import type { RepoPath } from './repo-path.ts';

/** Where in the response an edit stands. `line` and `endLine` are 1-based lines of the response text. */
export interface EditOrigin {
  /** 1-based ordinal of the edit among all edits of the response. */
  readonly block: number;
  /** Name of the format in the registry. */
  readonly format: string;
  readonly line: number;
  readonly endLine: number;
}

/**
 * The path as the author wrote it (decorations removed), and the `RepoPath` made from it. Creates, whole files and deletes
 * never have a prefix stripped; resolution against the tree is `apply`'s.
 */
export interface EditPath {
  readonly spelt: string;
  readonly path: RepoPath;
}

/** One line of a diff-like hunk, without its line ending. */
export interface HunkLine {
  readonly tag: 'keep' | 'remove' | 'add';
  readonly text: string;
}

/** How the author narrows or locates a hunk besides its old text. All are hints or scopes, never proof. */
export interface HunkScope {
  /** Stacked anchor lines (`@@ class A`, `@@ def f`), outermost first: each narrows the search to what follows it. */
  readonly anchors: readonly string[];
  /** The old text must end at the end of the file (`*** End of File`). */
  readonly atEnd: boolean;
  /** The old text must start at the start of the file (an explicit anchor only). */
  readonly atStart: boolean;
  /** 1-based line of the file that the author believes the old text starts at. */
  readonly lineHint?: number;
  /** How many matches the author declared: a number, or `every` (`replace_all: true`). Absent: exactly one. */
  readonly count?: number | 'every';
}

export const NO_SCOPE: HunkScope = { anchors: [], atEnd: false, atStart: false };

/**
 * One place in one file. `unit` decides the matching: `lines` match whole lines; `line-or-part` is a
 * bracket or conflict block, whose one-line SEARCH may also match inside a line; `characters` is a tool call.
 *
 * `old` and `new` use LF only. For `lines`, both are whole lines and a final LF is implied, so `''` means no lines at
 * all; `script` is present where the format tagged each line, and then `old` is its keep+remove lines and `new` its
 * keep+add lines, each joined with LF.
 */
export interface ReplaceEdit {
  readonly kind: 'replace';
  readonly origin: EditOrigin;
  readonly target: EditPath;
  readonly unit: 'lines' | 'line-or-part' | 'characters';
  readonly old: string;
  readonly new: string;
  readonly script?: readonly HunkLine[];
  readonly scope: HunkScope;
  /** `\ No newline at end of file` seen on the new side (`false`), or its absence stated; undefined: keep the file's. */
  readonly finalNewline?: boolean;
  /**
   * Other readings of the same block, in order (gutters, HTML entities, wrapped fences, escapes). One is tried only where
   * `old` stands nowhere, and decides only where it stands exactly once.
   */
  readonly alternates?: readonly Alternate[];
  /**
   * The block cut at paired `...` lines: where present and `old` stands nowhere, every piece must stand exactly once and
   * in order; what lies between them is kept.
   */
  readonly pieces?: readonly { readonly old: string; readonly new: string }[];
}

/** Another reading of a replace edit. `why` is a closed word for the note: `line-numbers`, `html-entities`, ... */
export interface Alternate {
  readonly old: string;
  readonly new: string;
  readonly why: string;
}

/** Insertion at a line number (tool calls): after line `afterLine`, 0 is the start of the file. A number-only edit. */
export interface InsertEdit {
  readonly kind: 'insert';
  readonly origin: EditOrigin;
  readonly target: EditPath;
  readonly afterLine: number;
  readonly text: string;
}

/**
 * A file that must not exist yet. `content` is the whole text with LF, its final LF included where it has one; `mode`
 * where the edit states it.
 */
export interface CreateEdit {
  readonly kind: 'create';
  readonly origin: EditOrigin;
  readonly target: EditPath;
  readonly content: string;
  readonly mode?: FileMode;
}

/** The whole new content of a path that may exist or not (whole-file format). `content` as in `CreateEdit`. */
export interface WriteEdit {
  readonly kind: 'write';
  readonly origin: EditOrigin;
  readonly target: EditPath;
  readonly content: string;
  /**
   * The block's first line where it is a comment that only names the path (`// src/a.ts`); `content` is without it. It
   * is content only where the file at the base begins with that very line.
   */
  readonly captionLine?: string;
  /** True where the caption says that the file is new. */
  readonly isNew?: boolean;
}

/** An explicit deletion. `old`, where the format states it, must be the file's content. */
export interface DeleteEdit {
  readonly kind: 'delete';
  readonly origin: EditOrigin;
  readonly target: EditPath;
  readonly old?: string;
}

/** An explicit rename; edits of the same response to the old or the new name apply to the moved content. */
export interface RenameEdit {
  readonly kind: 'rename';
  readonly origin: EditOrigin;
  readonly target: EditPath;
  readonly to: EditPath;
}

/** A mode change that the edit states (git's extended headers). */
export interface ModeEdit {
  readonly kind: 'mode';
  readonly origin: EditOrigin;
  readonly target: EditPath;
  readonly mode: FileMode;
}

/** One change that the author asked for. */
export type Edit =
  ReplaceEdit | InsertEdit | CreateEdit | WriteEdit | DeleteEdit | RenameEdit | ModeEdit;

/** Git's file modes: regular, executable, symlink, gitlink. Text edits make only the first two. */
export type FileMode = '100644' | '100755' | '120000' | '160000';
