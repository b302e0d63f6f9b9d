import { changedLines } from '../apply/changed-lines.ts';
import { isElisionComment } from '../formats/elision.ts';
import { changedRuns } from '../match/changed-runs.ts';
import type { FileChange } from '../model/patch.ts';
import type { Rejection } from '../model/rejection.ts';
import { findings } from '../policies/findings.ts';
import { isLockFile } from '../policies/lock-files.ts';
import type { Policy } from '../policies/policy.ts';
import { sourceLanguage } from '../source/source-language.ts';
import { sourceView, type SourceView } from '../source/source-view.ts';

/** Prose and data, in which dots and the word "rest" are ordinary. */
const PROSE = /\.(?:mdx?|markdown|rst|txt|adoc|tex|csv|tsv|log|snap|diff|patch|html?|svg|po|srt)$/i;

/**
 * Added lines of code hold no placeholder for code that was left out. For a plain difference of two texts: what an edit
 * asks for is looked at where it is applied. A placeholder stands alone between lines of code; inside a longer comment
 * or a text it is part of what that says. One without dots or without a word counts only where it takes the place of
 * something.
 */
export const elidedLines: Policy = {
  name: 'elided-lines',
  judge: ({ patch }) => findings({ rejections: patch.changes.flatMap(judgeChange) }),
};

function judgeChange(change: FileChange): Rejection[] {
  const { path, before, after } = change;
  if (after === null || after.bytes.includes(0) || PROSE.test(path) || isLockFile(path)) return [];
  if (after.mode !== '100644' && after.mode !== '100755') return [];
  if (sourceLanguage(path).family === 'text') return [];
  // Most changes add none, and need no more looking at.
  if (!changedLines(change).added.some((line) => isElisionComment(contentOf(line), path)))
    return [];
  const view = sourceView(path, after.bytes);
  const old = before === null ? [] : linesOf(Buffer.from(before.bytes).toString('utf8'));
  const line = firstElision(view, old, path);
  if (line === null) return [];
  const facts = { line: (view.lines[line] ?? '').trim() };
  return [{ code: 'elided-content', path, lines: [line + 1], facts }];
}

/** The 0-based line of the first placeholder among the new lines; null where there is none. */
function firstElision(view: SourceView, old: readonly string[], path: string): number | null {
  const now = view.lines.map(withoutReturn);
  const known = new Set(old.map((line) => line.trim()));
  let inside: ReadonlySet<number> | null = null;
  for (const { fromOld, toOld, fromNew, toNew } of changedRuns(old, now)) {
    const replaces = old.slice(fromOld, toOld).some((line) => line.trim() !== '');
    for (let at = fromNew; at < toNew; at += 1) {
      const line = now[at] ?? '';
      if (!isElisionComment(line, path) || known.has(line.trim())) continue;
      const isCertain = hasDots(line) && /\p{L}/u.test(line);
      if (isBareDots(line) || !(isCertain || replaces)) continue;
      inside ??= linesInside(view);
      if (inside.has(at) || isRemark(now, at)) continue;
      return at;
    }
  }
  return null;
}

const hasDots = (line: string): boolean => line.includes('...') || line.includes('…');

/** Three dots alone end a document, or are the body of a function. */
const isBareDots = (line: string): boolean => /^\s*(?:\.{3}|…)\s*$/.test(line);

const REMARK = /^\s*(?:\/\/|#|--|;|%|\*)/;

/** Whether a line of remark goes on the one before it, or is gone on with. */
const isRemark = (lines: readonly string[], at: number): boolean =>
  REMARK.test(lines[at] ?? '') &&
  (REMARK.test(lines[at - 1] ?? '') || REMARK.test(lines[at + 1] ?? ''));

/** 0-based lines that lie in a comment or a text of several lines. */
function linesInside({ tokens, text }: SourceView): ReadonlySet<number> {
  const inside = new Set<number>();
  let line = 0;
  let counted = 0;
  for (const { kind, start, end } of tokens) {
    const first = line + feedsIn(text.slice(counted, start));
    const last = first + feedsIn(text.slice(start, end));
    if ((kind === 'comment' || kind === 'string') && last > first)
      for (let each = first; each <= last; each += 1) inside.add(each);
    line = last;
    counted = end;
  }
  return inside;
}

const feedsIn = (text: string): number => text.split('\n').length - 1;

const contentOf = (line: Buffer): string => line.toString('utf8').replace(/\r?\n$/, '');

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

const linesOf = (text: string): string[] => text.split('\n').map(withoutReturn);
