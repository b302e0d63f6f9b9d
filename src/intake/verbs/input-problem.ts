import type * as z from 'zod';
import { closestName } from '../../config/closest-name.ts';
import type { CallRefusal } from './verb.ts';

type Issue = z.core.$ZodIssue;

/** Names that other tools give the same things. */
const USUAL: Readonly<Record<string, string>> = {
  file: 'path',
  file_path: 'path',
  filePath: 'path',
  old_str: 'old',
  old_string: 'old',
  oldText: 'old',
  search: 'old',
  new_str: 'new',
  new_string: 'new',
  newText: 'new',
  replace: 'new',
  replace_all: 'all',
  file_text: 'content',
  query: 'pattern',
  timeout: 'seconds',
  files: 'paths',
  token: 'tokens',
  read: 'tokens',
  read_token: 'tokens',
  readToken: 'tokens',
  submission: 'id',
};

/** Input that does not fit a schema, in words that say where and what is expected there. */
export function inputProblem(error: z.ZodError, schema: z.ZodObject, input: unknown): CallRefusal {
  const problems = error.issues.slice(0, 5).map((issue) => wordsOf(issue, schema, input));
  const left = error.issues.length - problems.length;
  return {
    code: 'bad-input',
    title: `${problems.join('; ')}${left > 0 ? `; and ${left} more` : ''}`,
    hint: 'Send it again with that put right.',
  };
}

function wordsOf(issue: Issue, schema: z.ZodObject, input: unknown): string {
  const at = placeOf(issue.path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownKey(key, issue.path, schema)).join('; ');
    case 'invalid_type':
      return valueAt(input, issue.path) === undefined
        ? `${at} is missing`
        : `${at} must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return `${at} must ${bound(issue.origin, 'at least', issue.minimum)}`;
    case 'too_big':
      return `${at} must ${bound(issue.origin, 'at most', issue.maximum)}`;
    case 'invalid_value':
      return `${at} must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
      return `${at}: ${issue.message}`;
  }
}

function bound(origin: string, side: string, limit: number | bigint): string {
  const isOne = Number(limit) === 1;
  if (origin === 'string') return `have ${side} ${limit} character${isOne ? '' : 's'}`;
  if (origin === 'array') return `have ${side} ${limit} entr${isOne ? 'y' : 'ies'}`;
  return `be ${side} ${limit}`;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let found: unknown = input;
  for (const part of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Readonly<Record<PropertyKey, unknown>>)[part];
  }
  return found;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const placeOf = (path: readonly PropertyKey[]): string =>
  path.length === 0
    ? 'the input'
    : `"${path.map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at === 0 ? '' : '.'}${String(part)}`)).join('')}"`;

function unknownKey(key: string, path: readonly PropertyKey[], schema: z.ZodObject): string {
  const known = keysAt(schema, path);
  const usual = USUAL[key];
  const meant = usual !== undefined && known.includes(usual) ? usual : closestName(key, known);
  const place = placeOf([...path, key]);
  return meant === null
    ? `there is no ${place} here: known are ${known.join(', ')}`
    : `there is no ${place} here: it is called "${meant}"`;
}

/** The keys of the object that a path leads to. */
function keysAt(schema: z.ZodObject, path: readonly PropertyKey[]): readonly string[] {
  let at: unknown = schema;
  for (const part of path) at = inside(unwrapped(at), part);
  const found = unwrapped(at);
  return isObjectSchema(found) ? Object.keys(found.shape) : [];
}

const inside = (schema: unknown, part: PropertyKey): unknown => {
  if (isObjectSchema(schema)) return schema.shape[String(part)];
  return typeof schema === 'object' && schema !== null && 'element' in schema
    ? schema.element
    : undefined;
};

function unwrapped(schema: unknown): unknown {
  let at = schema;
  while (
    typeof at === 'object' &&
    at !== null &&
    'unwrap' in at &&
    typeof at.unwrap === 'function' &&
    !('element' in at)
  ) {
    at = (at.unwrap as () => unknown)();
  }
  return at;
}

const isObjectSchema = (schema: unknown): schema is z.ZodObject =>
  typeof schema === 'object' && schema !== null && 'shape' in schema;
