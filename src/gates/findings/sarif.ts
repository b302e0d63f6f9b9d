import { finding, type Finding, type FindingParser } from './finding.ts';
import { isRecord, parsedJson, text, type JsonObject } from './json-values.ts';

/** Documents that are tried in one output: each try reads it to its end. */
const MOST_TRIES = 5;

/**
 * SARIF 2 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/), on one line or on many, alone or among other output. What is
 * suppressed, passed or below the highest level found is left out: an analysis fails for its worst.
 */
export const sarifParser: FindingParser = {
  name: 'sarif',
  parse: (lines, whole = lines) => {
    const log = sarifLog(whole);
    if (log === null) return null;
    const results = list(log['runs']).flatMap((run) =>
      list(run['results'])
        .filter(isComplaint)
        .map((result) => ({ level: levelOf(result, run), found: findingOf(result, run) })),
    );
    const worst = LEVELS.find((level) => results.some((each) => each.level === level));
    const findings = results.filter(({ level }) => level === worst).map(({ found }) => found);
    return { findings, testCount: null };
  },
};

/** The first document among the lines that is one of these logs. */
function sarifLog(lines: readonly string[]): JsonObject | null {
  if (!lines.some((line) => /"runs"\s*:/.test(line))) return null;
  let tries = 0;
  for (const [at, line] of lines.entries()) {
    if (!line.startsWith('{')) continue;
    tries += 1;
    if (tries > MOST_TRIES) return null;
    const end = lines.indexOf('}', at);
    const log = parsedJson(line) ?? parsedJson(lines.slice(at, end + 1).join('\n'));
    const isOurs =
      isRecord(log) && Array.isArray(log['runs']) && (text(log['version']) ?? '').startsWith('2.');
    if (isOurs) return log;
  }
  return null;
}

const LEVELS = ['error', 'warning', 'note', 'none'] as const;

const list = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

const inner = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((place, key) => (isRecord(place) ? place[key] : undefined), value);

const isComplaint = (result: JsonObject): boolean =>
  (text(result['kind']) ?? 'fail') === 'fail' &&
  list(result['suppressions']).length === 0 &&
  result['baselineState'] !== 'absent';

/** What the rule says where the result says nothing; a warning where neither does. */
function levelOf(result: JsonObject, run: JsonObject): string {
  const own = text(result['level']);
  return own ?? text(inner(ruleOf(result, run), 'defaultConfiguration', 'level')) ?? 'warning';
}

function ruleOf(result: JsonObject, run: JsonObject): JsonObject | undefined {
  const rules = list(inner(run, 'tool', 'driver', 'rules'));
  const index = result['ruleIndex'];
  if (typeof index === 'number' && index >= 0) return rules[index];
  return rules.find(({ id }) => id === result['ruleId']);
}

function findingOf(result: JsonObject, run: JsonObject): Finding {
  const [location] = list(result['locations']);
  const place = inner(location, 'physicalLocation');
  const message =
    text(inner(result, 'message', 'text')) ?? text(inner(result, 'message', 'markdown'));
  return finding({
    path: decoded(text(inner(place, 'artifactLocation', 'uri'))),
    line: text(inner(place, 'region', 'startLine')),
    column: text(inner(place, 'region', 'startColumn')),
    rule:
      text(result['ruleId']) ??
      text(inner(result, 'rule', 'id')) ??
      text(ruleOf(result, run)?.['id']),
    message: message?.split('\n')[0],
  });
}

function decoded(uri: string | undefined): string | undefined {
  try {
    return uri === undefined ? undefined : decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
