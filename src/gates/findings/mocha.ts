import { finding, firstMatch, total, type Finding, type FindingParser } from './finding.ts';

const ENTRY = /^ {2}\d+\) (.+)$/;

/** mocha's spec, dot and list reporters: the numbered failures at the end. */
export const mochaParser: FindingParser = {
  name: 'mocha',
  parse: (lines) => {
    const passing = total(lines, /^\s+(\d+) passing \([\d.]+\w+\)$/);
    if (passing === null) return null;
    const failing = total(lines, /^\s+(\d+) failing$/) ?? 0;
    const pending = total(lines, /^\s+(\d+) pending$/) ?? 0;
    const start = lines.findIndex((line) => /^\s+\d+ failing$/.test(line));
    const listed = start === -1 ? [] : lines.slice(start + 1);
    return {
      findings: listed.flatMap((line, at) => failed(listed, line, at)),
      testCount: passing + failing + pending,
    };
  },
};

function failed(lines: readonly string[], line: string, at: number): readonly Finding[] {
  const match = ENTRY.exec(line);
  if (match === null) return [];
  const names = [match[1] ?? ''];
  let next = at + 1;
  // The title goes on, one suite a line, until the line that ends with a colon.
  while (!(names.at(-1) ?? '').endsWith(':') && /^ {5,}\S/.test(lines[next] ?? '')) {
    names.push((lines[next] ?? '').trim());
    next += 1;
  }
  const message = firstMatch(lines, /^\s+(\S.*)$/, { from: next, end: ENTRY })?.[1];
  const place = firstMatch(lines, /^\s*at .*?\(?([^\s()]+):(\d+):(\d+)\)?$/, {
    from: next,
    end: ENTRY,
  });
  return [
    finding({
      path: place?.[1],
      line: place?.[2],
      column: place?.[3],
      test: names.join(' > ').replace(/:$/, ''),
      message,
    }),
  ];
}
