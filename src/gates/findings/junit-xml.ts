import { finding, type Finding, type FindingParser } from './finding.ts';

const CASE = /<testcase\b([^>]*?)(\/?)>/g;
const ATTRIBUTE = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** JUnit's XML, which many test programs can print. */
export const junitXmlParser: FindingParser = {
  name: 'junit-xml',
  parse: (lines) => {
    if (!lines.some((line) => /<testsuites?\b/.test(line))) return null;
    const text = lines.join('\n');
    const cases = [...text.matchAll(CASE)];
    if (cases.length === 0) return null;
    const findings = cases.flatMap((match, index): readonly Finding[] => {
      if (match[2] === '/') return [];
      const body = text.slice(match.index + match[0].length, cases[index + 1]?.index);
      const failure = /<(?:failure|error)\b([^>]*)>?/.exec(body.split('</testcase>')[0] ?? '');
      return failure === null ? [] : [failed(attributes(match[1]), attributes(failure[1]))];
    });
    return { findings, testCount: cases.length };
  },
};

function failed(
  testCase: ReadonlyMap<string, string>,
  failure: ReadonlyMap<string, string>,
): Finding {
  const owner = testCase.get('classname');
  const name = testCase.get('name') ?? '';
  return finding({
    path: testCase.get('file'),
    line: testCase.get('line'),
    test: owner === undefined || owner === '' ? name : `${owner} > ${name}`,
    message: (failure.get('message') ?? failure.get('type') ?? 'failed').split('\n')[0],
  });
}

const attributes = (text = ''): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(ATTRIBUTE)].map((match) => [
      match[1] ?? '',
      unescaped(match[2] ?? match[3] ?? ''),
    ]),
  );

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  amp: '&',
  '#10': '\n',
  '#xA': '\n',
};

const unescaped = (text: string): string =>
  text.replace(/&(#?\w{1,8});/g, (whole, name: string) => ENTITIES[name] ?? whole);
