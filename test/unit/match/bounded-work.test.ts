import { describe, expect, test } from 'vitest';
import { locate } from '../../../src/core/match/locate.ts';
import { SourceText } from '../../../src/core/match/source-text.ts';
import { NO_SCOPE } from '../../../src/core/model/edit.ts';

describe('bounded work', () => {
  const MEGABYTE = 1024 * 1024;
  const many = 'x\n'.repeat(MEGABYTE / 2);

  // Not timed: a quadratic search would run into the time-out of the test by hours.
  test.each([
    ['repeated lines', many, `${'x\n'.repeat(MEGABYTE / 8)}y`],
    ['repeated lines that match', many, 'x\n'.repeat(MEGABYTE / 8).slice(0, -1)],
    ['repeated blank lines', '\n'.repeat(MEGABYTE), '\n'.repeat(MEGABYTE / 4)],
    [
      'repeated indented lines',
      '  a long enough line\n'.repeat(50_000),
      `${'a long enough line\n'.repeat(10_000)}a long enough line`,
    ],
    [
      'trailing blanks',
      'a long enough line \n'.repeat(50_000),
      `${'a long enough line\n'.repeat(10_000)}b`,
    ],
    [
      'one long line',
      'a'.repeat(MEGABYTE),
      `${'a'.repeat(MEGABYTE / 2)}b${'a'.repeat(MEGABYTE / 4)}`,
    ],
    [
      'look-alikes',
      `\u201Cquoted\u201D line\n`.repeat(50_000),
      `${'"quoted" line\n'.repeat(10_000)}z`,
    ],
  ])('%s', (_name, file, old) => {
    const source = new SourceText(Buffer.from(file));
    const located = locate(source, { lines: old.split('\n'), scope: NO_SCOPE, isFresh: false });
    expect(located.kind).not.toBe('one');
  });
});
