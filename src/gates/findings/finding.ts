/** One complaint of a gate. Lines and columns are 1-based. */
export interface Finding {
  /** As the program printed it, made relative to the tree where it was below it. */
  readonly path?: string;
  readonly line?: number;
  readonly column?: number;
  /** Name or number of the rule or error. */
  readonly rule?: string;
  /** One line. */
  readonly message: string;
  /** Full name of the failed test, its suites first. */
  readonly test?: string;
}

/** What one parser made of an output. */
export interface ParsedOutput {
  readonly findings: readonly Finding[];
  /** Tests that were found, run or not; null where the output does not say. */
  readonly testCount: number | null;
}

/**
 * Reads the output of one family of programs. Pure; never throws, whatever the text; linear time. The lines come
 * without escape sequences and of bounded length; `whole` has them uncut, for documents that make no sense otherwise.
 */
export interface FindingParser {
  readonly name: string;
  /** Null where the output is not of these programs. */
  readonly parse: (lines: readonly string[], whole?: readonly string[]) => ParsedOutput | null;
}

/** A finding out of the groups of a match, those that did not take part left out. */
export function finding(groups: {
  readonly path?: string | undefined;
  readonly line?: string | undefined;
  readonly column?: string | undefined;
  readonly rule?: string | undefined;
  readonly message?: string | undefined;
  readonly test?: string | undefined;
}): Finding {
  const { path, rule, test } = groups;
  const line = number(groups.line);
  const column = number(groups.column);
  return {
    ...(path === undefined ? {} : { path: path.trim() }),
    ...(line === null ? {} : { line }),
    ...(column === null ? {} : { column }),
    ...(rule === undefined || rule === '' ? {} : { rule }),
    message: (groups.message ?? '').trim(),
    ...(test === undefined ? {} : { test: test.trim() }),
  };
}

/** A whole number, or null. */
export const number = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;

/** First match of a pattern among lines, from `from` until a line that `end` matches. */
export function firstMatch(
  lines: readonly string[],
  pattern: RegExp,
  range: { readonly from: number; readonly end?: RegExp; readonly most?: number },
): RegExpExecArray | null {
  const last = Math.min(lines.length, range.from + (range.most ?? 60));
  for (let at = range.from; at < last; at += 1) {
    const line = lines[at] ?? '';
    if (range.end?.test(line)) return null;
    const match = pattern.exec(line);
    if (match !== null) return match;
  }
  return null;
}

/** The sum of the captured numbers over all lines that match; null where none does. */
export function total(lines: readonly string[], pattern: RegExp): number | null {
  let sum: number | null = null;
  for (const line of lines) {
    const count = number(pattern.exec(line)?.[1]);
    if (count !== null) sum = (sum ?? 0) + count;
  }
  return sum;
}
