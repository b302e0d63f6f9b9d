import { finding, type Finding, type FindingParser } from './finding.ts';
import { isRecord, parsedJson, text } from './json-values.ts';

const PROBLEM = /^\s+(\d+):(\d+)\s+(error|warning)\s+(.+?)(?:\s{2,}(\S+))?$/;
const END = /^✖ \d+ problems? \(\d+ errors?, \d+ warnings?\)/;

interface Judged {
  readonly isError: boolean;
  readonly finding: Finding;
}

/** ESLint's default format. Warnings count only where there is no error: then they are what it failed for. */
export const eslintParser: FindingParser = {
  name: 'eslint',
  parse: (lines) => {
    if (!lines.some((line) => END.test(line))) return null;
    const judged: Judged[] = [];
    let path = '';
    for (const line of lines) {
      const match = PROBLEM.exec(line);
      if (match === null) {
        if (/^\S/.test(line)) path = line;
        continue;
      }
      const [, at, column, severity, message, rule] = match;
      judged.push({
        isError: severity === 'error',
        finding: finding({ path, line: at, column, rule, message }),
      });
    }
    return { findings: ofHighestSeverity(judged), testCount: null };
  },
};

/** ESLint's JSON format, alone or among other output. */
export const eslintJsonParser: FindingParser = {
  name: 'eslint-json',
  parse: (lines, whole = lines) => {
    const judged = whole
      .filter((line) => line.startsWith('[{"filePath":'))
      .flatMap((line) => jsonProblems(line));
    return judged.length === 0 ? null : { findings: ofHighestSeverity(judged), testCount: null };
  },
};

function ofHighestSeverity(judged: readonly Judged[]): readonly Finding[] {
  const errors = judged.filter(({ isError }) => isError);
  return (errors.length > 0 ? errors : judged).map((problem) => problem.finding);
}

function jsonProblems(line: string): readonly Judged[] {
  const files = parsedJson(line);
  if (!Array.isArray(files)) return [];
  return files.filter(isRecord).flatMap((file) => {
    const messages = Array.isArray(file['messages']) ? file['messages'] : [];
    return messages.filter(isRecord).map((message) => ({
      isError: message['severity'] === 2,
      finding: finding({
        path: text(file['filePath']),
        line: text(message['line']),
        column: text(message['column']),
        rule: text(message['ruleId']),
        message: text(message['message'])?.split('\n')[0],
      }),
    }));
  });
}
