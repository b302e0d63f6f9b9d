import { finding, firstMatch, type Finding, type FindingParser } from './finding.ts';

const PROBLEM = /^\s{1,4}([x×!⚠])\s(?:([\w@/-]+\([\w@/-]+\)): )?(\S.*)$/;
const PLACE = /^\s*(?:,-|╭─)\[(.+?):(\d+):(\d+)\]/;

/** The pictures of source text that oxlint and other programs of its kind draw. Warnings are left out beside errors. */
export const graphicalParser: FindingParser = {
  name: 'graphical',
  parse: (lines) => {
    const problems = lines.flatMap((line, at) => problemAt(lines, line, at));
    if (problems.length === 0) return null;
    const errors = problems.filter(({ isError }) => isError);
    const shown = errors.length > 0 ? errors : problems;
    return { findings: shown.map((problem) => problem.finding), testCount: null };
  },
};

function problemAt(
  lines: readonly string[],
  line: string,
  at: number,
): readonly { readonly isError: boolean; readonly finding: Finding }[] {
  const match = PROBLEM.exec(line);
  if (match === null) return [];
  const place = firstMatch(lines, PLACE, { from: at + 1, most: 4, end: PROBLEM });
  if (place === null) return [];
  return [
    {
      isError: match[1] === 'x' || match[1] === '×',
      finding: finding({
        path: place[1],
        line: place[2],
        column: place[3],
        rule: match[2],
        message: match[3],
      }),
    },
  ];
}
