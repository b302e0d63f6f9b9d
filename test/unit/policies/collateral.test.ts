import { describe, expect, test } from 'vitest';
import { collateral } from '../../../src/core/policies/collateral.ts';
import { DEFAULT_LIMITS } from '../../../src/core/policies/limits.ts';
import { changeOf, judgedBy, patchOf, testJudged } from '../../support/patches.ts';

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at + 1)).join('\n') + '\n';

const calls = (count: number, quote = "'"): string =>
  lines(count, (at) => `call${at}(${quote}a${at}${quote}, { b: ${at} });`);

/** The one thing that was asked for. */
const asked = (text: string): string => `${text}asked();\n`;

describe('a whole file with one real change', () => {
  testJudged(collateral, [
    ['and quotes of every line', { 'a.ts': [calls(8), asked(calls(8, '"'))] }, ['formatting a.ts']],
    ['and quotes of few lines', { 'a.ts': [calls(5), asked(calls(5, '"'))] }, []],
    ['and nothing else', { 'a.ts': [calls(80), asked(calls(80))] }, []],
    [
      'and trailing blanks',
      { 'a.py': [lines(8, (at) => `a${at} = 1  `), asked(lines(8, (at) => `a${at} = 1`))] },
      ['formatting a.py'],
    ],
    [
      'and calls laid out anew',
      {
        'a.ts': [
          `${calls(6)}\nlast();\n`,
          asked(`${lines(6, (at) => `call${at}(\n  'a${at}',\n  { b: ${at} },\n);`)}\nlast();\n`),
        ],
      },
      ['formatting a.ts'],
    ],
    [
      'and tabs for blanks',
      {
        'a.ts': [
          lines(5, (at) => `function f${at}() {\n    if (a) {\n        b${at}();\n    }\n}`),
          asked(lines(5, (at) => `function f${at}() {\n\tif (a) {\n\t\tb${at}();\n\t}\n}`)),
        ],
      },
      ['formatting a.ts'],
    ],
    [
      'and imports in another order',
      {
        'a.ts': [
          lines(9, (at) => `import { a${at} } from './a${at}.ts';`),
          asked(lines(9, (at) => `import { a${10 - at} } from './a${10 - at}.ts';`)),
        ],
      },
      ['imports a.ts'],
    ],
    [
      'and without its comments',
      {
        'a.ts': [
          lines(12, (at) => `// why ${at}\ncall${at}();`),
          asked(lines(12, (at) => `call${at}();`)),
        ],
      },
      ['comments a.ts'],
    ],
    [
      'another file is set anew',
      { 'a.ts': [calls(8), calls(8, '"')], 'b.ts': ['', 'asked();\n'] },
      ['formatting a.ts'],
    ],
  ]);
});

describe('ordinary work', () => {
  testJudged(collateral, [
    [
      'an if around a block',
      {
        'a.ts': [
          calls(20),
          `if (a) {\n${lines(20, (at) => `  call${at}('a${at}', { b: ${at} });`)}}\n`,
        ],
      },
      [],
    ],
    [
      'an if taken from around a block with blank lines',
      {
        'a.ts': [
          `if (a) {\n${lines(20, (at) => `  call${at}();\n`)}}\n`,
          lines(20, (at) => `call${at}();\n`),
        ],
      },
      [],
    ],
    [
      'a Python block under a with',
      {
        'a.py': [
          lines(20, (at) => `call${at}()`),
          `with a:\n${lines(20, (at) => `    call${at}()`)}`,
        ],
      },
      [],
    ],
    ['formatting alone', { 'a.ts': [calls(80), calls(80, '"')] }, []],
    [
      'new imports',
      { 'a.ts': [calls(1), `${lines(20, (at) => `import './a${at}.ts';`)}${calls(1)}`] },
      [],
    ],
    [
      'comments that go with their code',
      { 'a.ts': [lines(20, (at) => `// why ${at}\ncall${at}();`), 'asked();\n'] },
      [],
    ],
    ['strings that change', { 'a.ts': [calls(20), calls(20).replaceAll("'a", "'b")] }, []],
    ['a new file', { 'a.ts': [null, calls(80)] }, []],
  ]);
});

test('an edit with old and new text may take comments out', () => {
  const sides = [
    lines(12, (at) => `// why ${at}\ncall${at}();`),
    asked(lines(12, (at) => `call${at}();`)),
  ] as const;
  const patch = { ...patchOf({}), changes: [changeOf('a.ts', sides, { isWhole: false })] };
  expect(judgedBy(collateral, patch)).toEqual([]);
});

test('a change that sets no line anew is not said to', () => {
  const rest = { protectedRules: [], limits: DEFAULT_LIMITS };
  const notes = (sides: readonly [string, string]) =>
    collateral.judge({ patch: patchOf({ 'a.ts': sides }), ...rest }).notes.map(({ code }) => code);
  expect(notes(['a();\n', 'a();\n'])).toEqual([]);
  expect(notes(['a();\n', 'a() ;\n'])).toEqual(['form-alone']);
  expect(notes(['a();\n', 'b();\n'])).toEqual([]);
});
