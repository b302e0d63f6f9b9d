import { append } from '../match/append.ts';
import { parseContentHash } from '../model/content-hash.ts';
import type { Rejection } from '../model/rejection.ts';
import { opensBracketBlock } from './bracket-markers.ts';
import { opensConflictBlock } from './conflict-markers.ts';
import type { ReadClaim } from '../model/stated.ts';
import type { Envelope } from './decoded.ts';
import { fenceOf } from './fences.ts';
import { malformed } from './format.ts';
import { isPathWord } from './path-words.ts';
import type { Line } from './response-text.ts';

/*
 * The optional head of a response: front matter between `---` lines, or header lines at the very top. A value may go on
 * in indented lines. `Target: src/a.ts` right above a block is that block's caption, not the head.
 */

export const NO_ENVELOPE: Envelope = { readTokens: [], reads: [], declaredDeletions: [] };

/** The head, the lines it takes (0-based, exclusive end; 0: none), and what is wrong with it. */
export interface Head {
  readonly envelope: Envelope;
  readonly end: number;
  readonly rejections: readonly Rejection[];
}

type Key = 'target' | 'base' | 'read' | 'message' | 'author' | 'declares-deletion';

interface Field {
  readonly key: Key;
  readonly value: string;
  readonly line: number;
}

const HEADER =
  /^(?:\*\*)?(target|base|reads?|read[- ]token|message|author|declares[- ]deletions?)(?:\*\*)?\s*:(?:\*\*)?[ \t]*/i;
const MAX_HEADER_LINES = 500;

function keyOf(name: string): Key {
  const folded = name.toLowerCase().replace(' ', '-');
  if (folded.startsWith('read')) return 'read';
  if (folded.startsWith('declares')) return 'declares-deletion';
  return folded as Key;
}

const isContinuation = (text: string): boolean => /^[ \t]+\S/.test(text);

/** Header lines from `from` on, each with its continuation lines; `end` is after the last one. */
function readFields(
  lines: readonly Line[],
  from: number,
  to: number,
): { fields: Field[]; end: number } {
  const fields: Field[] = [];
  let at = from;
  while (at < to) {
    const text = lines[at]?.text ?? '';
    const match = HEADER.exec(text);
    if (match === null) break;
    const parts = [text.slice(match[0].length).trim()];
    let end = at + 1;
    while (end < to && continues(lines, end, to)) {
      parts.push((lines[end]?.text ?? '').trim());
      end += 1;
    }
    const isBlockScalar = /^[|>][+-]?$/.test(parts[0] ?? '');
    const value = (isBlockScalar ? parts.slice(1) : parts).join('\n').trim();
    fields.push({ key: keyOf(match[1] ?? ''), value: unquoted(value), line: at });
    at = end;
  }
  return { fields, end: at };
}

/** An indented line goes on with the value above; so does a blank line that an indented one follows. */
function continues(lines: readonly Line[], at: number, to: number): boolean {
  const text = lines[at]?.text ?? '';
  if (isContinuation(text)) return true;
  return text.trim() === '' && at + 1 < to && isContinuation(lines[at + 1]?.text ?? '');
}

function unquoted(value: string): string {
  const isQuoted = value.length >= 2 && /^(["'`]).*\1$/s.test(value);
  return isQuoted ? value.slice(1, -1) : value;
}

const AUTHOR = /^([^<>\n]+?) *<([^<>\s]+)>$/;
const WINDOW = /^(.+):(\d{1,9})-(\d{1,9})$/;

function statedRead(item: string): ReadClaim | string | null {
  const at = item.lastIndexOf('@');
  if (at < 0) return /^[A-Za-z0-9._-]{1,64}$/.test(item) ? item : null;
  const hash = parseContentHash(item.slice(at + 1));
  const place = item.slice(0, at);
  if (hash === null || place === '') return null;
  const window = WINDOW.exec(place);
  const first = Number(window?.[2]);
  const last = Number(window?.[3]);
  if (window === null) return { path: place, hash };
  if (first < 1 || last < first) return null;
  return { path: window[1] ?? '', hash, window: [first, last] };
}

interface Draft {
  target?: string;
  base?: string;
  message?: string;
  author?: { readonly name: string; readonly email: string };
  readonly readTokens: string[];
  readonly reads: ReadClaim[];
  readonly declaredDeletions: string[];
}

const items = (value: string): readonly string[] =>
  value
    .split(/[\n,]+/)
    .map((item) => unquoted(item.trim().replace(/^- /, '').trim()))
    .filter((item) => item !== '');

/** Sets a header that may stand only once; false where it was given before with another value. */
function setOnce(draft: Draft, key: 'target' | 'base' | 'message', value: string): boolean {
  if (draft[key] !== undefined && draft[key] !== value) return false;
  draft[key] = value;
  return true;
}

function setRead(draft: Draft, value: string): boolean {
  for (const item of items(value)) {
    const read = statedRead(item);
    if (read === null) return false;
    if (typeof read === 'string') draft.readTokens.push(read);
    else draft.reads.push(read);
  }
  return true;
}

function setAuthor(draft: Draft, value: string): boolean {
  const [, name, email] = AUTHOR.exec(value.slice(0, 500)) ?? [];
  if (name === undefined || email === undefined || draft.author !== undefined) return false;
  draft.author = { name, email };
  return true;
}

const SETTERS: Readonly<Record<Key, (draft: Draft, value: string) => boolean>> = {
  target: (draft, value) => !/\s/.test(value) && setOnce(draft, 'target', value),
  base: (draft, value) => !/\s/.test(value) && setOnce(draft, 'base', value),
  message: (draft, value) => setOnce(draft, 'message', value),
  read: setRead,
  author: setAuthor,
  'declares-deletion': (draft, value) => {
    append(draft.declaredDeletions, items(value));
    return draft.declaredDeletions.length > 0;
  },
};

const setField = (draft: Draft, { key, value }: Field): boolean =>
  value !== '' && !value.includes('\0') && value.isWellFormed() && SETTERS[key](draft, value);

function headOf(fields: readonly Field[], end: number): Head {
  const draft: Draft = { readTokens: [], reads: [], declaredDeletions: [] };
  const rejections: Rejection[] = [];
  for (const field of fields) {
    if (setField(draft, field)) continue;
    const facts = { header: field.key, value: field.value.slice(0, 200) };
    rejections.push(malformed('bad-header', [field.line, field.line + 1], { facts }));
  }
  return { envelope: draft, end, rejections };
}

const firstText = (lines: readonly Line[], from: number): number => {
  let at = from;
  while (at < lines.length && (lines[at]?.text ?? '').trim() === '') at += 1;
  return at;
};

const opensBlock = (text: string): boolean =>
  opensBracketBlock(text) || opensConflictBlock(text) || fenceOf(text) !== null;

/** Whether the last field is a caption: `Target: path` with a block right under it. */
function isCaption(field: Field | undefined, lines: readonly Line[], end: number): boolean {
  if (field?.key !== 'target') return false;
  return opensBlock(lines[firstText(lines, end)]?.text ?? '') || isPathWord(unquoted(field.value));
}

/** Reads the head of a response. */
export function readEnvelope(lines: readonly Line[]): Head {
  const none: Head = { envelope: NO_ENVELOPE, end: 0, rejections: [] };
  const start = firstText(lines, 0);
  const limit = Math.min(lines.length, start + MAX_HEADER_LINES);
  if ((lines[start]?.text ?? '').trim() === '---') {
    const { fields, end } = readFields(lines, start + 1, limit);
    const isClosed = (lines[end]?.text ?? '').trim() === '---' && end < lines.length;
    return isClosed && fields.length > 0 ? headOf(fields, end + 1) : none;
  }
  const { fields, end } = readFields(lines, start, limit);
  const last = fields.at(-1);
  if (!isCaption(last, lines, end)) return fields.length > 0 ? headOf(fields, end) : none;
  const kept = fields.slice(0, -1);
  return kept.length > 0 ? headOf(kept, last?.line ?? end) : none;
}
