import { expect, test } from 'vitest';
import { parseConfig } from '../../../src/config/parse-config.ts';

type Lanes = Readonly<Record<string, unknown>>;

const problemsOf = (lanes: Lanes) => {
  const parsed = parseConfig(JSON.stringify({ queue: { lanes } }));
  return parsed.ok ? [] : parsed.error.map(({ path, message }) => `${path}: ${message}`);
};

test('lanes come in the order of the file', () => {
  const parsed = parseConfig('{"queue": {"lanes": {"web": ["web/**"], "api": ["/api/"]}}}');
  expect(parsed.ok && parsed.value.queue.lanes).toEqual([
    { name: 'web', globs: ['web/**'] },
    { name: 'api', globs: ['/api/'] },
  ]);
});

test.each<[Lanes]>([
  [{ api: ['services/api/**'], web: ['web/**'] }],
  [{ api: ['/a/**', '!/a/shared/**'], shared: ['/a/shared/**'] }],
  [{ ts: ['/a/*.ts'], js: ['/a/*.js'] }],
  [{ one: ['/a{1,2}/**'], other: ['/a{3,4}/**'] }],
  [{ one: ['/a/'], other: ['/ab/'] }],
  [{ alone: ['/**'] }],
  [{ upper: ['/A/**'], lower: ['/a/**'] }],
])('%j is accepted', (lanes) => {
  expect(problemsOf(lanes)).toEqual([]);
});

test.each<[Lanes, string]>([
  [{ one: ['/a/**'], two: ['/a/b/**'] }, 'a/b/x'],
  [{ one: ['/a/b/**'], two: ['/a/**'] }, 'a/b/x'],
  [{ one: ['/a/'], two: ['a/**'] }, 'a/x'],
  [{ one: ['/a/*.ts'], two: ['/a/**'] }, 'a/x.ts'],
  [{ one: ['*.md'], two: ['/a/**'] }, 'a/x.md'],
  [{ one: ['/a/**'], two: ['**/*.md'] }, 'a/x.md'],
  [{ one: ['/{a,b}/**'], two: ['/{b,c}/**'] }, 'b/x'],
  [{ one: ['!/a/**'], two: ['/b/**'] }, 'b/x'],
  [{ one: ['**'], two: ['/b/**'] }, 'b/x'],
  [{ one: ['/a/?/**'], two: ['/a/*/c/**'] }, 'a/x/c'],
])('%j overlap, as in %s, which names both', (lanes, path) => {
  const [said, ...others] = problemsOf(lanes);
  expect(others).toEqual([]);
  expect(said).toMatch(/^queue\.lanes\.two: the lanes "one" and "two" both mean paths such as/);
  expect(said).toContain(`"${path}`);
});

test.each<[Lanes, RegExp]>([
  [{ one: [] }, /^queue\.lanes\.one: /],
  [{ one: '/a/**' }, /^queue\.lanes\.one: /],
  [{ one: ['a/../b'] }, /^queue\.lanes\.one\[0\]: /],
  [{ '': ['/a/**'] }, /^queue\.lanes/],
  [
    Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`l${at}`, [`/l${at}/**`]])),
    /found 65 lanes/,
  ],
])('%j is refused', (lanes, said) => {
  expect(problemsOf(lanes)).toEqual([expect.stringMatching(said)]);
});
