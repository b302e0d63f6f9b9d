import { finding, firstMatch, number, type Finding, type FindingParser } from './finding.ts';

const SUMMARY = /^(?:FAILED|ERROR) ([^\s:]+\.py)(?:::(.+?))?(?: - (.*))?$/;
const PLACE = /^(\S+\.py):(\d+): (?!in )(\w+.*)$/;
const END = /^(?:=+ )?((?:\d+ [a-z]+(?:, )?)+) in [\d.]+s/;

/** pytest, with and without `-q`: the short summary, and the places above it. */
export const pytestParser: FindingParser = {
  name: 'pytest',
  parse: (lines) => {
    const end = lines.map((line) => END.exec(line)?.[1]).find((found) => found !== undefined);
    const isPytest =
      end !== undefined || lines.some((line) => /^=+ test session starts =+$/.test(line));
    if (!isPytest) return null;
    const places = lines.flatMap((line) => {
      const match = PLACE.exec(line);
      return match === null
        ? []
        : [{ path: match[1] ?? '', line: match[2] ?? '', error: match[3] ?? '' }];
    });
    const findings = lines.flatMap((line): readonly Finding[] => {
      const match = SUMMARY.exec(line);
      if (match === null) return [];
      const inFile = places.filter(({ path }) => path === match[1]);
      // Only where the file failed once is it certain which place belongs to which test.
      const place = inFile.length === 1 ? inFile[0] : undefined;
      return [
        finding({
          path: match[1],
          line: place?.line,
          test: match[2],
          message: match[3] ?? place?.error ?? collectionError(lines, match[1] ?? ''),
        }),
      ];
    });
    return { findings, testCount: collected(lines) ?? counted(end) };
  },
};

/** A file that cannot be imported has no message in the summary. */
function collectionError(lines: readonly string[], path: string): string {
  const start = lines.findIndex((line) => line.includes(` ERROR collecting ${path} `));
  const found = start === -1 ? null : firstMatch(lines, /^E\s+(.+)$/, { from: start });
  return found?.[1] ?? 'failed';
}

function collected(lines: readonly string[]): number | null {
  for (const line of lines) {
    const count = number(/^collected (\d+) items?/.exec(line)?.[1]);
    if (count !== null) return count;
  }
  return null;
}

function counted(end: string | undefined): number | null {
  if (end === undefined) return null;
  return [...end.matchAll(/(\d+) (passed|failed|skipped|errors?|xfailed|xpassed)/g)].reduce(
    (sum, match) => sum + Number(match[1]),
    0,
  );
}
