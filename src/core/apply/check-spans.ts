import type { Span } from '../formats/decoded.ts';
import { locate } from '../match/locate.ts';
import { SourceText } from '../match/source-text.ts';
import { NO_SCOPE, type Edit } from '../model/edit.ts';
import type { Snapshot } from '../model/patch.ts';
import type { Findings } from './findings.ts';
import { linesOfText } from './hunk-ops.ts';
import { treeIndex } from './tree-index.ts';

/**
 * Captioned code that is not an edit: quoted code where it stands verbatim in the file that it names, and then a note. What
 * was left unclassified and is not refuses the response, so that no edit is dropped in silence.
 */
export function checkSpans(spans: readonly Span[], snapshot: Snapshot, findings: Findings): void {
  for (const span of spans) {
    if (span.path === undefined) continue;
    if (span.kind !== 'unclassified' && span.kind !== 'example') continue;
    if (span.quoted !== undefined && isQuoted(span.path, span.quoted, snapshot)) {
      dropRefusal(findings, span);
      findings.notes.push({
        code: 'quoted-code',
        path: span.path,
        text: QUOTED,
      });
    } else if (
      (span.kind === 'unclassified' || isTracked(span.path, snapshot)) &&
      refusalOf(findings, span) === -1
    )
      findings.rejections.push({
        code: 'unclassified-edit',
        path: span.path,
        responseLines: [span.firstLine, span.lastLine],
        reason: span.reason,
      });
  }
}

/** Whether the base has a file of this path, or, for a bare name, of this name. */
function isTracked(path: string, { tree }: Snapshot): boolean {
  const index = treeIndex(tree);
  return index.has(path) || (!path.includes('/') && index.named(path).length > 0);
}

/** Where decoding refused this very span already; -1 where it did not. */
function refusalOf({ rejections }: Findings, span: Span): number {
  return rejections.findIndex(
    ({ code, path, responseLines }) =>
      code === 'unclassified-edit' &&
      path === span.path &&
      (responseLines === undefined ||
        (responseLines[0] <= span.lastLine && responseLines[1] >= span.firstLine)),
  );
}

function dropRefusal(findings: Findings, span: Span): void {
  const at = refusalOf(findings, span);
  if (at !== -1) findings.rejections.splice(at, 1);
}

/**
 * The edits without whole files that are none: content which is a part of the very file that its caption names, line for
 * line, is quoted code. Each is reported and noted.
 */
export function withoutQuotes(
  edits: readonly Edit[],
  snapshot: Snapshot,
  findings: Findings,
): readonly Edit[] {
  return edits.filter((edit) => {
    // Only a block under a caption can be a quotation: a tool call that writes a file means it.
    if (edit.kind !== 'write' || edit.origin.format !== 'whole-file') return true;
    if (edit.captionLine !== undefined || edit.isNew === true) return true;
    if (edit.content.trim() === '' || !isPartOf(edit.target.path, edit.content, snapshot))
      return true;
    findings.report(edit, 'no-effect');
    findings.note(edit, 'quoted-code', QUOTED);
    return false;
  });
}

const QUOTED = 'A block of code that stands in this file as it is; not an edit.';

/** Whether the text stands in the file and is not all of it. */
function isPartOf(path: string, text: string, snapshot: Snapshot): boolean {
  const file = snapshot.files.get(path);
  if (file === undefined || !isQuoted(path, text, snapshot)) return false;
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  return linesOfText(body).length < new SourceText(file.bytes).lineCount;
}

function isQuoted(path: string, quoted: string, snapshot: Snapshot): boolean {
  const file = snapshot.files.get(path);
  const lines = linesOfText(quoted.endsWith('\n') ? quoted.slice(0, -1) : quoted);
  if (file === undefined || lines.length === 0) return false;
  const located = locate(new SourceText(file.bytes), {
    lines,
    scope: NO_SCOPE,
    isFresh: false,
    until: 'line-endings',
  });
  return located.kind !== 'none';
}
