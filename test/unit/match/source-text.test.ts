import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { occurrences } from '../../../src/core/match/occurrences.ts';
import { SourceText } from '../../../src/core/match/source-text.ts';

const bytes = fc.array(fc.constantFrom('a', 'b', '\n', '\r', '\r\n', '\uFEFF'), { maxLength: 400 });

test('line numbers are the same counted and looked up, at any alignment', () => {
  fc.assert(
    fc.property(bytes, fc.nat({ max: 3 }), (parts, skew) => {
      const text = Buffer.from(parts.join(''));
      const skewed = Buffer.alloc(text.length + skew).subarray(skew);
      text.copy(skewed);
      const source = new SourceText(skewed);
      const lines = text.subarray(source.start).toString().split('\n');
      if (lines.at(-1) === '') lines.pop();
      expect(source.lineCount).toBe(lines.length);
      const asked = new SourceText(skewed);
      for (const [line, start] of source.starts.subarray(0, -1).entries()) {
        expect(asked.lineNumberAt(start)).toBe(line + 1);
        expect(source.line(line)).toBe(
          (lines[line] ?? '').replace(
            /\r$/,
            source.lineEnd(start) === text.length && !source.isTerminated ? '\r' : '',
          ),
        );
      }
    }),
    { numRuns: 500 },
  );
});

test('occurrences are those of a plain search', () => {
  const letters = fc
    .array(fc.constantFrom('a', 'b'), { maxLength: 700 })
    .map((list) => list.join(''));
  fc.assert(
    fc.property(letters, fc.nat(), fc.integer({ min: 1, max: 300 }), (text, from, length) => {
      const start = text.length === 0 ? 0 : from % text.length;
      const needle = text.slice(start, start + length);
      const wanted: number[] = [];
      if (needle !== '')
        for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1))
          wanted.push(at);
      expect(occurrences(Buffer.from(text), Buffer.from(needle))).toEqual(wanted);
    }),
    { numRuns: 1000 },
  );
});

test('a needle that repeats itself is found everywhere, however long', () => {
  const text = Buffer.from('ab'.repeat(20_000));
  const needle = Buffer.from('ab'.repeat(5000));
  expect(occurrences(text, needle)).toHaveLength(15_001);
});

describe('a text as bytes', () => {
  test('line numbers are the same in whatever order they are asked', () => {
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(), { maxLength: 12 }), (parts, asked) => {
        const text = Buffer.from(parts.join(''));
        const source = new SourceText(text);
        for (const each of asked) {
          const offset = source.start + (each % (text.length - source.start + 1));
          const above = text.subarray(source.start, offset).toString('latin1').split('\n').length;
          expect(source.lineNumberAt(offset)).toBe(above);
        }
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['', 0],
    ['\uFEFF', 3],
    ['\uFEFFa', 3],
    ['\uF8FFa', 0],
    ['a\uFEFF', 0],
  ])('%j starts at %i', (text, start) => {
    expect(new SourceText(Buffer.from(text)).start).toBe(start);
  });

  test.each([
    ['a\r\n', true],
    ['a\n', false],
    ['a\rb\n', false],
    ['a\n\rb', false],
    ['', false],
  ])('%j has CRLF: %s', (text, hasCrlf) => {
    expect(new SourceText(Buffer.from(text)).hasCrlf).toBe(hasCrlf);
  });

  test.each([
    ['a\n', true],
    ['a', false],
    ['', true],
    ['\uFEFF', true],
    ['a\n\r', false],
  ])('%j is terminated: %s', (text, isTerminated) => {
    expect(new SourceText(Buffer.from(text)).isTerminated).toBe(isTerminated);
  });

  test('content ends before its ending, and never before it starts', () => {
    const source = new SourceText(Buffer.from('a\r\n\nb'));
    expect([0, 1, 2].map((line) => source.lineContentEnd(line))).toEqual([1, 3, 5]);
    expect(source.contentEnd(2, 3)).toBe(2);
    expect(source.contentEnd(3, 3)).toBe(3);
    expect(source.contentEnd(1, 3)).toBe(1);
  });

  test('a line starts after a line feed, and after the mark', () => {
    const source = new SourceText(Buffer.from('\uFEFFa\nb'));
    const isStart = Array.from({ length: 7 }, (_, at) => source.isLineStart(at));
    expect(isStart).toEqual([false, false, false, true, false, true, false]);
    expect(source.lineEnd(3)).toBe(5);
    expect(source.lineEnd(5)).toBe(6);
  });

  test('lines as they are, and as they can be shown', () => {
    const source = new SourceText(Buffer.from([0xe9, 13, 10, 0xc3, 0xa9]));
    expect([source.latin1Line(0), source.latin1Line(1)]).toEqual(['\u00E9', '\u00C3\u00A9']);
    expect([source.line(0), source.line(1)]).toEqual(['\uFFFD', '\u00E9']);
    expect([source.isAscii, source.isUtf8]).toEqual([false, false]);
    const plain = new SourceText(Buffer.from('a'));
    expect([plain.isAscii, plain.isUtf8]).toEqual([true, true]);
  });
});
