import type { SyntaxChecker, SyntaxProblem } from './checker.ts';
import type { ChangedStretch, LineMap } from './line-map.ts';
import type { TextLines } from './text-lines.ts';

/** With more, one parse for each would cost more than the answer is worth. */
const MOST_STRETCHES = 8;

/**
 * Which of several changed stretches broke a file: the only one without which less is wrong with it. Null where no single
 * one did, or where there are too many to try.
 */
export async function findCulprit(
  checker: SyntaxChecker,
  path: string,
  problems: readonly SyntaxProblem[],
  lines: { readonly base: TextLines; readonly after: TextLines; readonly map: LineMap },
): Promise<ChangedStretch | null> {
  const { stretches } = lines.map;
  if (stretches.length < 2 || stretches.length > MOST_STRETCHES) return null;
  let culprit: ChangedStretch | null = null;
  for (const stretch of stretches) {
    const left = await checker.check(withoutStretch(lines.base, lines.after, stretch), path);
    if (left === null || left.length >= problems.length) continue;
    if (culprit !== null) return null;
    culprit = stretch;
  }
  return culprit;
}

/** The changed text with one stretch as the base has it. */
function withoutStretch(base: TextLines, after: TextLines, stretch: ChangedStretch): string {
  const { fromBase, toBase, from, to } = stretch;
  return (
    after.text.slice(0, after.startOf(from)) +
    base.text.slice(base.startOf(fromBase), base.startOf(toBase)) +
    after.text.slice(after.startOf(to))
  );
}
