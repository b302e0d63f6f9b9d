/** A value that stands for many: it judges the actual one itself. */
class Likeness {
  readonly accepts: (actual: unknown) => boolean;

  constructor(accepts: (actual: unknown) => boolean) {
    this.accepts = accepts;
  }
}

type Bag = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Keys that hold something: an absent key and one that holds undefined are the same. */
const keysOf = (value: object): readonly string[] =>
  Object.entries(value).flatMap(([key, held]) => (held === undefined ? [] : [key]));

function areEqualLists(a: readonly unknown[], b: readonly unknown[], isPart: boolean): boolean {
  return a.length === b.length && a.every((item, at) => areEqual(item, b[at], isPart));
}

const areEqualSets = (a: ReadonlySet<unknown>, b: ReadonlySet<unknown>): boolean =>
  a.size === b.size && [...b].every((wanted) => [...a].some((item) => areEqual(item, wanted)));

function areEqualObjects(a: object, b: object, isPart: boolean): boolean {
  if (ArrayBuffer.isView(a) || ArrayBuffer.isView(b))
    return (
      a instanceof Uint8Array && b instanceof Uint8Array && Buffer.from(a).equals(Buffer.from(b))
    );
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && areEqualLists(a, b, isPart);
  if (a instanceof Set || b instanceof Set)
    return a instanceof Set && b instanceof Set && areEqualSets(a, b);
  if (a instanceof Map || b instanceof Map)
    return a instanceof Map && b instanceof Map && areEqualSets(new Set(a), new Set(b));
  const [left, right] = [a as Bag, b as Bag];
  if (!isPart && keysOf(a).length !== keysOf(b).length) return false;
  return Object.keys(b).every((key) => areEqual(left[key], right[key], isPart));
}

/** Equal all the way down. `isPart`: the actual value may have more keys than the expected one. */
function areEqual(actual: unknown, expected: unknown, isPart = false): boolean {
  if (expected instanceof Likeness) return expected.accepts(actual);
  if (Object.is(actual, expected)) return true;
  return isObject(actual) && isObject(expected) && areEqualObjects(actual, expected, isPart);
}

const listOf = (value: unknown): readonly unknown[] =>
  typeof value === 'string' || isObject(value) ? [...(value as Iterable<unknown>)] : [];

const numbers = (actual: unknown, expected: unknown): readonly [number, number] => [
  Number(actual),
  Number(expected),
];

function throws(run: unknown, message?: unknown): boolean {
  try {
    (run as () => unknown)();
    return false;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    if (message instanceof RegExp) return message.test(text);
    return message === undefined || (typeof message === 'string' && text.includes(message));
  }
}

type Matcher = (actual: unknown, expected?: unknown) => boolean;

const MATCHERS: Readonly<Record<string, Matcher>> = {
  toBe: (actual, expected) => Object.is(actual, expected),
  toEqual: (actual, expected) => areEqual(actual, expected),
  toStrictEqual: (actual, expected) => areEqual(actual, expected),
  toMatchObject: (actual, expected) => areEqual(actual, expected, true),
  toHaveLength: (actual, length) => (actual as { readonly length: number }).length === length,
  toBeNull: (actual) => actual === null,
  toBeUndefined: (actual) => actual === undefined,
  toBeDefined: (actual) => actual !== undefined,
  toBeGreaterThan: (actual, least) => numbers(actual, least)[0] > numbers(actual, least)[1],
  toBeGreaterThanOrEqual: (actual, least) => numbers(actual, least)[0] >= numbers(actual, least)[1],
  toBeLessThan: (actual, most) => numbers(actual, most)[0] < numbers(actual, most)[1],
  toBeLessThanOrEqual: (actual, most) => numbers(actual, most)[0] <= numbers(actual, most)[1],
  toContain: (actual, part) =>
    typeof actual === 'string' ? actual.includes(String(part)) : listOf(actual).includes(part),
  toContainEqual: (actual, part) => listOf(actual).some((item) => areEqual(item, part)),
  toMatch: (actual, pattern) =>
    pattern instanceof RegExp
      ? pattern.test(String(actual))
      : String(actual).includes(String(pattern)),
  toThrow: throws,
};

const shown = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 300);

type Expectation = Readonly<Record<string, unknown>>;

function expectationOf(actual: unknown, isNegated: boolean): Expectation {
  const known = Object.entries(MATCHERS).map(([name, holds]) => {
    const check = (expected?: unknown): void => {
      if (holds(actual, expected) !== isNegated) return;
      throw new Error(`${isNegated ? 'not ' : ''}${name}: ${shown(actual)}, ${shown(expected)}`);
    };
    return [name, check] as const;
  });
  return Object.fromEntries(known);
}

/** The assertions that the engine's tests use, with the meaning that Vitest gives them. */
export const expect = Object.assign(
  (actual: unknown): Expectation => ({
    ...expectationOf(actual, false),
    not: expectationOf(actual, true),
  }),
  {
    objectContaining: (part: object) => new Likeness((actual) => areEqual(actual, part, true)),
    arrayContaining: (items: readonly unknown[]) =>
      new Likeness((actual) =>
        items.every((item) => listOf(actual).some((each) => areEqual(each, item))),
      ),
  },
);
