import { finding, firstMatch, total, type Finding, type FindingParser } from './finding.ts';

const FAILED = /^\s*✖ (.+?)(?: \([\d.]+ms\))?$/;

/** The `spec` reporter of node:test. Failures are read from the list at its end, where each stands once. */
export const nodeTestParser: FindingParser = {
  name: 'node:test',
  parse: (lines) => {
    const testCount = total(lines, /^ℹ tests (\d+)/);
    if (testCount === null) return null;
    const start = lines.findIndex((line) => line.startsWith('✖ failing tests:'));
    const listed = start === -1 ? [] : lines.slice(start + 1);
    return { findings: listed.flatMap((line, at) => failed(listed, line, at)), testCount };
  },
};

function failed(lines: readonly string[], line: string, at: number): readonly Finding[] {
  const match = FAILED.exec(line);
  if (match === null) return [];
  const place = /^test at (.+):(\d+):(\d+)$/.exec((lines[at - 1] ?? '').trim());
  const error = firstMatch(lines, /^\s*(\S.*)$/, { from: at + 1, end: FAILED })?.[1];
  return [
    finding({
      path: place?.[1],
      line: place?.[2],
      column: place?.[3],
      test: match[1],
      message: error,
    }),
  ];
}
