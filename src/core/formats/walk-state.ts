import type { Hold, Note, Rejection } from '../model/rejection.ts';
import type { CodeIntent } from './asked-code.ts';
import type { Envelope, SpanKind } from './decoded.ts';
import { MAX_REJECTIONS, type Draft, type Format, type OpenFence, type Scan } from './format.ts';
import type { Line } from './response-text.ts';

/** Lines `from` to `end` (exclusive, 0-based) taken for one thing. Marks rise and never overlap; the rest is prose. */
export interface Mark {
  readonly from: number;
  readonly end: number;
  readonly kind: SpanKind;
  readonly reason: string;
  readonly path?: string;
  readonly quoted?: string;
  readonly intent?: CodeIntent;
}

/** A draft and the format that made it. */
export interface FoundDraft {
  readonly format: string;
  readonly draft: Draft;
}

/** All that one pass over the response found. */
export interface Walked {
  readonly marks: readonly Mark[];
  readonly drafts: readonly FoundDraft[];
  readonly rejections: readonly Rejection[];
  readonly holds: readonly Hold[];
  readonly notes: readonly Note[];
  readonly envelopes: readonly Partial<Envelope>[];
}

/** What the walk carries from line to line. `cue` is the line that started alternatives; null: none yet. */
export interface Walk {
  /** Lines of an indented fence lose its indentation once the walk is there; their offsets stay. */
  readonly lines: Line[];
  readonly formats: readonly Format[];
  readonly marks: Mark[];
  readonly drafts: FoundDraft[];
  readonly rejections: Rejection[];
  readonly holds: Hold[];
  readonly notes: Note[];
  readonly envelopes: Partial<Envelope>[];
  floor: number;
  sticky: string | null;
  section: string | null;
  /** The last block of code that may be a quotation, and the line after it: the next may be its new text. */
  quote: { readonly path: string | null; readonly end: number } | null;
  cue: number | null;
  /** More blocks than these refuse the response whole. */
  readonly maxBlocks: number;
  /** What formats looked at last. */
  scan: Scan | null;
  /** How many texts inside calls this one is inside of. */
  readonly nesting: number;
}

/** Lines up to `to` (exclusive), inside a fence or not. */
export interface Region {
  readonly to: number;
  readonly fence: OpenFence | null;
}

/** Marks lines, and lets no later caption reach above them. Returns the line after. */
export function take(walk: Walk, mark: Mark): number {
  if (mark.end > mark.from) walk.marks.push(mark);
  walk.floor = Math.max(walk.floor, mark.end);
  return mark.end;
}

/** A response that falls into more parts is refused whole: none that is meant to be read does. */
export const MAX_PARTS = 20_000;

/** Whether more was found than a response may hold, or than is ever said: the rest need not be read. */
export const isFull = (walk: Walk): boolean =>
  walk.drafts.length > walk.maxBlocks ||
  walk.rejections.length >= MAX_REJECTIONS ||
  walk.marks.length > MAX_PARTS;

/** What a walk begins with. */
export interface NewWalk extends Pick<Walk, 'formats' | 'nesting' | 'sticky' | 'maxBlocks'> {
  readonly lines: readonly Line[];
}

/** A walk that has seen nothing yet. */
export const newWalk = (start: NewWalk): Walk => ({
  ...start,
  lines: [...start.lines],
  marks: [],
  drafts: [],
  rejections: [],
  holds: [],
  notes: [],
  envelopes: [],
  scan: null,
  floor: 0,
  section: null,
  quote: null,
  cue: null,
});
