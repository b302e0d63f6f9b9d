import { lostBalance } from './bracket-balance.ts';
import type { SyntaxChecker, SyntaxProblem } from './checker.ts';
import { findCulprit } from './find-culprit.ts';
import { mapLines, type ChangedStretch, type LineMap } from './line-map.ts';
import { newProblems } from './new-problems.ts';
import { SYNTAX_CHECKERS } from './registry.ts';
import { mayBeStray, strayLines } from './stray-lines.ts';
import { TextLines } from './text-lines.ts';

/** A changed text file. `base` is null for a new one. */
export interface ChangedText {
  readonly path: string;
  readonly basePath: string;
  readonly base: string | null;
  readonly after: string;
}

/** What is wrong with a changed file. */
export interface FileJudgement {
  readonly checker: SyntaxChecker;
  readonly base: TextLines | null;
  readonly after: TextLines;
  readonly map: LineMap;
  /** The changed stretch that did it, where several might have and this is known. */
  readonly culprit: ChangedStretch | null;
  /** The change broke these: never empty for `broken` and `doubtful`. */
  readonly problems: readonly SyntaxProblem[];
  /**
   * `doubtful`: told, not refused. `was-broken`: all that is wrong was so before. `unread`: no checker came to the end.
   */
  readonly kind: 'broken' | 'doubtful' | 'was-broken' | 'unread';
}

/** Null: nothing to say, or a file of no known language. `isOneOfMany`: see `SyntaxChecker`. */
export async function judgeFile(
  change: ChangedText,
  isOneOfMany = false,
): Promise<FileJudgement | null> {
  const claimed = SYNTAX_CHECKERS.filter(({ claims }) => claims(change.path, change.after));
  const [strictest] = claimed;
  if (strictest === undefined) return null;
  // Most files are sound, and then it does not matter what they were before.
  if (!mayBeStray(change.after)) {
    const problems = await strictest.check(change.after, change.path, isOneOfMany);
    if (problems?.length === 0) return null;
  }
  const after = new TextLines(change.after);
  const base = change.base === null ? null : new TextLines(change.base);
  const map = mapLines(base, after);
  const common = { base, after, map, culprit: null };

  const stray = strayLines(base, after, map);
  if (stray.length > 0) return { ...common, checker: strictest, problems: stray, kind: 'broken' };
  if (base === null) {
    const verdict = await judgeNew(claimed, change);
    return verdict === null ? null : { ...common, ...verdict };
  }
  const verdict = await judgeChanged(claimed, change, { base, after, map });
  if (verdict === null) return null;
  const { checker, all } = verdict;
  const culprit = await findCulprit(checker, change.path, all, { base, after, map });
  return { ...common, ...verdict, culprit };
}

type Verdict = Pick<FileJudgement, 'checker' | 'problems' | 'kind'>;

/** `all` are the old problems too. */
interface ChangeVerdict extends Verdict {
  readonly all: readonly SyntaxProblem[];
}

/** A new file is held to the first that claims it; where that one only tells, any that can read it is enough. */
async function judgeNew(
  claimed: readonly SyntaxChecker[],
  { after, path }: ChangedText,
): Promise<Verdict | null> {
  let verdict: Verdict | null = null;
  for (const checker of claimed) {
    const problems = await checker.check(after, path);
    if (problems === null) return { checker, problems: [], kind: 'unread' };
    if (problems.length === 0) return null;
    verdict ??= { checker, problems, kind: kindOf(checker, { path, base: null, after }) };
    if (checker.verdict !== 'notes') break;
  }
  return verdict;
}

function kindOf(
  { verdict }: SyntaxChecker,
  { path, base, after }: Omit<ChangedText, 'basePath'>,
): 'broken' | 'doubtful' {
  if (verdict === 'rejects') return 'broken';
  if (verdict === 'rejects-changes') return base === null ? 'doubtful' : 'broken';
  return verdict === 'rejects-unbalanced' && lostBalance(path, base, after) ? 'broken' : 'doubtful';
}

/** Held to the first that the base satisfies; where there is none, to the first, and only for what is new. */
async function judgeChanged(
  claimed: readonly SyntaxChecker[],
  { base, after, path, basePath }: ChangedText,
  lines: { readonly base: TextLines; readonly after: TextLines; readonly map: LineMap },
): Promise<ChangeVerdict | null> {
  let fallback: ChangeVerdict | null = null;
  for (const checker of claimed) {
    const problems = await checker.check(after, path);
    // Well formed as one of them is well formed, so the base need not be looked at.
    if (problems?.length === 0) return null;
    const baseProblems = problems === null ? null : await checker.check(base ?? '', basePath);
    if (problems === null || baseProblems === null) {
      return { checker, problems: [], all: [], kind: 'unread' };
    }
    if (baseProblems.length === 0)
      return { checker, problems, all: problems, kind: kindOf(checker, { path, base, after }) };
    fallback ??= compare(checker, { lines, problems, baseProblems });
  }
  return fallback;
}

function compare(
  checker: SyntaxChecker,
  {
    lines,
    problems,
    baseProblems,
  }: {
    readonly lines: { readonly base: TextLines; readonly after: TextLines; readonly map: LineMap };
    readonly problems: readonly SyntaxProblem[];
    readonly baseProblems: readonly SyntaxProblem[];
  },
): ChangeVerdict | null {
  const { broken, doubtful } = newProblems(
    { text: lines.base, problems: baseProblems },
    { text: lines.after, problems },
    lines.map,
    checker.findsAll,
  );
  // One that fails on sound texts has failed on this base: it has nothing to say.
  if (checker.verdict !== 'rejects') return null;
  if (broken.length > 0) return { checker, problems: broken, all: problems, kind: 'broken' };
  return {
    checker,
    problems: doubtful,
    all: problems,
    kind: doubtful.length > 0 && checker.findsAll ? 'doubtful' : 'was-broken',
  };
}
