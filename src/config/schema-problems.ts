import type * as z from 'zod';
import { closestName } from './closest-name.ts';
import { configPath, type ConfigProblem } from './config-problem.ts';
import { knownKeysAt } from './json-schema.ts';
import type { WrittenText } from './written-text.ts';

type Issue = z.core.$ZodIssue;

/** What the schema found wrong, each with its place in the file, in the words of the file's author. */
export const schemaProblems = (error: z.ZodError, written: WrittenText): readonly ConfigProblem[] =>
  error.issues.flatMap((issue) => problemsOf(issue, [], written));

function problemsOf(
  issue: Issue,
  above: readonly PropertyKey[],
  written: WrittenText,
): readonly ConfigProblem[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownKey(path, key, written));
  }
  if (issue.code === 'invalid_union') {
    const likeliest = likeliestBranch(issue.errors);
    if (likeliest !== null) return likeliest.flatMap((inner) => problemsOf(inner, path, written));
  }
  const value = valueAt(written.value, path);
  return [
    {
      path: configPath(path),
      ...written.placeOf(path),
      message: value === undefined ? 'missing' : `found ${describe(value)}`,
      expected: expectation(issue),
    },
  ];
}

function unknownKey(
  path: readonly PropertyKey[],
  key: string,
  written: WrittenText,
): ConfigProblem {
  const known = knownKeysAt(path).filter((name) => name !== '$schema');
  const suggestion = closestName(key, known);
  return {
    path: configPath([...path, key]),
    ...written.placeOf(path, key),
    message: 'no such key',
    expected: `one of ${known.join(', ')}`,
    ...(suggestion === null ? {} : { suggestion }),
  };
}

/** The branch that the author probably had in mind: the one whose own shape fits. None where no shape fits. */
function likeliestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | null {
  const isOfOtherShape = (issues: readonly Issue[]): boolean =>
    issues.some(
      (issue) =>
        issue.path.length === 0 &&
        (issue.code === 'invalid_type' || issue.code === 'invalid_value'),
    );
  const fitting = branches.filter((issues) => !isOfOtherShape(issues));
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object { }',
  record: 'an object { }',
};

const expectation = (issue: Issue): string => listed([...new Set(expectations(issue))]);

function expectations(issue: Issue): readonly string[] {
  if (issue.code === 'invalid_type') return [TYPES[issue.expected] ?? issue.expected];
  if (issue.code === 'too_small') return [bound(issue.origin, 'at least', issue.minimum)];
  if (issue.code === 'too_big') return [bound(issue.origin, 'at most', issue.maximum)];
  if (issue.code === 'invalid_value') return issue.values.map((value) => JSON.stringify(value));
  if (issue.code === 'invalid_union') {
    return issue.errors.flatMap((inner) => inner.flatMap(expectations));
  }
  return [issue.message];
}

const listed = (options: readonly string[]): string =>
  options.length < 2
    ? (options[0] ?? '')
    : `${options.slice(0, -1).join(', ')} or ${options.at(-1) ?? ''}`;

function bound(origin: string, side: string, limit: number | bigint): string {
  if (origin === 'string') return `a text of ${side} ${limit} characters`;
  if (origin === 'array') return `a list of ${side} ${limit} entries`;
  return `${origin === 'int' ? 'a whole number' : 'a number'} of ${side} ${limit}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found: unknown = value;
  for (const segment of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Readonly<Record<PropertyKey, unknown>>)[segment];
  }
  return found;
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
