import { finding, type Finding, type FindingParser } from './finding.ts';

const LOCATED =
  /^(?:\[?(?:error|ERROR|E)\]?:?\s+)?((?:[A-Za-z]:[\\/])?[^\s:()'"]+):(\d+):(?:(\d+):?)?\s+(\S.*)$/;
const RULE = /\s*[[(]([\w-]+(?:\/[\w-]+)*)[\])]$|^([A-Z]{1,4}\d{2,5})\b:?\s+/;

/** What compilers and linters of all sorts print: `path:line:column: message`. Tried only after all the others. */
export const locatedLineParser: FindingParser = {
  name: 'located-line',
  parse: (lines) => {
    const findings = lines.flatMap((line): readonly Finding[] => {
      const match = LOCATED.exec(line);
      if (match === null || !isPath(match[1] ?? '') || isRemark(match[4] ?? '')) return [];
      const [, path, at, column, message = ''] = match;
      const rule = RULE.exec(message);
      return [
        finding({
          path,
          line: at,
          column,
          rule: rule?.[1] ?? rule?.[2],
          message: message.replace(/^(?:fatal )?error:?\s+/i, ''),
        }),
      ];
    });
    return findings.length === 0 ? null : { findings, testCount: null };
  },
};

const isPath = (text: string): boolean => /[./\\]/.test(text) && !text.includes('//');

/** Lines that accompany a complaint, or complain of nothing. */
const isRemark = (message: string): boolean =>
  /^(?:warning|note|info|help|remark)\b/i.test(message);
