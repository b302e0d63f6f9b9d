import type { Edit } from '../model/edit.ts';
import type { Hold, Note, Rejection } from '../model/rejection.ts';
import type { ReadClaim } from '../model/stated.ts';
import type { CodeIntent } from './asked-code.ts';

/** What a stretch of the response was taken for. Every character belongs to exactly one span. */
export type SpanKind =
  'edit' | 'example' | 'reasoning' | 'shell' | 'prose' | 'ignored' | 'unclassified';

/** A classified stretch of the response: UTF-16 offsets into its decoded text, and 1-based lines. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly kind: SpanKind;
  readonly reason: string;
  /** Caption path of a code block that was left unclassified or taken for an example. */
  readonly path?: string;
  /**
   * Verbatim content of a block of code. Where it is captioned, decoding refuses it (`unclassified-edit`, with the same `responseLines`);
   * `apply` withdraws that refusal, with a note, where the content stands in that file: it is quoted code.
   */
  readonly quoted?: string;
  /** Of code without a path: what the words above say of it. */
  readonly intent?: CodeIntent;
}

/** The optional head of a response (front matter or header lines). Absent fields were not given. */
export interface Envelope {
  readonly target?: string;
  readonly base?: string;
  readonly readTokens: readonly string[];
  /** `Read: path@hash`, or `path:first-last@hash` for a window of a file. */
  readonly reads: readonly ReadClaim[];
  readonly message?: string;
  readonly author?: { readonly name: string; readonly email: string };
  readonly declaredDeletions: readonly string[];
}

/** What a response asks for: a value made of the text alone, without a look at any file. */
export interface Decoded {
  readonly envelope: Envelope;
  readonly edits: readonly Edit[];
  readonly spans: readonly Span[];
  readonly rejections: readonly Rejection[];
  readonly holds: readonly Hold[];
  readonly notes: readonly Note[];
}

/** Bounds and context for decoding. Bytes and counts. */
export interface DecodeOptions {
  readonly maxBytes: number;
  readonly maxBlocks: number;
  /** Absolute roots of this repository's worktrees: an absolute path inside one is made relative. */
  readonly roots: readonly string[];
}

export const DEFAULT_DECODE_OPTIONS: DecodeOptions = {
  maxBytes: 8 * 1024 * 1024,
  maxBlocks: 500,
  roots: [],
};
