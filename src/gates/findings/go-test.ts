import { finding, firstMatch, type Finding, type FindingParser } from './finding.ts';

const FAILED = /^(\s*)--- FAIL: (\S+) \([\d.]+s\)$/;
const PACKAGE = /^FAIL\t(\S+)/;
const COMPILER = /^(?:vet: )?((?:\.{1,2}\/)?[^\s:]+\.go):(\d+)(?::(\d+))?: (.+)$/;

/** `go test`, `go vet` and `go build`. Files are named relative to their package, so the package is a part of the test's name. */
export const goTestParser: FindingParser = {
  name: 'go',
  parse: (lines) => {
    const isGo = lines.some(
      (line) => /^(?:ok {2}|FAIL|\?   )\t\S+/.test(line) || /^# \S+\/\S+|^# \S+$/.test(line),
    );
    if (
      !isGo ||
      !lines.some((line) => FAILED.test(line) || COMPILER.test(line) || /^(?:ok|FAIL)\b/.test(line))
    ) {
      return null;
    }
    const findings = lines.flatMap((line, at) => [
      ...failed(lines, line, at),
      ...compilerFinding(line),
    ]);
    const verbose = lines.filter((line) => /^\s*--- (?:PASS|FAIL|SKIP): /.test(line)).length;
    const isVerbose = lines.some((line) => /^=== RUN\s/.test(line));
    return { findings, testCount: isVerbose ? verbose : null };
  },
};

function failed(lines: readonly string[], line: string, at: number): readonly Finding[] {
  const match = FAILED.exec(line);
  if (match === null) return [];
  const next = FAILED.exec(lines[at + 1] ?? '');
  // A test with failed subtests fails because of them.
  if (next !== null && next[1]?.length !== match[1]?.length) return [];
  const block = { from: at + 1, end: /^\s*--- |^(?:FAIL|ok|=== )/ };
  const place = firstMatch(lines, /^\s+(\S+\.go):(\d+): (.*)$/, block);
  const group = firstMatch(lines, PACKAGE, { from: at + 1, most: 2000 });
  const owner = group === null ? '' : `${group[1] ?? ''} `;
  return [
    finding({
      path: place?.[1],
      line: place?.[2],
      test: `${owner}${match[2] ?? ''}`,
      message: place?.[3] ?? 'failed',
    }),
  ];
}

function compilerFinding(line: string): readonly Finding[] {
  const match = COMPILER.exec(line);
  if (match === null) return [];
  return [finding({ path: match[1], line: match[2], column: match[3], message: match[4] })];
}
