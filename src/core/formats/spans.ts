import type { Span } from './decoded.ts';
import type { Line } from './response-text.ts';
import type { Mark } from './walk-state.ts';

function spanOf(lines: readonly Line[], mark: Mark, from = mark.from): Span {
  const { end, kind, reason, path, quoted, intent } = mark;
  return {
    start: lines[from]?.start ?? 0,
    end: lines[end - 1]?.end ?? 0,
    firstLine: from + 1,
    lastLine: end,
    kind,
    reason,
    ...(path === undefined ? {} : { path }),
    ...(quoted === undefined ? {} : { quoted }),
    ...(intent === undefined ? {} : { intent }),
  };
}

/** Marks, and the prose between them, as spans: every character of the text belongs to exactly one. */
export function spansOf(lines: readonly Line[], marks: readonly Mark[]): readonly Span[] {
  const spans: Span[] = [];
  let at = 0;
  const proseUpTo = (end: number): void => {
    if (end > at) spans.push(spanOf(lines, { from: at, end, kind: 'prose', reason: 'text' }));
  };
  for (const mark of marks) {
    if (mark.end <= Math.max(mark.from, at)) continue;
    proseUpTo(mark.from);
    spans.push(spanOf(lines, mark, Math.max(mark.from, at)));
    at = mark.end;
  }
  proseUpTo(lines.length);
  return spans;
}
