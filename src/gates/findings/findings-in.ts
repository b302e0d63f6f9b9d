import type { Finding } from './finding.ts';
import { FALLBACK_PARSER, FINDING_PARSERS } from './registry.ts';

/** What a gate's output complains about. */
export interface Findings {
  /** Names of the parsers that understood it. */
  readonly parsers: readonly string[];
  readonly list: readonly Finding[];
  /** Tests found by all test programs together; null where none says. */
  readonly testCount: number | null;
}

export const NO_FINDINGS: Findings = { parsers: [], list: [], testCount: null };

/** Short enough that no pattern takes long over it. */
const MAX_LINE = 1000;

/**
 * The findings in a plain text (see `plainText`). Paths below `root`, the folder that the command ran in, are made
 * relative to it. Never throws.
 */
export function findingsIn(output: string, root: string): Findings {
  const whole = output.split('\n');
  const lines = whole.map((line) => line.slice(0, MAX_LINE));
  const understood = FINDING_PARSERS.flatMap((parser) => {
    const parsed = parser.parse(lines, whole);
    return parsed === null ? [] : [{ ...parsed, name: parser.name }];
  });
  if (understood.every(({ findings }) => findings.length === 0)) {
    const parsed = FALLBACK_PARSER.parse(lines);
    if (parsed !== null) understood.push({ ...parsed, name: FALLBACK_PARSER.name });
  }
  const counts = understood.flatMap(({ testCount }) => (testCount === null ? [] : [testCount]));
  return {
    parsers: understood.map(({ name }) => name),
    list: understood.flatMap(({ findings }) => findings).map((found) => relative(found, root)),
    testCount: counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0),
  };
}

/** Messages name absolute paths too, which differ from one scratch tree to the next. */
function relative(found: Finding, root: string): Finding {
  const short = (text: string): string => text.replaceAll(`${root}/`, '');
  return {
    ...found,
    message: short(found.message),
    ...(found.test === undefined ? {} : { test: short(found.test) }),
    ...(found.path === undefined
      ? {}
      : { path: short(found.path.replace(/^file:\/\//, '')).replace(/^\.\//, '') }),
  };
}
