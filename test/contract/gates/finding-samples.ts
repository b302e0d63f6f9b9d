import type { Findings } from '../../../src/gates/findings/findings-in.ts';

/** What is read out of each recorded output. The folder has the output, the table what it says. */
export const FINDING_SAMPLES: Readonly<Record<string, Findings>> = {
  tap: {
    parsers: ['tap'],
    testCount: 4,
    list: [
      {
        path: 'src/a.test.mjs',
        line: 4,
        column: 3,
        test: 'sums > adds',
        message: '2 == 3',
      },
      { path: 'src/a.test.mjs', line: 7, column: 1, test: 'throws', message: 'boom' },
    ],
  },
  'node-test': {
    parsers: ['node:test'],
    testCount: 4,
    list: [
      {
        path: 'src/a.test.mjs',
        line: 4,
        column: 3,
        test: 'adds',
        message: 'AssertionError [ERR_ASSERTION]: 2 == 3',
      },
      { path: 'src/a.test.mjs', line: 7, column: 1, test: 'throws', message: 'Error: boom' },
    ],
  },
  vitest: {
    parsers: ['vitest'],
    testCount: 3,
    list: [
      {
        path: 't/b.test.ts',
        line: 1,
        column: 1,
        message: "Error: Cannot find module './nothing.ts' imported from t/b.test.ts",
      },
      {
        path: 't/a.test.ts',
        line: 2,
        column: 68,
        test: 'sums > adds > well',
        message: 'AssertionError: expected 2 to be 3 // Object.is equality',
      },
      { path: 't/a.test.ts', line: 3, column: 30, test: 'throws', message: 'Error: boom' },
    ],
  },
  sarif: {
    parsers: ['sarif'],
    testCount: null,
    list: [
      {
        path: 'a.py',
        line: 1,
        column: 1,
        rule: 'I001',
        message: 'Import block is un-sorted or un-formatted',
      },
      { path: 'a.py', line: 1, column: 8, rule: 'F401', message: '`os` imported but unused' },
      { path: 'a.py', line: 2, column: 8, rule: 'F401', message: '`sys` imported but unused' },
      {
        path: 'a.py',
        line: 5,
        column: 5,
        rule: 'F841',
        message: 'Local variable `x` is assigned to but never used',
      },
      { path: 'a.py', line: 6, column: 12, rule: 'F821', message: 'Undefined name `y`' },
      {
        path: 'sub/b c.py',
        line: 1,
        column: 7,
        rule: 'invalid-syntax',
        message: 'Expected a parameter or the end of the parameter list',
      },
      {
        path: 'sub/b c.py',
        line: 2,
        column: 1,
        rule: 'invalid-syntax',
        message: 'unexpected EOF while parsing',
      },
    ],
  },
  'sarif-line': {
    parsers: ['sarif'],
    testCount: null,
    list: [
      { path: 'src/my app.go', line: 7, column: 2, rule: 'S1', message: 'Hard-coded password.' },
      { rule: 'S3', message: '**Whole** project.' },
    ],
  },
  jest: {
    parsers: ['jest'],
    testCount: 5,
    list: [
      {
        path: 'src/sum.test.js',
        line: 5,
        column: 19,
        test: 'sums > adds',
        message: 'expect(received).toBe(expected) // Object.is equality',
      },
      {
        path: 'src/broken.test.js',
        message: "Cannot find module './nothing' from 'src/broken.test.js'",
      },
    ],
  },
  mocha: {
    parsers: ['mocha'],
    testCount: 3,
    list: [
      {
        path: 'test/sum.js',
        line: 5,
        column: 12,
        test: 'sums > adds',
        message: 'AssertionError [ERR_ASSERTION]: 2 == 3',
      },
      {
        path: 'test/sum.js',
        line: 9,
        column: 13,
        test: 'sums > with more > adds more',
        message: 'Error: boom',
      },
    ],
  },
  pytest: {
    parsers: ['pytest'],
    testCount: 4,
    list: [
      { path: 'tests/test_a.py', test: 'test_bad', message: 'AssertionError: sums' },
      { path: 'tests/test_a.py', test: 'test_param[2]', message: 'assert 2 == 1' },
    ],
  },
  'pytest-collection': {
    parsers: ['pytest'],
    testCount: 4,
    list: [
      {
        path: 'tests/test_b.py',
        message: "ModuleNotFoundError: No module named 'nothing_here'",
      },
    ],
  },
  'go-test': {
    parsers: ['go'],
    testCount: null,
    list: [
      {
        path: 'sum_test.go',
        line: 9,
        test: 'example.com/calc/sum TestAdd',
        message: 'got 2, want 3',
      },
      {
        path: 'sum_test.go',
        line: 21,
        test: 'example.com/calc/sum TestTable/two',
        message: 'got 4',
      },
    ],
  },
  'go-build': {
    parsers: ['go'],
    testCount: null,
    list: [{ path: 'sum/sum.go', line: 4, column: 9, message: 'undefined: x' }],
  },
  cargo: {
    parsers: ['cargo'],
    testCount: 2,
    list: [
      {
        path: 'src/lib.rs',
        line: 6,
        column: 16,
        test: 'tests::bad',
        message: 'assertion `left == right` failed',
      },
    ],
  },
  'cargo-error': {
    parsers: ['cargo'],
    testCount: null,
    list: [
      {
        path: 'src/lib.rs',
        line: 8,
        column: 17,
        rule: 'E0425',
        message: 'cannot find value `x` in this scope',
      },
    ],
  },
  tsc: {
    parsers: ['tsc'],
    testCount: null,
    list: [
      {
        path: 'src/a.ts',
        line: 3,
        column: 5,
        rule: 'TS2322',
        message: "Type 'string' is not assignable to type 'number'.",
      },
      {
        path: 'src/b.tsx',
        line: 10,
        column: 12,
        rule: 'TS2345',
        message: "Argument of type '{ a: number; }' is not assignable to parameter of type 'B'.",
      },
      {
        rule: 'TS5055',
        message: "Cannot write file 'src/c.js' because it would overwrite input file.",
      },
    ],
  },
  'tsc-pretty': {
    parsers: ['tsc'],
    testCount: null,
    list: [
      {
        path: 'src/a.ts',
        line: 3,
        column: 5,
        rule: 'TS2322',
        message: "Type 'string' is not assignable to type 'number'.",
      },
    ],
  },
  eslint: {
    parsers: ['eslint'],
    testCount: null,
    list: [
      {
        path: 'src/a.js',
        line: 3,
        column: 5,
        rule: 'no-unused-vars',
        message: "'a' is assigned a value but never used",
      },
      { path: 'src/b.js', line: 1, column: 1, message: 'Parsing error: Unexpected token }' },
    ],
  },
  'eslint-json': {
    parsers: ['eslint-json'],
    testCount: null,
    list: [{ path: 'src/a.js', line: 3, column: 8, rule: 'semi', message: 'Missing semicolon.' }],
  },
  graphical: {
    parsers: ['graphical'],
    testCount: null,
    list: [
      {
        path: 'src/a.js',
        line: 2,
        column: 1,
        rule: 'eslint(no-debugger)',
        message: '`debugger` statement is not allowed',
      },
    ],
  },
  prettier: {
    parsers: ['prettier'],
    testCount: null,
    list: [
      { path: 'y.js', message: 'not formatted' },
      { path: 'x.ts', message: 'not formatted' },
    ],
  },
  'junit-xml': {
    parsers: ['junit-xml'],
    testCount: 3,
    list: [
      {
        path: 'test/sum.py',
        line: 5,
        test: 'sums > adds <well>',
        message: 'expected 2 to be 3',
      },
      { test: 'throws', message: 'Error' },
    ],
  },
  'located-line': {
    parsers: ['located-line'],
    testCount: null,
    list: [
      {
        path: 'src/main.c',
        line: 12,
        column: 5,
        message: "expected ';' before 'return'",
      },
      {
        path: 'app/models.py',
        line: 3,
        column: 1,
        rule: 'F401',
        message: "F401 'os' imported but unused",
      },
      {
        path: 'app/models.py',
        line: 9,
        rule: 'assignment',
        message: 'Incompatible types in assignment  [assignment]',
      },
      {
        path: 'src/a.js',
        line: 2,
        column: 1,
        message: '`debugger` statement is not allowed. [Error/eslint(no-debugger)]',
      },
    ],
  },
};
