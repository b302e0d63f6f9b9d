import type { Edit, EditPath, RenameEdit } from '../model/edit.ts';
import type { Hold, Note, Rejection } from '../model/rejection.ts';
import type { PlacedCaption } from './captions.ts';
import type { Envelope } from './decoded.ts';
import type { Fence } from './fences.ts';
import type { Line } from './response-text.ts';

/** The fence that a block stands in. `line` is its 0-based line. */
export interface OpenFence extends Fence {
  readonly line: number;
  readonly caption: PlacedCaption | null;
  /** A lone word over the fence that may name a file of a kind that nobody knows. */
  readonly loneName: string | null;
  /** The sentence above says that what follows is only an example. */
  readonly isHedged: boolean;
}

/** What a format may look at. Lines are 0-based indexes into `lines`; `to` is exclusive. */
export interface Scan {
  readonly lines: readonly Line[];
  readonly to: number;
  /** So many blocks of one format are enough to refuse the response: more need not be read. */
  readonly most: number;
  /** First line that no earlier block has taken: captions are looked for no further up. */
  readonly floor: number;
  readonly fence: OpenFence | null;
  /** Path of the search/replace block before, while no other path has been spoken of since. */
  readonly stickyPath: string | null;
  /** Path of the nearest heading or line of its own further up, while no edit has followed it: as good as a sentence. */
  readonly section: string | null;
  /**
   * Reads a text that a block carries as a response of its own, for edits of `path` where the block names one. Lines in
   * what comes back are lines of that text.
   */
  readonly readText: (text: string, path: string | null) => NestedText;
}

/** What a carried text asks for. */
export interface NestedText {
  readonly drafts: readonly Draft[];
  readonly rejections: readonly Rejection[];
  readonly holds: readonly Hold[];
  readonly notes: readonly Note[];
}

type Spelt<E> = E extends RenameEdit
  ? Omit<E, 'origin' | 'target' | 'to'> & { readonly path: string; readonly to: string }
  : E extends { readonly target: EditPath }
    ? Omit<E, 'origin' | 'target'> & { readonly path: string }
    : never;

/** An edit before its path was judged and its place counted. `line` and `end` (exclusive) are 0-based lines. */
export type Draft = Spelt<Edit> & { readonly line: number; readonly end: number };

/** What a format made of the lines `from` to `end` (exclusive). */
export interface Block {
  readonly from: number;
  readonly end: number;
  /** False: the lines are of this format but ask for nothing (`ignored`, with `reason`). */
  readonly isEdit: boolean;
  readonly reason: string;
  readonly drafts: readonly Draft[];
  readonly rejections: readonly Rejection[];
  readonly holds: readonly Hold[];
  readonly notes: readonly Note[];
  /** Path that a following search/replace block without one may take over. */
  readonly stickyPath?: string;
  /** Message and author that the format itself carries (mail). */
  readonly envelope?: Partial<Envelope>;
}

/** A way to write edits down. Formats are tried in the order of the registry. */
export interface Format {
  readonly name: string;
  /**
   * A cheap look at a line whose first character that is no blank is `first`, inside `fence` or not: false only where
   * `read` finds nothing there.
   */
  readonly mayBegin: (first: string, line: string, fence: OpenFence | null) => boolean;
  /** Reads the block that starts at line `at`; null where none of this format does. Never throws. */
  readonly read: (scan: Scan, at: number) => Block | null;
}

/** Of a response: more would tell the author nothing. */
export const MAX_REJECTIONS = 500;

/** A block with what is usual left out. */
export const block = (parts: Pick<Block, 'from' | 'end' | 'reason'> & Partial<Block>): Block => ({
  isEdit: true,
  drafts: [],
  rejections: [],
  holds: [],
  notes: [],
  ...parts,
});

/** 1-based lines of the response, for a rejection: `end` is exclusive. */
export const responseLines = (
  line: number,
  end: number,
): readonly [first: number, last: number] => [line + 1, Math.max(line + 1, end)];

/** A rejection of the lines `line` to `end` (exclusive). */
export const malformed = (
  reason: string,
  [line, end]: readonly [number, number],
  more: Partial<Rejection> = {},
): Rejection => ({
  code: 'malformed-edit',
  reason,
  responseLines: responseLines(line, end),
  ...more,
});

/** The response stops, or goes on with something else, before what was begun is finished. */
export const truncated = (
  reason: string,
  [line, end]: readonly [number, number],
  more: Partial<Rejection> = {},
): Rejection => ({
  code: 'truncated-response',
  reason,
  responseLines: responseLines(line, end),
  ...more,
});

export const textOf = (scan: Pick<Scan, 'lines'>, at: number): string => scan.lines[at]?.text ?? '';
