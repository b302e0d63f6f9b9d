import * as fc from 'fast-check';
import { expect, test } from 'vitest';
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
