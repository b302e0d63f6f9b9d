import { expect, test } from 'vitest';
import { commonLane, laneOf } from '../../../src/gates/lane-of.ts';

const LANES = [
  { name: 'api', globs: ['/services/api/**', '!/services/api/shared/**'] },
  { name: 'web', globs: ['web/**'] },
  { name: 'docs', globs: ['*.md'] },
  { name: 'café', globs: ['/café/{a,b}/**'] },
];

test.each([
  ['services/api/a.ts', 'api'],
  ['services/api/shared/a.ts', null],
  ['services/apis/a.ts', null],
  ['x/services/api/a.ts', null],
  ['web/a/b.ts', 'web'],
  ['web', null],
  ['x/web/a.ts', null],
  ['README.md', 'docs'],
  ['lib/README.md', 'docs'],
  // Of two lanes, so of none.
  ['web/README.md', null],
  ['café/a/x', 'café'],
  ['café/c/x', null],
  // The other spelling of é is another folder.
  ['cafe\u0301/a/x', null],
  // So is another case: where they are one folder, it is a folder for everybody.
  ['Web/a.ts', null],
  ['WEB/a.ts', null],
  // They say what the checks are, in whatever folder.
  ['web/package.json', null],
  ['web/tsconfig.json', null],
  ['web/deep/vitest.config.ts', null],
  ['web/.gitattributes', null],
  ['web/package-lock.json', null],
  ['sallyport.config.json', null],
  ['.gitmodules', null],
])('%s is of lane %s', (path, lane) => {
  expect(laneOf(LANES, path)).toBe(lane);
  expect(laneOf(LANES, path)).toBe(lane);
});

test.each<[readonly string[], string | null]>([
  [[], null],
  [['web/a', 'web/b'], 'web'],
  [['web/a', 'services/api/a'], null],
  [['web/a', 'other'], null],
  [['other'], null],
  [['web/a', 'web/package.json'], null],
])('%j have the lane %s in common', (paths, lane) => {
  expect(commonLane(LANES, paths)).toBe(lane);
});

test('a lane of exceptions alone is all the rest', () => {
  const lanes = [{ name: 'rest', globs: ['!/web/**'] }];
  expect([laneOf(lanes, 'a/b'), laneOf(lanes, 'web/b')]).toEqual(['rest', null]);
});
