import { findElision } from '../formats/elision.ts';
import { lineDiff } from '../match/line-diff.ts';
import type { SourceText } from '../match/source-text.ts';
import type { CreateEdit, WriteEdit } from '../model/edit.ts';
import { neighbourEnding } from './build-changes.ts';
import { standsAsLine } from './check-added.ts';
import type { Draft } from './draft.ts';
import { textRefusal } from './file-kind.ts';
import type { Findings } from './findings.ts';
import { linesOfContent, linesOfText } from './hunk-ops.ts';

export type WholeEdit = CreateEdit | WriteEdit;

const BOM = '\uFEFF';

/** A file this many times longer than the content given for it was meant as an illustration. */
const ILLUSTRATION_RATIO = 10;
const ILLUSTRATION_LINES = 20;

interface OnFile {
  readonly source: SourceText;
  readonly isNew: boolean;
  readonly draft: Draft;
  readonly findings: Findings;
}

/** Puts the whole content of a file into the draft, or refuses it. */
export function planWhole(edit: WholeEdit, on: OnFile): void {
  const { source, isNew, draft, findings } = on;
  const text = contentOf(edit, source, isNew);
  if (isRefused(edit, text, on)) return;
  const content = isNew ? Buffer.from(text) : inFileStyle(source, text);
  if (!isNew && content.equals(source.bytes)) {
    if (edit.kind === 'create') findings.refuse(edit, 'already-applied', { reason: 'identical' });
    else {
      findings.report(edit, 'no-effect');
      findings.note(edit, 'no-effect', 'The content is the same as the file.');
    }
    return;
  }
  if (!isNew && (edit.kind === 'create' || edit.isNew === true)) {
    findings.refuse(edit, 'file-exists', { reason: 'tracked' });
    return;
  }
  if (!isNew && isIllustration(source, text)) {
    findings.refuse(edit, 'content-dropped', {
      reason: 'illustration',
      facts: { lines: linesOfContent(text).length, fileLines: source.lineCount },
    });
    return;
  }
  const added = linesOfContent(text).length;
  draft.replaceAll(content, edit.origin.block, { removed: isNew ? 0 : source.lineCount, added });
  if (findings.statusOf(edit.origin.block) === undefined) findings.report(edit, 'would-apply');
}

/** The content, with the caption line that the decoder set aside where the file really begins with it. */
function contentOf(edit: WholeEdit, source: SourceText, isNew: boolean): string {
  const text = edit.content.startsWith(BOM) && !isNew ? edit.content.slice(1) : edit.content;
  const caption = edit.kind === 'write' ? edit.captionLine : undefined;
  const isFirst = source.lineCount > 0 && source.line(0) === caption;
  return isFirst ? `${caption}\n${text}` : text;
}

function isRefused(edit: WholeEdit, text: string, { source, isNew, findings }: OnFile): boolean {
  const refusal = textRefusal(source, { old: '', new: text });
  if (refusal !== null || (!isNew && !source.isUtf8)) {
    const { code, reason } = refusal ?? { code: 'encoding-refused', reason: 'not-utf-8' };
    findings.refuse(edit, code, { reason });
    return true;
  }
  const elision = findElision(linesOfText(text), {
    path: edit.target.path,
    stands: (line) => !isNew && standsAsLine(source, line),
  });
  if (elision === null) return false;
  findings.refuse(edit, 'elided-content', { facts: { line: elision.line } });
  return true;
}

const isIllustration = (source: SourceText, text: string): boolean =>
  source.lineCount >= ILLUSTRATION_LINES &&
  source.lineCount >= ILLUSTRATION_RATIO * linesOfContent(text).length;

/** New content in the file's byte order mark, line endings and last line: lines that stay keep their very bytes. */
function inFileStyle(source: SourceText, text: string): Buffer {
  const { bytes, lineCount } = source;
  const isClosed = text.endsWith('\n');
  const now = linesOfContent(text).map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  const old = Array.from({ length: lineCount }, (_, line) => source.line(line));
  const stayed = new Map<number, number>();
  lineDiff(old, now).forEach((pair, line) => {
    if (pair !== -1) stayed.set(pair, line);
  });
  const parts: Buffer[] = [bytes.subarray(0, source.start)];
  let at = 0;
  now.forEach((line, index) => {
    const kept = stayed.get(index);
    const start = source.lineStart(kept ?? at);
    const lineBreak = Buffer.from(neighbourEnding(source, start, start));
    if (kept === undefined) {
      parts.push(Buffer.from(line), lineBreak);
      return;
    }
    const end = source.lineStart(kept + 1);
    parts.push(bytes.subarray(start, end));
    if (bytes[end - 1] !== 10) parts.push(lineBreak);
    at = kept + 1;
  });
  const whole = Buffer.concat(parts);
  if (source.bytes.length === source.start) return isClosed ? whole : withoutFinalBreak(whole);
  return source.isTerminated ? whole : withoutFinalBreak(whole);
}

function withoutFinalBreak(bytes: Buffer): Buffer {
  if (bytes[bytes.length - 1] !== 10) return bytes;
  return bytes.subarray(0, bytes.length - (bytes[bytes.length - 2] === 13 ? 2 : 1));
}
