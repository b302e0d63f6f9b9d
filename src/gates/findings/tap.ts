import { finding, firstMatch, total, type Finding, type FindingParser } from './finding.ts';

const RESULT = /^(\s*)(not )?ok \d+(?: -)? ?(.*?)(?:\s+#\s*(TODO|SKIP)\b.*)?$/i;

/** The Test Anything Protocol, as node:test, tape, ava and prove print it. */
export const tapParser: FindingParser = {
  name: 'tap',
  parse: (lines) => {
    const isTap = lines.some((line) => /^TAP version \d+/.test(line) || /^1\.\.\d+\s*$/.test(line));
    if (!isTap || !lines.some((line) => RESULT.test(line))) return null;
    return {
      findings: failures(lines),
      testCount: total(lines, /^# tests (\d+)/) ?? countResults(lines),
    };
  },
};

function failures(lines: readonly string[]): readonly Finding[] {
  const findings: Finding[] = [];
  /** The suites around a line, outermost first. */
  let suites: readonly { readonly indent: number; readonly name: string }[] = [];
  for (const [at, line] of lines.entries()) {
    const subtest = /^(\s*)# Subtest: (.+)$/.exec(line);
    if (subtest !== null) {
      const indent = subtest[1]?.length ?? 0;
      suites = [
        ...suites.filter((suite) => suite.indent < indent),
        { indent, name: subtest[2] ?? '' },
      ];
    }
    const match = RESULT.exec(line);
    if (match?.[2] === undefined || match[4] !== undefined) continue;
    const indent = match[1]?.length ?? 0;
    const names = suites.filter((suite) => suite.indent < indent).map(({ name }) => name);
    findings.push(...failed(lines, at, [...names, match[3] ?? ''].join(' > ')));
  }
  return findings;
}

function failed(lines: readonly string[], at: number, test: string): readonly Finding[] {
  const block = { from: at + 1, end: /^\s*(?:(?:not )?ok \d|\.\.\.\s*$)/ };
  const kind = firstMatch(lines, /^\s*failureType:\s*'?(\w+)/, block)?.[1];
  // A suite fails because of what is in it, which is reported by itself.
  if (kind === 'subtestsFailed') return [];
  const error = firstMatch(lines, /^\s*(?:error|message):\s*(.+)$/, block)?.[1] ?? '';
  const place = firstMatch(lines, /^\s*(?:location|at):\s*'?(.+?):(\d+):(\d+)'?$/, block);
  return [
    finding({
      path: place?.[1],
      line: place?.[2],
      column: place?.[3],
      test,
      message: unquoted(error),
    }),
  ];
}

const unquoted = (text: string): string =>
  text.replace(/^(['"])(.*)\1$/, '$2').replace(/^\|-$/, '');

const countResults = (lines: readonly string[]): number =>
  lines.filter((line) => /^(?:not )?ok \d/.test(line)).length;
