import { describe, expect, test } from 'vitest';
import { broken, region, type Claim } from '../../support/claims.ts';
import { target } from '../../support/edit-values.ts';

describe('nothing else changes', () => {
  test.each<readonly [string, Claim, string | null]>([
    ['one region', { before: 'abc', after: 'aXc', regions: [region(1, 2, 'X')] }, null],
    ['no region', { before: 'abc', after: 'abc', regions: [] }, null],
    [
      'regions at both ends',
      { before: 'abc', after: 'XbY', regions: [region(0, 1, 'X'), region(2, 3, 'Y')] },
      null,
    ],
    [
      'regions side by side',
      { before: 'abc', after: 'XYc', regions: [region(0, 1, 'X'), region(1, 2, 'Y')] },
      null,
    ],
    [
      'a whole content',
      { before: 'abc', after: 'xyz', regions: [], rest: { isWhole: true } },
      null,
    ],
    ['a deletion', { before: 'abc', after: '', regions: [], rest: { after: null } }, null],
    [
      'no region, and a change',
      { before: 'abc', after: 'abd', regions: [] },
      '2 a: bytes from 0 on are not the same',
    ],
    [
      'a byte before the region',
      { before: 'abc', after: 'xXc', regions: [region(1, 2, 'X')] },
      '2 a: bytes 0-1 outside every region are not the same',
    ],
    [
      'a byte between regions',
      { before: 'abcde', after: 'XbxdY', regions: [region(0, 1, 'X'), region(4, 5, 'Y')] },
      '2 a: bytes 1-4 outside every region are not the same',
    ],
    [
      'a byte after the region',
      { before: 'abc', after: 'aXx', regions: [region(1, 2, 'X')] },
      '2 a: bytes from 2 on are not the same',
    ],
    [
      'a byte too many at the end',
      { before: 'abc', after: 'aXcc', regions: [region(1, 2, 'X')] },
      '2 a: bytes from 2 on are not the same',
    ],
    [
      'another replacement',
      { before: 'abc', after: 'aYc', regions: [region(1, 2, 'X')] },
      '2 a: region 1-2 does not hold what the edit gave',
    ],
    [
      'regions in the wrong order',
      { before: 'abc', after: 'aXYc', regions: [region(2, 3, ''), region(1, 2, '')] },
      '2 a: bytes 0-2 outside every region are not the same',
    ],
    [
      'regions over each other',
      { before: 'abc', after: 'XY', regions: [region(0, 2, 'X'), region(1, 3, 'Y')] },
      '2 a: region 1-3 is out of order or out of the file',
    ],
    [
      'a region that ends before it starts',
      { before: 'abc', after: 'abXbc', regions: [region(2, 1, 'X')] },
      '2 a: region 2-1 is out of order or out of the file',
    ],
    [
      'a region past the end',
      { before: 'abc', after: 'abX', regions: [region(2, 4, 'X')] },
      '2 a: region 2-4 is out of order or out of the file',
    ],
    [
      'another content at the base',
      { before: 'abc', after: 'abc', regions: [], base: 'abd' },
      '2 a: its content before is not the content at the base',
    ],
    [
      'no file at the base',
      { before: 'abc', after: 'abc', regions: [], base: null },
      '2 a: its content before is not the content at the base',
    ],
    [
      'a file made anew where one stands',
      { before: 'abc', after: 'abc', regions: [], rest: { before: null } },
      '2 a: made anew, but it stands at the base',
    ],
    [
      'a file made anew where none stands',
      { before: '', after: 'abc', regions: [], base: null, rest: { before: null } },
      null,
    ],
    [
      'a renamed file, at its former path',
      {
        before: 'abc',
        after: 'abc',
        regions: [],
        rest: { path: target('b').path, from: target('a').path },
      },
      null,
    ],
  ])('%s', (_name, claim, is) => {
    expect(broken(claim)).toEqual(is === null ? [] : [is]);
  });
});

describe('no more lines change than were asked for', () => {
  const asked = (removed: number, added: number) => ({ askedRemoved: removed, askedAdded: added });

  test.each<readonly [string, Claim, string | null]>([
    [
      'a line for a line',
      { before: 'a\nb\n', after: 'x\nb\n', regions: [region(0, 2, 'x\n', asked(1, 1))] },
      null,
    ],
    [
      'two lines for one',
      { before: 'a\nb\n', after: 'x\ny\nb\n', regions: [region(0, 2, 'x\ny\n', asked(1, 1))] },
      '3 a: block 1 asked for -1 +1 lines, not -1 +2',
    ],
    [
      'one line for two',
      { before: 'a\nb\n', after: 'x\n', regions: [region(0, 4, 'x\n', asked(1, 1))] },
      '3 a: block 1 asked for -1 +1 lines, not -2 +1',
    ],
    [
      'an open line is a line',
      { before: 'ab\n', after: 'axb\n', regions: [region(1, 1, 'x', asked(0, 0))] },
      '3 a: block 1 asked for -0 +0 lines, not -0 +1',
    ],
    [
      'nothing is no line',
      { before: 'a', after: 'a', regions: [region(1, 1, '', asked(0, 0))] },
      null,
    ],
    [
      'the break before an open last line is not one more',
      { before: 'a\nb', after: 'a', regions: [region(1, 3, '', asked(1, 0))] },
      null,
    ],
    [
      'of CRLF neither',
      { before: 'a\r\nb', after: 'a', regions: [region(1, 4, '', asked(1, 0))] },
      null,
    ],
    [
      'nor where a line is added after it',
      { before: 'a', after: 'a\nb', regions: [region(1, 1, '\nb', asked(0, 1))] },
      null,
    ],
    [
      'before a closed last line it is',
      { before: 'a\nb\n', after: 'a', regions: [region(1, 4, '', asked(1, 0))] },
      '3 a: block 1 asked for -1 +0 lines, not -2 +0',
    ],
    [
      'before the end of an open file it is',
      { before: 'a\nb\nc', after: 'a\nc', regions: [region(1, 3, '', asked(1, 0))] },
      '3 a: block 1 asked for -1 +0 lines, not -2 +0',
    ],
    [
      'a break inside the region is one more',
      { before: 'a\nb\nc', after: 'a\n', regions: [region(2, 5, '', asked(1, 0))] },
      '3 a: block 1 asked for -1 +0 lines, not -2 +0',
    ],
    [
      'a lone CR is no break',
      { before: 'a\rb', after: 'a', regions: [region(1, 3, '', asked(0, 0))] },
      '3 a: block 1 asked for -0 +0 lines, not -1 +0',
    ],
  ])('%s', (_name, claim, is) => {
    expect(broken(claim)).toEqual(is === null ? [] : [is]);
  });
});
