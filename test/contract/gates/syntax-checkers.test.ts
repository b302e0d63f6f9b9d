import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SYNTAX_CHECKERS } from '../../../src/gates/syntax/registry.ts';
import { SYNTAX_SAMPLES } from '../../support/syntax-samples/index.ts';

/** What the exact parsers are held to besides: paths, and the offsets of breaks. */
const EXACT: Readonly<
  Record<string, { claims: string[]; leaves: string[]; fine: string[]; broken: [string, number][] }>
> = {
  JSON: {
    claims: ['a.json', 'deep/er/package.json', 'A.JSON'],
    leaves: ['tsconfig.json', 'a.jsonc', 'a.json5', 'json', '.vscode/settings.json'],
    fine: ['{}', '[1, "a"]', '\uFEFF{"a": null}', '"text"', '1\n'],
    broken: [
      ['', 0],
      ['{"a": 1,}', 8],
      ['{"a": 1 // c\n}', 8],
      ['{"a" 1}', 5],
      ['{"a": [1, 2}', 11],
      ["{'a': 1}", 1],
      ['{"a": 1}}', 8],
      ['{"a": "b\nc"}', 6],
    ],
  },
  'JSON with comments': {
    claims: ['tsconfig.json', 'tsconfig.build.json', 'a.jsonc', '.eslintrc', 'a.json'],
    leaves: ['a.json5', 'a.ts', 'tsconfig.ts'],
    fine: ['{ /* c */ "a": [1,], }', '// only a comment'],
    broken: [
      ['{"a": 1', 7],
      ['{"a": /* c', 6],
    ],
  },
  YAML: {
    claims: ['a.yml', 'a.yaml', '.github/workflows/ci.yml', '.yamllint'],
    leaves: ['a.json', 'yaml', 'a.yaml.bak'],
    fine: ['', 'a: 1\n---\nb: [1, 2]\n', 'a: !Ref b\n', 'a: &x 1\nb: *x\n', '- "é"\n'],
    broken: [
      ['a: [1, 2\nb: 3\n', 9],
      ['a: "b\n', 6],
      ['a: 1\na: 2\n', 5],
      ['a:\n\t- b\n', 3],
    ],
  },
  TOML: {
    claims: ['a.toml', 'Cargo.lock', 'Pipfile'],
    leaves: ['a.ini', 'package-lock.json', 'yarn.lock'],
    fine: ['', '[a]\nb = 1\n', 'a = 99999999999999999999\n', '\uFEFFa = 1\n'],
    broken: [
      ['a = 1\nb = \n', 10],
      ['a = 1\na = 2\n', 6],
      ['[a\n', 2],
    ],
  },
  'JavaScript or TypeScript': {
    claims: ['a.js', 'a.mjs', 'a.cjs', 'a.jsx', 'a.ts', 'a.mts', 'a.cts', 'a.tsx', 'a.d.ts'],
    leaves: ['a.json', 'a.vue', 'js', 'a.js.map'],
    fine: [
      '',
      'export const a = 1;\n',
      'var public = 1; with (a) {}',
      '#!/usr/bin/env node\nreturn 1',
    ],
    broken: [
      ['const a = ;', 10],
      ['function f() {\n  return 1;\n', 27],
      ['const a = 1;\nconst a = 2;\n', 19],
      ['// ... \n})', 8],
      ['<<<<<<< HEAD\nlet a;\n=======\nlet b;\n>>>>>>> x\n', 35],
    ],
  },
};

const checkerOf = (language: string) => {
  const checker = SYNTAX_CHECKERS.find((each) => each.language === language);
  if (checker === undefined) throw new Error(`no checker for ${language}`);
  return checker;
};

describe.each(Object.keys(EXACT).map((language) => ({ checker: checkerOf(language), language })))(
  '$language',
  ({ checker, language }) => {
    const samples = EXACT[language];

    test('claims the paths of its language alone', () => {
      expect(samples?.claims.filter((path) => !checker.claims(path, ''))).toEqual([]);
      expect(samples?.leaves.filter((path) => checker.claims(path, ''))).toEqual([]);
    });

    test('passes what is well formed', async () => {
      for (const text of samples?.fine ?? []) expect(await checker.check(text, 'a.js')).toEqual([]);
    });

    test('finds what is not, with its place', async () => {
      expect(samples?.broken.length).toBeGreaterThan(0);
      for (const [text, offset] of samples?.broken ?? []) {
        const [first] = (await checker.check(text, 'a.js')) ?? [];
        expect(first).toMatchObject({ offset, message: expect.stringMatching(/\S/) });
      }
    });
  },
);

describe.each(SYNTAX_CHECKERS.map((checker) => ({ checker, language: checker.language })))(
  '$language',
  ({ checker, language }) => {
    test('has a name of its own and claims the path of its sample', () => {
      const named = SYNTAX_CHECKERS.filter((each) => each.language === language);
      expect(named).toEqual([checker]);
      const sample = SYNTAX_SAMPLES.find((each) => each.language === language);
      expect(checker.claims(sample?.path ?? '', sample?.text ?? '')).toBe(true);
      expect(checker.claims('a.txt', '')).toBe(false);
    });

    test('never rejects, whatever the text, and every place is in the text', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(
            fc.string({ unit: 'binary' }),
            fc.json(),
            fc.constantFrom('['.repeat(20_000), '('.repeat(20_000), '{'.repeat(3000), '\uD800'),
          ),
          async (text) => {
            const problems = await checker.check(text, 'a.tsx');
            return (problems ?? []).every(
              ({ offset, end = offset }) =>
                offset >= 0 && end >= offset && Math.max(offset, end) <= text.length,
            );
          },
        ),
        { numRuns: 25 },
      );
    });
  },
);
