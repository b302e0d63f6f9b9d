import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blobId, sha256, type ContentHash } from '../../../src/core/model/content-hash.ts';
import { windowBytes, windowPlaces } from '../../../src/core/planning/read-window.ts';

const sha = (text: string) => `sha256:${sha256(Buffer.from(text))}` as ContentHash;
const places = (
  now: string,
  lines: string,
  window: readonly [number, number],
  version: string | null = null,
) =>
  windowPlaces(
    Buffer.from(now),
    { window, hash: sha(lines) },
    version === null ? null : Buffer.from(version),
  );

describe('the bytes of a window', () => {
  test.each([
    ['in the middle', 'a\nb\nc\n', [2, 2], 'b\n'],
    ['an open last line', 'a\nb', [1, 2], 'a\nb'],
    ['line endings as they are', 'a\r\nb\r\n', [1, 1], 'a\r\n'],
    ['past the end', 'a\nb\n', [2, 3], null],
    ['of an empty file', '', [1, 1], null],
    ['upside down', 'a\nb\n', [2, 1], null],
  ] as const)('%s', (_name, text, window, expected) => {
    const found = windowBytes(Buffer.from(text), window);
    expect(found === null ? null : Buffer.from(found).toString()).toBe(expected);
  });
});

describe('where a window stands now', () => {
  test.each([
    ['where it was', 'a\nb\nc\n', 'b\n', [2, 2], [2]],
    ['further down', 'x\ny\na\nb\nc\n', 'b\nc\n', [2, 3], [4]],
    ['twice', 'b\na\nb\n', 'b\n', [1, 1], [1, 3]],
    ['three times: two are told', 'b\nb\nb\n', 'b\n', [1, 1], [1, 2]],
    ['nowhere', 'a\nc\n', 'b\n', [2, 2], []],
    ['inside a longer line: nowhere', 'ab\n', 'b\n', [1, 1], []],
    ['an open line that is closed now: nowhere', 'a\nb\n', 'b', [2, 2], []],
    ['an empty file', '', 'b\n', [1, 1], []],
  ] as const)('%s', (_name, now, lines, window, expected) => {
    expect(places(now, lines, window)).toEqual(expected);
  });

  test('a blob id names a window too, in either object format', () => {
    for (const format of ['sha1', 'sha256'] as const) {
      const hash = `blob:${blobId(Buffer.from('b\n'), format)}` as ContentHash;
      expect(windowPlaces(Buffer.from('a\nb\n'), { window: [1, 1], hash }, null)).toEqual([2]);
    }
  });

  test('a version that does not have the hash there is no help', () => {
    expect(places('a\nb\n', 'b\n', [1, 1], 'x\n')).toEqual([2]);
  });

  const line = fc.constantFrom('a', 'b', 'c', '');
  const text = fc.array(line, { maxLength: 9 }).map((lines) => lines.map((l) => `${l}\n`).join(''));

  test('wherever lines are put in or taken away around it, it is found at each place and no other', () => {
    fc.assert(
      fc.property(text, text, text, (above, window, below) => {
        fc.pre(window !== '');
        const count = window.split('\n').length - 1;
        const now = above + window + below;
        const lines = now.split('\n').slice(0, -1);
        const expected = lines.flatMap((_, at) =>
          lines
            .slice(at, at + count)
            .map((l) => `${l}\n`)
            .join('') === window && at + count <= lines.length
            ? [at + 1]
            : [],
        );
        // By its hash alone, and by the file that it was read in.
        expect(places(now, window, [1, count])).toEqual(expected.slice(0, 2));
        expect(places(now, window, [1, count], window)).toEqual(expected.slice(0, 2));
      }),
      { numRuns: 500 },
    );
  });
});
