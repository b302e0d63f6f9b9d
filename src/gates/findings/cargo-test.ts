import { finding, firstMatch, total, type Finding, type FindingParser } from './finding.ts';

const FAILED = /^test (.+?)(?: - should panic)? \.\.\. FAILED$/;
const ERROR = /^error(?:\[(\w+)\])?: (.+)$/;

/** `cargo test`, `cargo build`, `cargo check` and clippy. */
export const cargoTestParser: FindingParser = {
  name: 'cargo',
  parse: (lines) => {
    const isCargo = lines.some(
      (line) =>
        line.startsWith('test result: ') || /^\s+(?:Compiling|Checking|Finished) /.test(line),
    );
    if (!isCargo) return null;
    const findings = lines.flatMap((line, at) => [
      ...failedTest(lines, line),
      ...compilerError(lines, line, at),
    ]);
    return { findings, testCount: total(lines, /^running (\d+) tests?$/) };
  },
};

function failedTest(lines: readonly string[], line: string): readonly Finding[] {
  const test = FAILED.exec(line)?.[1];
  if (test === undefined) return [];
  const start = lines.indexOf(`---- ${test} stdout ----`);
  const block = { from: start + 1, end: /^---- / };
  const place =
    start === -1 ? null : firstMatch(lines, /panicked at (.+\.rs):(\d+):(\d+):?$/, block);
  const at = place === null ? -1 : lines.indexOf(place.input, start);
  return [
    finding({
      path: place?.[1],
      line: place?.[2],
      column: place?.[3],
      test,
      message: lines[at + 1] !== undefined && at !== -1 ? lines[at + 1] : 'failed',
    }),
  ];
}

function compilerError(lines: readonly string[], line: string, at: number): readonly Finding[] {
  const match = ERROR.exec(line);
  if (match === null) return [];
  const place = firstMatch(lines, /^\s+--> (.+):(\d+):(\d+)$/, { from: at + 1, most: 3 });
  // Errors without a place only say that there were errors.
  if (place === null) return [];
  return [
    finding({
      path: place[1],
      line: place[2],
      column: place[3],
      rule: match[1],
      message: match[2],
    }),
  ];
}
