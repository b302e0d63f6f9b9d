import type { Rejection } from '../model/rejection.ts';
import { isElisionComment } from './elision.ts';
import { fullerPath } from './fuller-path.ts';
import { closesTagged } from './fences.ts';
import {
  block,
  malformed,
  responseLines,
  textOf,
  truncated,
  type Block,
  type Draft,
  type Format,
  type Scan,
} from './format.ts';
import {
  hunkAnchor,
  hunkDraft,
  hunkNumbers,
  isTagged,
  withoutTrailingBlanks,
  tagOf,
} from './hunk-script.ts';

/*
 * Grammar: `*** Begin Patch`, sections, `*** End Patch`. A section is `*** Add File: p` with `+` lines, `*** Delete File:
 * p`, or `*** Update File: p`, perhaps `*** Move to: q`, and chunks. A chunk is any number of `@@ anchor` lines, each
 * narrowing the one before, then ` `, `-` and `+` lines, perhaps `*** End of File`. Headers stand at the margin, so a
 * tagged line is content whatever it says.
 */

const BEGIN = '*** Begin Patch';
const END = '*** End Patch';
const END_OF_FILE = '*** End of File';
const SECTION = /^\*\*\* (Add|Update|Delete) File: *(.+)$/;
const MOVE = /^\*\*\* Move to: *(.+)$/;
const HEREDOC = /\bapply_?patch\b[^<]{0,60}<<-?\s*['"]?\w+['"]?$/i;

interface Reader {
  readonly scan: Scan;
  readonly indent: string;
  at: number;
  readonly drafts: Draft[];
  readonly rejections: Rejection[];
}

/** The line at the reader, without the envelope's own indentation; null at the end of the region or its fence. */
function current(reader: Reader): string | null {
  const { scan, indent, at } = reader;
  if (at >= scan.to) return null;
  const raw = textOf(scan, at);
  if (scan.fence !== null && closesTagged(raw, scan.fence)) return null;
  return indent !== '' && raw.startsWith(indent) ? raw.slice(indent.length) : raw;
}

const isHeader = (text: string): boolean => text.startsWith('*** ');

function readAdd(reader: Reader, path: string, line: number): void {
  const added: string[] = [];
  let blanks = 0;
  for (let text = current(reader); text !== null && !isHeader(text); text = current(reader)) {
    if (text.startsWith('+') && blanks === 0) added.push(text.slice(1));
    else if (text.trim() === '') blanks += 1;
    else {
      reader.rejections.push(malformed('untagged-line', [reader.at, reader.at + 1], { path }));
      return;
    }
    reader.at += 1;
  }
  const content = added.length === 0 ? '' : `${added.join('\n')}\n`;
  reader.drafts.push({ kind: 'create', path, content, line, end: reader.at });
}

interface Chunk {
  readonly anchors: readonly string[];
  readonly lineHint?: number;
}

/** The `@@` lines that a chunk begins with. */
function readAnchors(reader: Reader): Chunk {
  const anchors: string[] = [];
  let lineHint: number | undefined;
  for (let text = current(reader); text?.startsWith('@@') === true; text = current(reader)) {
    const numbers = hunkNumbers(text);
    if (numbers !== null && numbers.oldStart > 0) lineHint = numbers.oldStart;
    const anchor = numbers === null ? hunkAnchor(text) : '';
    if (anchor !== '') anchors.push(anchor);
    reader.at += 1;
  }
  return lineHint === undefined ? { anchors } : { anchors, lineHint };
}

interface ChunkBody {
  readonly lines: readonly string[];
  readonly atEnd: boolean;
  readonly elided: number | null;
}

function readChunkBody(reader: Reader): ChunkBody {
  const lines: string[] = [];
  let elided: number | null = null;
  let atEnd = false;
  for (let text = current(reader); text !== null; text = current(reader)) {
    if (text.trimEnd() === END_OF_FILE) {
      atEnd = true;
      reader.at += 1;
      break;
    }
    if (isHeader(text) || text.startsWith('@@')) break;
    if (!isTagged(text) && isElisionComment(text)) elided ??= reader.at;
    lines.push(text);
    reader.at += 1;
  }
  return { lines: withoutTrailingBlanks(lines, 0), atEnd, elided };
}

function readChunk(reader: Reader, path: string): boolean {
  const line = reader.at;
  const { anchors, lineHint } = readAnchors(reader);
  const { lines, atEnd, elided } = readChunkBody(reader);
  const range = [line, reader.at] as const;
  if (elided !== null) {
    const facts = { line: textOf(reader.scan, elided).trim() };
    reader.rejections.push({
      code: 'elided-content',
      path,
      facts,
      responseLines: responseLines(...range),
    });
    return true;
  }
  if (lines.every((raw) => tagOf(raw) === 'keep')) {
    if (lines.length === 0 && anchors.length === 0) return line !== reader.at;
    reader.rejections.push(malformed('hunk-without-change', range, { path }));
    return true;
  }
  const scope = { anchors, atEnd, ...(lineHint === undefined ? {} : { lineHint }) };
  reader.drafts.push(hunkDraft(lines, { path, line, end: reader.at, scope }));
  return true;
}

function readUpdate(reader: Reader, path: string, line: number): void {
  const before = reader.drafts.length + reader.rejections.length;
  const move = MOVE.exec(current(reader) ?? '')?.[1]?.trim();
  if (move !== undefined) {
    reader.at += 1;
    reader.drafts.push({ kind: 'rename', path, to: move, line, end: reader.at });
  }
  while (current(reader) !== null && !isHeader(current(reader) ?? '')) {
    if (!readChunk(reader, path)) break;
  }
  if (reader.drafts.length + reader.rejections.length > before) return;
  reader.rejections.push(malformed('empty-update', [line, reader.at], { path }));
}

function readSection(reader: Reader, text: string): void {
  const line = reader.at;
  reader.at += 1;
  if (text.trim() === '') return;
  const [, verb, named] = SECTION.exec(text.trimEnd()) ?? [];
  const path = named?.trim() ?? '';
  if (verb === 'Add') readAdd(reader, path, line);
  else if (verb === 'Update') readUpdate(reader, path, line);
  else if (verb === 'Delete') reader.drafts.push({ kind: 'delete', path, line, end: reader.at });
  else
    reader.rejections.push(
      malformed('unknown-header', [line, line + 1], { facts: { line: text.slice(0, 200) } }),
    );
}

/** A path alone over the fence is one of those that the patch names. */
function agreesWithCaption({ fence, floor }: Scan, drafts: readonly Draft[]): boolean {
  if (fence?.caption?.kind !== 'line' || floor > fence.line + 1) return true;
  const { path: caption } = fence.caption;
  return drafts.some(
    (draft) =>
      fullerPath(caption, draft.path) !== null ||
      (draft.kind === 'rename' && fullerPath(caption, draft.to) !== null),
  );
}

/** The `*** Begin Patch` line: at `at`, or right under a heredoc's command there. */
function beginAt(scan: Scan, at: number): number | null {
  const text = textOf(scan, at);
  if (text.trim() === BEGIN) return at;
  const isCommand = text.length < 300 && HEREDOC.test(text.trim());
  return isCommand && textOf(scan, at + 1).trim() === BEGIN ? at + 1 : null;
}

function read(scan: Scan, at: number): Block | null {
  const begin = beginAt(scan, at);
  if (begin === null) return null;
  const opener = textOf(scan, begin);
  const indent = opener.slice(0, opener.indexOf('*'));
  const reader: Reader = { scan, indent, at: begin + 1, drafts: [], rejections: [] };
  for (let text = current(reader); text !== null; text = current(reader)) {
    if (text.trim() === BEGIN) break;
    if (text.trimEnd() === END) {
      const { drafts, rejections } = reader;
      const range = [at, reader.at + 1] as const;
      if (drafts.length + rejections.length === 0) rejections.push(malformed('empty-patch', range));
      if (drafts.length > 0 && !agreesWithCaption(scan, drafts))
        rejections.push(malformed('paths-disagree', range));
      return block({ from: at, end: reader.at + 1, reason: 'patch envelope', drafts, rejections });
    }
    readSection(reader, text);
  }
  const cut = truncated('missing-closer', [at, reader.at]);
  const rejections = [...reader.rejections, cut];
  return block({
    from: at,
    end: reader.at,
    reason: 'unfinished',
    drafts: reader.drafts,
    rejections,
  });
}

/** `*** Begin Patch` ... `*** End Patch`, in the open, in a fence or in a heredoc. */
export const applyPatch: Format = {
  name: 'apply-patch',
  mayBegin: (first, line) => first === '*' || line.includes('<<'),
  read,
};
