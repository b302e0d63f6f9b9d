/** Stands in for Vitest where the tests of the engine run in the process that holds the mutants. */

export { expect } from './expectations.ts';

/** A test as it was written down, under the names of what it stands in. */
export interface CollectedTest {
  readonly name: string;
  readonly run: () => unknown;
}

export const TESTS: CollectedTest[] = [];

const around: string[] = [];

type Body = (...row: readonly unknown[]) => unknown;

/** A row's name: `%s`, `%i`, `%j` and `%o` stand for its values, in order. */
function rowName(name: string, row: readonly unknown[]): string {
  let at = 0;
  return name.replaceAll(/%([sijo])/g, (_, kind: string) => {
    const value = row[at];
    at += 1;
    return kind === 'j' || kind === 'o' ? JSON.stringify(value) : String(value);
  });
}

const rowOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const eachOf =
  (declare: (name: string, body: () => unknown) => void) =>
  (rows: readonly unknown[]) =>
  (name: string, body: Body): void => {
    for (const value of rows) declare(rowName(name, rowOf(value)), () => body(...rowOf(value)));
  };

function declareTest(name: string, ...rest: readonly unknown[]): void {
  const body = rest.find((each) => typeof each === 'function') as () => unknown;
  TESTS.push({ name: [...around, name].join(' > '), run: body });
}

function declareSuite(name: string, body: () => unknown): void {
  around.push(name);
  body();
  around.pop();
}

export const test = Object.assign(declareTest, { each: eachOf(declareTest) });

export const describe = Object.assign(declareSuite, { each: eachOf(declareSuite) });
