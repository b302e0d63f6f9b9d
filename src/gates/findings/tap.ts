import { finding, firstMatch, total, type Finding, type FindingParser } from './finding.ts';

const RESULT = /^(\s*)(not )?ok \d+(?: -)? ?(.*?)(?:\s+#\s*(TODO|SKIP)\b.*)?$/i;

/** The Test Anything Protocol, as node:test, tape, ava and prove print it. */
export const tapParser: FindingParser = {
  name: 'tap',
  parse: (lines) => {
    const isTap = lines.some((line) => /^TAP version \d+/.test(line) || /^1\.\.\d+\s*$/.test(line));
    if (!isTap || !lines.some((line) => RESULT.test(line))) return null;
    const findings = lines.flatMap((line, at) => failed(lines, line, at));
    return { findings, testCount: total(lines, /^# tests (\d+)/) ?? countResults(lines) };
  },
};

function failed(lines: readonly string[], line: string, at: number): readonly Finding[] {
  const match = RESULT.exec(line);
  if (match === null || match[2] === undefined || match[4] !== undefined) return [];
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
      test: match[3] ?? '',
      message: unquoted(error),
    }),
  ];
}

const unquoted = (text: string): string =>
  text.replace(/^(['"])(.*)\1$/, '$2').replace(/^\|-$/, '');

const countResults = (lines: readonly string[]): number =>
  lines.filter((line) => /^(?:not )?ok \d/.test(line)).length;
