import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SYNTAX_CHECKERS } from '../../../src/gates/syntax/registry.ts';

/** What each checker of the registry is held to: a checker without samples fails. */
const SAMPLES: Readonly<
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

describe.each(SYNTAX_CHECKERS.map((checker) => ({ checker, language: checker.language })))(
  '$language',
  ({ checker, language }) => {
    const samples = SAMPLES[language];

    test('claims the paths of its language alone', () => {
      expect(samples?.claims.filter((path) => !checker.claims(path))).toEqual([]);
      expect(samples?.leaves.filter((path) => checker.claims(path))).toEqual([]);
    });

    test('passes what is well formed', async () => {
      for (const text of samples?.fine ?? []) expect(await checker.check(text, 'a.js')).toEqual([]);
    });

    test('finds what is not, with its place', async () => {
      expect(samples?.broken.length).toBeGreaterThan(0);
      for (const [text, offset] of samples?.broken ?? []) {
        const [first] = await checker.check(text, 'a.js');
        expect(first).toEqual({ offset, message: expect.stringMatching(/\S/) });
      }
    });

    test('never rejects, and every place is in the text', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(
            fc.string({ unit: 'binary' }),
            fc.json(),
            fc.constantFrom('['.repeat(100_000), '!'.repeat(200_000), '{'.repeat(30_000)),
          ),
          async (text) => {
            const problems = await checker.check(text, 'a.tsx');
            return problems.every(({ offset }) => offset >= 0 && offset <= text.length);
          },
        ),
        { numRuns: 50 },
      );
      expect(checker.language).not.toBe('');
    });
  },
);
