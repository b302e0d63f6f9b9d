import { array, assert as assertHolds, constantFrom, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameGlobProblem, pathGlobProblem } from '../../../src/config/glob-problem.ts';
import { parseConfig } from '../../../src/config/parse-config.ts';
import { renderConfigProblem } from '../../../src/config/config-problem.ts';

describe('globs that say what they seem to', () => {
  test.each([
    '*.ts',
    '/src/**',
    'src/',
    '/',
    '**',
    'src/**/*.{ts,tsx}',
    '{a,b/**}',
    '{src,lib/{a,b}}/*',
    '{1..12}.txt',
    '[a-z0-9_-]*',
    '[!a-z]?',
    '[[:alpha:]]',
    '[]a]',
    '[\\]]',
    'app/(group)/page.tsx',
    'app/\\[id\\]/page.tsx',
    '@(a|b)/*.md',
    'a].txt',
    '.env*',
  ])('%s', (glob) => {
    expect(pathGlobProblem(glob, false)).toBeNull();
  });
});

describe('globs that can match nothing, or not what they seem to', () => {
  test.each([
    ['**/{a,b', 'the { is not closed'],
    ['a}', 'a } without its {'],
    ['{a}', 'braces without a choice stand for themselves'],
    ['{1..1000}', 'its braces give more than 100 choices'],
    ['[z-a]**', 'the range z-a is empty'],
    ['[abc', 'the [ is not closed'],
    ['[]', 'the [ is not closed'],
    ['[a/b]', 'the [ is not closed'],
    ['[[:letter:]]', 'no such class of signs'],
    ['@(a|b', 'the ( is not closed'],
    ['@(a/b)', 'a slash between ( and ) ends what stands before it'],
    ['../x', 'paths of the repository have no .. in them'],
    ['a/../b', 'paths of the repository have no .. in them'],
    ['./a', 'paths of the repository have no . in them'],
    ['{a,../b}', 'paths of the repository have no .. in them'],
    ['C:/work/a', 'C: is no folder of the repository'],
    ['~/a', '~ is no folder of the repository'],
    ['a\\b', 'a backslash only makes the sign after it an ordinary one'],
    ['a//b', 'two slashes with nothing between match nothing'],
    ['//a', 'two slashes with nothing between match nothing'],
    ['src/**.ts', '** in **.ts goes into no folder'],
    ['src**', '** in src** goes into no folder'],
    [' a', 'a blank at its end matches nothing'],
    ['a\t', 'a blank at its end matches nothing'],
    ['  ', 'it names nothing'],
    ['a\u0000b', 'it holds control characters'],
    ['!a', 'a ! takes nothing out here'],
  ])('%s', (glob, message) => {
    expect(pathGlobProblem(glob, false)).toEqual({ message, expected: expect.any(String) });
  });

  test.each([
    ['!*.md', null],
    ['!', 'it names nothing'],
    ['!../a', 'paths of the repository have no .. in them'],
  ])('where exceptions are possible: %s', (glob, message) => {
    expect(pathGlobProblem(glob, true)?.message ?? null).toBe(message);
  });

  test.each([
    ['claude*', null],
    ['{a,b}', null],
    ['claude[', 'the [ is not closed'],
  ])('of names: %s', (glob, message) => {
    expect(nameGlobProblem(glob)?.message ?? null).toBe(message);
  });
});

test.each([
  [{ protected: ['**/{a,b'] }, 'protected[0]'],
  [{ protected: ['ok', { glob: '../x', action: 'reject' }] }, 'protected[1].glob'],
  [{ gates: [{ name: 'g', run: 'x', files: ['*.ts', '[z-a]**'] }] }, 'gates[0].files[1]'],
  [{ gates: [{ name: 'g', run: 'x', inputs: ['/home/../x'] }] }, 'gates[0].inputs[0]'],
  [{ prime: { command: 'x', keys: ['a//b'] } }, 'prime.keys[0]'],
  [{ limits: { paths: { 'a\\b': { lines: 3 } } } }, 'limits.paths["a\\\\b"]'],
  [{ agents: { 'x[': { lines: 3 } } }, 'agents["x["]'],
])('the config names the place: %j', (config, place) => {
  const parsed = parseConfig(JSON.stringify(config));
  const said = parsed.ok ? [] : parsed.error.map((found) => renderConfigProblem(found, 'c'));
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/^c:1:\d+: /);
  expect(said[0]).toContain(`${place}: "`);
  expect(said[0]).toContain('; expected ');
});

test('takes any text', () => {
  const sign = constantFrom(...Array.from('ab/\\[]{}()*?!@+,.-:^|~ '));
  expect(() =>
    assertHolds(
      property(array(sign, { maxLength: 30 }), (signs) => {
        pathGlobProblem(signs.join(''), true);
        nameGlobProblem(signs.join(''));
      }),
      { numRuns: 3000 },
    ),
  ).not.toThrow();
});
