import { finding, type Finding, type FindingParser } from './finding.ts';

const PLAIN = /^(.+?)\((\d+),(\d+)\): error (TS\d+): (.+)$/;
const PRETTY = /^(.+?):(\d+):(\d+) - error (TS\d+): (.+)$/;
const WHOLE = /^error (TS\d+): (.+)$/;

/** TypeScript's compiler, plain and pretty. */
export const tscParser: FindingParser = {
  name: 'tsc',
  parse: (lines) => {
    const findings = lines.flatMap((line): readonly Finding[] => {
      const placed = PLAIN.exec(line) ?? PRETTY.exec(line);
      if (placed !== null) {
        const [, path, at, column, rule, message] = placed;
        return [finding({ path, line: at, column, rule, message })];
      }
      const whole = WHOLE.exec(line);
      return whole === null ? [] : [finding({ rule: whole[1], message: whole[2] })];
    });
    return findings.length === 0 ? null : { findings, testCount: null };
  },
};
