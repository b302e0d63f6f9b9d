import type { Span } from '../formats/decoded.ts';
import { MAX_REJECTIONS } from '../formats/format.ts';
import type { Edit } from '../model/edit.ts';
import type { FileChange, Snapshot } from '../model/patch.ts';
import type { Findings } from './findings.ts';
import { hasSeveralLines, QuotedCode } from './quoted-code.ts';
import { treeIndex } from './tree-index.ts';

/**
 * Captioned code that is not an edit: quoted code where it stands verbatim in the file that it names, as that was or as the
 * edits make it, and then a note. What was left unclassified and is not refuses the response, so that no edit is dropped in
 * silence.
 */
export function checkSpans(
  spans: readonly Span[],
  snapshot: Snapshot,
  { changes, findings }: { readonly changes: readonly FileChange[]; readonly findings: Findings },
): void {
  const before = new QuotedCode(bytesOf(snapshot));
  const after = new QuotedCode(
    new Map(changes.flatMap(({ path, after: now }) => (now === null ? [] : [[path, now.bytes]]))),
  );
  const isQuoted = (path: string, code: string): boolean =>
    before.stands(path, code) || (hasSeveralLines(code) && after.stands(path, code));
  for (const { kind, path, quoted, ...span } of spans) {
    if (path === undefined || (kind !== 'unclassified' && kind !== 'example')) continue;
    const lines = [span.firstLine, span.lastLine] as const;
    if (quoted !== undefined && isQuoted(path, quoted)) {
      dropRefusal(findings, path, lines);
      findings.notes.push({ code: 'quoted-code', path, text: QUOTED });
      continue;
    }
    const isMeant = kind === 'unclassified' || mayBeMeant(path, snapshot);
    if (!isMeant || findings.rejections.length >= MAX_REJECTIONS) continue;
    if (refusalOf(findings, path, lines) === -1)
      findings.rejections.push({
        code: 'unclassified-edit',
        path,
        responseLines: lines,
        reason: span.reason,
      });
  }
}

const bytesOf = ({ files }: Snapshot): ReadonlyMap<string, Uint8Array> =>
  new Map([...files].map(([path, { bytes }]) => [path, bytes]));

/** Whether the base has a file of this path or the folder it would be in, or, for a bare name, a file of this name. */
function mayBeMeant(path: string, { tree }: Snapshot): boolean {
  const index = treeIndex(tree);
  if (index.has(path)) return true;
  const slash = path.lastIndexOf('/');
  return slash === -1 ? index.named(path).length > 0 : index.hasFolder(path.slice(0, slash));
}

type Lines = readonly [first: number, last: number];

/** Where decoding refused these very lines already; -1 where it did not. */
function refusalOf({ rejections }: Findings, path: string, [first, last]: Lines): number {
  return rejections.findIndex(
    ({ code, path: refused, responseLines }) =>
      code === 'unclassified-edit' &&
      refused === path &&
      (responseLines === undefined || (responseLines[0] <= last && responseLines[1] >= first)),
  );
}

function dropRefusal(findings: Findings, path: string, lines: Lines): void {
  const at = refusalOf(findings, path, lines);
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
  const quoted = new QuotedCode(bytesOf(snapshot));
  return edits.filter((edit) => {
    // Only a block under a caption can be a quotation: a tool call that writes a file means it.
    if (edit.kind !== 'write' || edit.origin.format !== 'whole-file') return true;
    if (edit.captionLine !== undefined || edit.isNew === true) return true;
    if (edit.content.trim() === '' || !quoted.isPart(edit.target.path, edit.content)) return true;
    findings.report(edit, 'no-effect');
    findings.note(edit, 'quoted-code', QUOTED);
    return false;
  });
}

const QUOTED = 'A block of code that stands in this file as it is; not an edit.';
