import type { FileChange, Patch } from '../../core/model/patch.ts';
import type { Excerpt, Note, Rejection } from '../../core/model/rejection.ts';
import type { SyntaxProblem } from './checker.ts';
import { judgeFile, type FileJudgement } from './judge-file.ts';
import { shownLine } from './shown-line.ts';
import type { TextLines } from './text-lines.ts';

/** What the syntax gate found in a patch. */
export interface SyntaxFindings {
  readonly rejections: readonly Rejection[];
  readonly notes: readonly Note[];
}

const MOST_PER_FILE = 3;
const EXCERPT_MARGIN = 2;

/**
 * Refuses a patch that breaks the syntax of a file (`ast-broken`). Only what the patch broke counts: what was not well
 * formed before is noted at most, and so are breaks in languages that no parser here reads for certain. Files of other
 * languages, and those that are not UTF-8 text, are passed over.
 */
export async function checkSyntax(patch: Patch): Promise<SyntaxFindings> {
  const rejections: Rejection[] = [];
  const notes: Note[] = [];
  for (const batch of batchesOf(patch.changes)) {
    const isOneOfMany = batch.length >= MANY;
    for (const told of await Promise.all(batch.map((change) => judgeChange(change, isOneOfMany)))) {
      rejections.push(...told.rejections);
      notes.push(...told.notes);
    }
  }
  return { rejections, notes };
}

/** From so many files on, handing each to another thread costs less than it saves. */
const MANY = 64;
/** Bytes of texts that are in the parsers' hands at a time: they make some forty of each. */
const MOST_AT_ONCE = 1024 * 1024;

/** All changes in their order, no more at a time than memory is to be had for. */
function batchesOf(changes: readonly FileChange[]): readonly (readonly FileChange[])[] {
  const batches: FileChange[][] = [];
  let bytes = Infinity;
  for (const change of changes) {
    const size = change.after?.bytes.length ?? 0;
    if (bytes + size > MOST_AT_ONCE) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)?.push(change);
    bytes += size;
  }
  return batches;
}

async function judgeChange(change: FileChange, isOneOfMany: boolean): Promise<SyntaxFindings> {
  const after = textOf(change.after);
  if (after === null) return NOTHING;
  const base = textOf(change.before);
  const basePath = change.from ?? change.path;
  const judged = await judgeFile({ path: change.path, basePath, base, after }, isOneOfMany);
  if (judged === null) return NOTHING;
  return judged.kind === 'broken'
    ? { rejections: broken(change, judged), notes: [] }
    : { rejections: [], notes: [noteOn(change, judged)] };
}

const NOTHING: SyntaxFindings = { rejections: [], notes: [] };

/** Null for a file that is absent, no regular file, or not UTF-8. */
function textOf(side: FileChange['after']): string | null {
  if (side === null || (side.mode !== '100644' && side.mode !== '100755')) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(side.bytes);
  } catch {
    return null;
  }
}

/** 1-based. `noticed` is where the parser noticed, if that is another line than the one to show. */
interface Place {
  readonly line: number;
  readonly column: number;
  readonly noticed: number | null;
}

function placeOf(problem: SyntaxProblem, { after, map, culprit }: FileJudgement): Place {
  const offset = problem.noticedAt ?? problem.offset;
  const noticed = after.lineAt(offset);
  const shown = shownLine({ problem, text: after, map, culprit });
  const written = lastWritten(after);
  const line = Math.min(shown, written);
  const column =
    shown !== noticed
      ? (/^\s*/.exec(after.lines[line] ?? '')?.[0].length ?? 0)
      : line === noticed
        ? offset - after.startOf(noticed)
        : (after.lines[line]?.length ?? 0);
  return {
    line: line + 1,
    column: column + 1,
    noticed: Math.min(noticed, written) === line ? null : Math.min(noticed, written) + 1,
  };
}

/** The end of a text is told as the end of its last line, not as an empty one behind it. */
const lastWritten = ({ lines }: TextLines): number =>
  lines.at(-1) === '' ? Math.max(0, lines.length - 2) : lines.length - 1;

/** One rejection for each line, the first few. */
function broken(change: FileChange, judged: FileJudgement): readonly Rejection[] {
  const byLine = new Map<number, Rejection>();
  for (const problem of judged.problems) {
    const { line, column, noticed } = placeOf(problem, judged);
    if (byLine.has(line)) continue;
    const block = blockAt(change, judged, line - 1);
    byLine.set(line, {
      code: 'ast-broken',
      path: change.path,
      lines: [line],
      ...(block === null ? {} : { block }),
      facts: {
        language: judged.checker.language,
        message: problem.message,
        column,
        ...(noticed === null ? {} : { noticedAtLine: noticed }),
      },
      excerpt: excerptAround(change.path, judged.after, line),
    });
    if (byLine.size === MOST_PER_FILE) break;
  }
  return [...byLine.values()];
}

/** The block of the response that changed a line (0-based); null where that is not one alone. */
function blockAt(
  { blocks, regions }: FileChange,
  { base, map }: FileJudgement,
  line: number,
): number | null {
  if (blocks.length === 1) return blocks[0] ?? null;
  const stretch = map.stretches.find(({ from, to }) => line >= from && line <= to);
  if (stretch === undefined || base === null) return null;
  const byteOf = (at: number): number => Buffer.byteLength(base.text.slice(0, base.startOf(at)));
  const [start, end] = [byteOf(stretch.fromBase), byteOf(stretch.toBase)];
  const touching = regions.filter((region) => region.start <= end && region.end >= start);
  const found = new Set(touching.map(({ block }) => block));
  const [only] = found;
  return found.size === 1 && only !== undefined ? only : null;
}

function noteOn({ path }: FileChange, judged: FileJudgement): Note {
  const { language } = judged.checker;
  const [problem] = judged.problems;
  if (judged.kind === 'unread') {
    return {
      code: 'syntax-not-checked',
      path,
      text: `${path} could not be read as ${language} in the time allowed, so its syntax was not checked.`,
    };
  }
  if (judged.kind === 'was-broken' || problem === undefined) {
    return {
      code: 'syntax-not-checked',
      path,
      text: `${path} was not valid ${language} before this change either, so its syntax was not checked.`,
    };
  }
  const { line, column } = placeOf(problem, judged);
  return {
    code: 'syntax-doubtful',
    path,
    text: `${path}:${line}:${column} may not be valid ${language} any more: ${problem.message}. This refuses nothing, since sound files can look so too.`,
  };
}

function excerptAround(path: string, { lines }: TextLines, line: number): Excerpt {
  const first = Math.max(1, line - EXCERPT_MARGIN);
  const shown = lines.slice(first - 1, line + EXCERPT_MARGIN);
  return { path, firstLine: first, lines: shown.map((text) => text.slice(0, 300)) };
}
