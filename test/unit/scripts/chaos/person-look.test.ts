import { expect, test } from 'vitest';
import { pathsWithForeignLines } from '../../../../scripts/chaos/person-look.ts';

const change = (path: string, ...lines: readonly string[]): string =>
  [
    `diff --git a/${path} b/${path}`,
    'index 1234567..89abcde 100644',
    `--- a/${path}`,
    `+++ b/${path}`,
    '@@ -3 +3 @@',
    ...lines,
  ].join('\n');

test.each([
  ['nothing', '', []],
  ['own lines', change('parts/part-01.conf', '-own 01-0 = a', '+own 01-0 = b'), []],
  ['a slot', change('parts/part-01.conf', '-slot 01-000 = a', '+slot 01-000 = b'), 1],
  ['both', change('parts/part-01.conf', '+own 01-0 = b', '+slot 01-000 = b'), 1],
  [
    'one of two files',
    `${change('parts/part-00.conf', '+own 00-0 = b')}\n${change('parts/part-01.conf', '-end')}`,
    1,
  ],
  [
    'a file that is gone',
    'diff --git a/parts/part-01.conf b/parts/part-01.conf\ndeleted file mode 100644\n',
    1,
  ],
])('%s', (_, diff, expected) => {
  expect(pathsWithForeignLines(diff)).toEqual(expected === 1 ? ['parts/part-01.conf'] : []);
});
