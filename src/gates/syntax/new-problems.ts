import type { SyntaxProblem } from './checker.ts';
import type { LineMap } from './line-map.ts';
import type { TextLines } from './text-lines.ts';

/** A text and what one checker says of it. */
export interface CheckedText {
  readonly text: TextLines;
  readonly problems: readonly SyntaxProblem[];
}

/** What a change broke, for certain, and what it may have broken: the base was broken where it was changed. */
export interface NewProblems {
  readonly broken: readonly SyntaxProblem[];
  readonly doubtful: readonly SyntaxProblem[];
}

/**
 * Tells a change's own problems from those of its base. A problem is the base's where one with the same message stands on
 * the same line, or on an equal one. In a file that was broken before, a new problem counts only if it touches what was
 * changed, what was changed was sound, and, for a checker that stops at the first problem, the base was read that far.
 */
export function newProblems(
  base: CheckedText,
  after: CheckedText,
  map: LineMap,
  findsAll: boolean,
): NewProblems {
  if (base.problems.length === 0) return { broken: after.problems, doubtful: [] };
  const fresh = withoutKnown(base, after, map);
  const wasSound = !base.problems.some((problem) =>
    map.stretches.some(({ fromBase, toBase }) =>
      meets(linesOf(problem, base.text), fromBase, toBase),
    ),
  );
  const readTo = findsAll ? Infinity : nowOfFirst(base, map);
  const isOwn = (problem: SyntaxProblem): boolean => {
    const lines = linesOf(problem, after.text);
    return lines[0] < readTo && map.stretches.some(({ from, to }) => meets(lines, from, to));
  };
  return {
    broken: wasSound ? fresh.filter(isOwn) : [],
    doubtful: wasSound ? fresh.filter((problem) => !isOwn(problem)) : fresh,
  };
}

function withoutKnown(
  base: CheckedText,
  after: CheckedText,
  map: LineMap,
): readonly SyntaxProblem[] {
  const known = new Map<string, number>();
  const stands = new Set<string>();
  for (const problem of base.problems) {
    const line = base.text.lineAt(problem.offset);
    const now = map.nowOf(line);
    if (now !== null) stands.add(`${now} ${problem.message}`);
    const key = keyOf(problem, base.text);
    known.set(key, (known.get(key) ?? 0) + 1);
  }
  return after.problems.filter((problem) => {
    const key = keyOf(problem, after.text);
    const left = known.get(key) ?? 0;
    if (left > 0) known.set(key, left - 1);
    return left === 0 && !stands.has(`${after.text.lineAt(problem.offset)} ${problem.message}`);
  });
}

const keyOf = (problem: SyntaxProblem, text: TextLines): string =>
  `${problem.message}\n${(text.lines[text.lineAt(problem.offset)] ?? '').trim()}`;

/** First and last line of a problem, 0-based. */
export const linesOf = (
  { offset, end = offset }: SyntaxProblem,
  text: TextLines,
): [number, number] => [text.lineAt(offset), text.lineAt(Math.max(offset, end - 1))];

/** Whether lines meet a half-open stretch or stand next to it. */
const meets = ([first, last]: readonly [number, number], from: number, to: number): boolean =>
  first <= to && last >= from - 1;

/** The line up to which a checker that stops at the first problem has read the base, in the changed text's count. */
function nowOfFirst({ text, problems }: CheckedText, map: LineMap): number {
  const line = Math.min(...problems.map(({ offset }) => text.lineAt(offset)));
  for (let at = line; at >= 0; at -= 1) {
    const now = map.nowOf(at);
    if (now !== null) return now;
  }
  return 0;
}
