import { finding, type Finding, type FindingParser } from './finding.ts';

const END = /^\[(?:warn|error)\] (?:Code style issues|Error occurred when checking)/;

/** `prettier --check`: the files that are not formatted. */
export const prettierParser: FindingParser = {
  name: 'prettier',
  parse: (lines) => {
    if (!lines.some((line) => END.test(line))) return null;
    const findings = lines.flatMap((line): readonly Finding[] => {
      const match = /^\[(?:warn|error)\] ([^\s:].*?)(?:: (.+))?$/.exec(line);
      if (match === null || END.test(line)) return [];
      return [finding({ path: match[1], message: match[2] ?? 'not formatted' })];
    });
    return { findings, testCount: null };
  },
};
