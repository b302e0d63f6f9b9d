import { expect, test } from 'vitest';
import { blastRadius, radiusFindings } from '../../../src/core/graph/blast-radius.ts';
import { isSameApi } from '../../../src/core/graph/module-api.ts';
import { packageFolders } from '../../../src/core/graph/package-folders.ts';
import { graphOf } from '../../support/graphs.ts';
import { patchOf } from '../../support/patches.ts';

const FILES = {
  'package.json': '{}',
  'src/low.ts': '',
  'src/mid.ts': `import './low.ts';`,
  'src/top.ts': `import './mid.ts';`,
  'src/ring.ts': `import './top.ts'; import './ring2.ts';`,
  'src/ring2.ts': `import './ring.ts';`,
  'packages/a/package.json': '{}',
  'packages/a/use.ts': `import '../../src/low.ts';`,
  'test/low.test.ts': `import '../src/low.ts';`,
  'test/top.test.ts': `import '../src/top.ts';`,
};
const graph = graphOf(FILES);
const folders = packageFolders(Object.keys(FILES));
const radius = (paths: readonly string[], sameApi: readonly string[] = []) =>
  blastRadius({
    patch: patchOf(Object.fromEntries(paths.map((path) => [path, ['a', 'b']]))),
    graph,
    sameApi: new Set(sameApi),
    packageFolders: folders,
  });

test('all that depend on a change of the exports', () => {
  expect(radius(['src/low.ts'])).toEqual({
    dependents: [
      'packages/a/use.ts',
      'src/mid.ts',
      'src/ring.ts',
      'src/ring2.ts',
      'src/top.ts',
      'test/low.test.ts',
      'test/top.test.ts',
    ],
    packages: ['.', 'packages/a'],
    affectedTests: ['test/low.test.ts', 'test/top.test.ts'],
    unreached: [],
  });
});

test('tests alone where the exports stay', () => {
  expect(radius(['src/low.ts'], ['src/low.ts'])).toEqual({
    dependents: ['test/low.test.ts', 'test/top.test.ts'],
    packages: ['.'],
    affectedTests: ['test/low.test.ts', 'test/top.test.ts'],
    unreached: [],
  });
});

test('what changes itself is no dependent, and a changed test is affected', () => {
  expect(radius(['src/top.ts', 'src/ring.ts', 'src/ring2.ts', 'test/top.test.ts'])).toEqual({
    dependents: [],
    packages: [],
    affectedTests: ['test/top.test.ts'],
    unreached: ['src/ring.ts', 'src/ring2.ts'],
  });
});

test('nothing depends on a new file, and what imports it changes too', () => {
  const patch = patchOf({ 'src/new.ts': [null, 'a'], 'data/new.json': [null, '{}'] });
  const input = { patch, graph, sameApi: new Set<string>(), packageFolders: folders };
  expect(blastRadius(input)).toEqual({
    dependents: [],
    packages: [],
    affectedTests: [],
    unreached: ['data/new.json'],
  });
});

test('what no test reaches by imports is told: data, entry points, what a runner loads by itself', () => {
  const paths = ['src/low.ts', 'packages/a/use.ts', 'data.json', 'test/set-up.ts', 'a/conftest.py'];
  expect(radius(paths).unreached).toEqual([
    'a/conftest.py',
    'data.json',
    'packages/a/use.ts',
    'test/set-up.ts',
  ]);
  expect(radius(['test/low.test.ts', 'src/mid.ts']).unreached).toEqual([]);
});

test('held over the limit, noted at it, silent for none', () => {
  const low = radius(['src/low.ts']);
  expect(radiusFindings(low, 6)).toEqual({
    holds: [
      {
        code: 'excessive-blast-radius',
        reason: 'dependents',
        facts: { actual: 7, limit: 6, files: low.dependents, packages: low.packages, tests: 2 },
      },
    ],
    notes: [],
  });
  expect(radiusFindings(low, 7).notes).toEqual([
    {
      code: 'dependents',
      text: `7 files depend on what changes (${low.dependents.join(', ')}), in 2 packages; 2 test files run it.`,
    },
  ]);
  const many = Array.from({ length: 12 }, (_, at) => `m${at}.ts`);
  const [note] = radiusFindings({ ...low, dependents: many }, 12).notes;
  expect(note?.text).toMatch(
    /^12 files depend on what changes \(m0\.ts, .*m9\.ts and 2 more\), in/,
  );
  expect(radiusFindings(radius(['src/new.ts']), 0)).toEqual({ holds: [], notes: [] });
});

test('exports are the same by names and signatures', () => {
  const api = new Map([['f', 'function f ( )']]);
  expect(isSameApi(api, new Map(api))).toBe(true);
  expect(isSameApi(api, new Map([['f', 'function f ( a )']]))).toBe(false);
  expect(isSameApi(api, new Map([['g', 'function f ( )']]))).toBe(false);
  expect(isSameApi(api, new Map([...api, ['g', '']]))).toBe(false);
  expect(isSameApi(null, null)).toBe(false);
});
