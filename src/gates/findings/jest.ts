import { finding, firstMatch, number, type Finding, type FindingParser } from './finding.ts';

const SUITE = /^\s*FAIL\s+(?:\S+\s+)??(\S+\.\w+)(?:\s+\([\d.]+ m?s\))?$/;
const FAILED = /^\s*● (.+)$/;
const COUNT = /^Tests:\s.*?(\d+) total$/;

/** jest's default reporter. Its summary repeats the failures, so each counts once. */
export const jestParser: FindingParser = {
  name: 'jest',
  parse: (lines) => {
    if (!lines.some((line) => /^Test Suites:\s.*\d+ total$/.test(line))) return null;
    const findings = new Map<string, Finding>();
    let path: string | undefined;
    for (const [at, line] of lines.entries()) {
      path = SUITE.exec(line)?.[1] ?? path;
      const test = FAILED.exec(line)?.[1];
      if (test === undefined || test === 'Console') continue;
      const found = failed(lines, at, path, test);
      findings.set(`${path ?? ''}\0${test}`, found);
    }
    const count = lines
      .map((line) => number(COUNT.exec(line)?.[1]))
      .find((found) => found !== null);
    return { findings: [...findings.values()], testCount: count ?? null };
  },
};

function failed(
  lines: readonly string[],
  at: number,
  path: string | undefined,
  test: string,
): Finding {
  const block = { from: at + 1, end: /^\s*(?:●|FAIL|PASS|Test Suites:)\s/ };
  const message = firstMatch(lines, /^\s*(\S.*)$/, block)?.[1];
  const place = firstMatch(lines, /^\s*at .*?\(?([^\s()]+):(\d+):(\d+)\)?$/, block);
  const isOwn = path !== undefined && place?.[1]?.endsWith(path);
  const isSuite = test === 'Test suite failed to run';
  return finding({
    path,
    line: isOwn ? place?.[2] : undefined,
    column: isOwn ? place?.[3] : undefined,
    test: isSuite ? undefined : test.replaceAll(' › ', ' > '),
    message: message ?? test,
  });
}
