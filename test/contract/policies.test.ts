import {
  array,
  assert as assertHolds,
  constant,
  constantFrom,
  oneof,
  property,
  tuple,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explain } from '../../src/core/model/explain.ts';
import { DEFAULT_LIMITS } from '../../src/core/policies/limits.ts';
import { POLICIES } from '../../src/core/policies/registry.ts';
import { changeOf, patchOf, type Sides } from '../support/patches.ts';

const PATHS = [
  'a.ts',
  'test/a.test.ts',
  'b.py',
  'tests/test_b.py',
  'c.go',
  'd.rs',
  'E.java',
  'f.rb',
  'g.md',
  'package.json',
  'vitest.config.ts',
  'h.bin',
  'package-lock.json',
];

const LINES = [
  "test('x', () => {",
  '});',
  '  expect(a).toBe(1);',
  '// eslint-disable-line',
  '# noqa',
  'import a',
  '',
  '  ',
  '\t',
  '"',
  "'",
  '`',
  '/*',
  '*/',
  '"""',
  'def test_a():',
  '    assert b',
  'lines: 90',
  '{',
  '}',
  '\0',
  '\u{1F600}',
];

const text = array(constantFrom(...LINES), { maxLength: 12 }).map((lines) => lines.join('\n'));
const side = oneof({ weight: 1, arbitrary: constant(null) }, { weight: 5, arbitrary: text });
const change = tuple(constantFrom(...PATHS), side, side);

describe.each(POLICIES.map((policy) => [policy.name, policy] as const))('%s', (_name, policy) => {
  test('finds nothing in nothing', () => {
    const found = policy.judge({ patch: patchOf({}), limits: DEFAULT_LIMITS, protectedRules: [] });
    expect(found).toEqual({ rejections: [], holds: [], notes: [] });
  });

  test('takes any patch, says the same of it twice, and everything it says has words', () => {
    assertHolds(
      property(array(change, { maxLength: 4 }), (changes) => {
        const files = Object.fromEntries(
          changes.map(([path, before, after]): [string, Sides] => [path, [before, after]]),
        );
        const context = { patch: patchOf(files), limits: DEFAULT_LIMITS, protectedRules: [] };
        const found = policy.judge(context);
        expect(policy.judge({ ...context, patch: patchOf(files) })).toEqual(found);
        for (const refusal of [...found.rejections, ...found.holds]) {
          const { title, hint } = explain(refusal);
          expect(title).not.toMatch(/undefined|\[object/);
          expect(hint).not.toBe('');
        }
      }),
      { numRuns: 60 },
    );
  });

  test('is not kept busy by one long line', () => {
    for (const long of [
      '# '.repeat(100_000),
      ' '.repeat(200_000),
      "test('".repeat(40_000),
      'lines: 1 '.repeat(20_000),
      '//'.repeat(100_000),
      `${'a.'.repeat(100_000)}b`,
    ])
      for (const path of ['test/a.test.ts', 'b.py', 'package.json']) {
        const patch = { ...patchOf({}), changes: [changeOf(path, ['a\n', `${long}\n`])] };
        policy.judge({ patch, limits: DEFAULT_LIMITS, protectedRules: [] });
      }
  });
});

test('names are unique', () => {
  expect(new Set(POLICIES.map(({ name }) => name)).size).toBe(POLICIES.length);
});
