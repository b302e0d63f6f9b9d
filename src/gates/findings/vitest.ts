import { finding, firstMatch, number, type Finding, type FindingParser } from './finding.ts';

const FAILED =
  /^\s*FAIL\s+(?:\|[^|]+\|\s+|[\w-]+\s{1,4}(?=\S+\.\w+))?(\S+\.\w+)(?:\s+>\s+(.+)|\s+\[.*\])?$/;
const COUNT = /^\s*Tests\s.*\((\d+)\)$/;

/** vitest's default and verbose reporters. */
export const vitestParser: FindingParser = {
  name: 'vitest',
  parse: (lines) => {
    const isVitest = lines.some(
      (line) => /^\s*Test Files\s.*\(\d+\)$/.test(line) || /^\s*RUN\s+v\d+\./.test(line),
    );
    if (!isVitest) return null;
    const count = lines
      .map((line) => number(COUNT.exec(line)?.[1]))
      .find((found) => found !== null);
    return {
      findings: lines.flatMap((line, at) => failed(lines, line, at)),
      testCount: count ?? null,
    };
  },
};

function failed(lines: readonly string[], line: string, at: number): readonly Finding[] {
  const match = FAILED.exec(line);
  if (match === null) return [];
  const block = { from: at + 1, end: /^\s*⎯{4,}/ };
  const error = firstMatch(lines, /^\s*((?:\w*(?:Error|Exception)|Error):.*)$/, block)?.[1];
  const place = firstMatch(lines, /^\s*❯ (?:.*\s)?(\S+\.\w+):(\d+):(\d+)$/, block);
  const isOwn = place?.[1] === match[1];
  return [
    finding({
      path: match[1],
      line: isOwn ? place?.[2] : undefined,
      column: isOwn ? place?.[3] : undefined,
      test: match[2],
      message: error ?? 'failed',
    }),
  ];
}
