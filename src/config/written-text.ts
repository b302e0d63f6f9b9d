import {
  findNodeAtLocation,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import { configPath, type ConfigProblem } from './config-problem.ts';

/** JSON with comments, parsed, with the place of every value. */
export interface WrittenText {
  readonly value: unknown;
  readonly problems: readonly ConfigProblem[];
  /** 1-based place of the value at a path; `key` asks for that of a key of the object there. */
  readonly placeOf: (
    path: readonly PropertyKey[],
    key?: string,
  ) => { line: number; column: number };
}

const EXPECTATIONS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a value: a quoted string, a number, true, false, null, { or [',
  InvalidNumberFormat: 'a number',
  PropertyNameExpected: 'a key in double quotes',
  ValueExpected: 'a value',
  ColonExpected: 'a colon',
  CommaExpected: 'a comma',
  CloseBraceExpected: 'a closing }',
  CloseBracketExpected: 'a closing ]',
  EndOfFileExpected: 'nothing more',
  UnexpectedEndOfString: 'a closing double quote',
  UnexpectedEndOfComment: 'the end of the comment, */',
};

/** Never throws. Comments and trailing commas are fine; a key that is given twice is a problem, because one of them would be lost. */
export function readWrittenText(text: string): WrittenText {
  try {
    return readNodes(text);
  } catch (error) {
    // The parser recurses; nothing else is expected to fail.
    if (!(error instanceof RangeError)) throw error;
    const place = { line: 1, column: 1 };
    const message = 'nested too deeply';
    return {
      value: undefined,
      problems: [{ path: '', ...place, message, expected: 'a config of some levels' }],
      placeOf: () => place,
    };
  }
}

function readNodes(text: string): WrittenText {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, {
    allowTrailingComma: true,
    allowEmptyContent: true,
  });
  const lines = lineStarts(text);
  const placeAt = (offset: number) => placeIn(lines, offset);
  // Only the first: the others follow from it more often than not.
  const problems: ConfigProblem[] = errors.slice(0, 1).map((error) => {
    const code = printParseErrorCode(error.error);
    return {
      path: '',
      ...placeAt(error.offset),
      message: `not valid JSON: ${foundAt(text, error.offset)}`,
      expected: EXPECTATIONS[code] ?? '',
    };
  });
  if (root !== undefined) collectRepeatedKeys(root, [], placeAt, problems);
  return {
    value: root === undefined ? undefined : toValue(root),
    problems,
    placeOf: (path, key) => placeAt(offsetOf(root, path, key)),
  };
}

function offsetOf(root: Node | undefined, path: readonly PropertyKey[], key?: string): number {
  if (root === undefined) return 0;
  const segments = path.map((segment) => (typeof segment === 'number' ? segment : String(segment)));
  for (let length = segments.length; length >= 0; length -= 1) {
    const node = findNodeAtLocation(root, segments.slice(0, length));
    if (node === undefined) continue;
    const property = node.children?.find((child) => child.children?.[0]?.value === key);
    return key === undefined || property === undefined ? node.offset : property.offset;
  }
  return root.offset;
}

/** Objects get no prototype, so that a key such as `__proto__` is a key like any other. */
function toValue(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(toValue);
  if (node.type !== 'object') return node.value;
  const object = Object.create(null) as Record<string, unknown>;
  for (const property of node.children ?? []) {
    const [key, value] = property.children ?? [];
    if (key !== undefined && value !== undefined) object[String(key.value)] = toValue(value);
  }
  return object;
}

function collectRepeatedKeys(
  node: Node,
  path: readonly PropertyKey[],
  placeAt: (offset: number) => { line: number; column: number },
  problems: ConfigProblem[],
): void {
  const seen = new Set<string>();
  for (const [index, child] of (node.children ?? []).entries()) {
    if (node.type === 'array') collectRepeatedKeys(child, [...path, index], placeAt, problems);
    if (node.type !== 'object') continue;
    const [key, value] = child.children ?? [];
    const name = String(key?.value);
    const place = [...path, name];
    if (seen.has(name)) {
      problems.push({
        path: configPath(place),
        ...placeAt(child.offset),
        message: 'given twice',
        expected: 'each key once',
      });
    }
    seen.add(name);
    if (value !== undefined) collectRepeatedKeys(value, place, placeAt, problems);
  }
}

function foundAt(text: string, offset: number): string {
  const found = /^\S{1,20}/.exec(text.slice(offset));
  if (offset >= text.length) return 'the file ends here';
  return found === null ? 'found a blank' : `found ${JSON.stringify(found[0])}`;
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (const match of text.matchAll(/\n/g)) starts.push(match.index + 1);
  return starts;
}

function placeIn(starts: readonly number[], offset: number): { line: number; column: number } {
  let line = starts.findIndex((start) => start > offset);
  if (line === -1) line = starts.length;
  return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
}
