import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Scan } from '../../src/core/formats/format.ts';
import { FORMATS } from '../../src/core/formats/formats.ts';
import { firstSign, linesOf } from '../../src/core/formats/response-text.ts';
import { brokenResponse } from '../support/response-fragments.ts';

const scanOf = (text: string): Scan => {
  const lines = linesOf(text);
  const nothing = { drafts: [], rejections: [], holds: [], notes: [] };
  return {
    lines,
    most: 1000,
    to: lines.length,
    floor: 0,
    fence: null,
    stickyPath: null,
    section: null,
    readText: () => nothing,
  };
};

describe('the registry of formats', () => {
  test('names are unique and in kebab case', () => {
    const names = FORMATS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z]+(?:-[a-z]+)*$/.test(name))).toEqual([]);
  });
});

describe.each(FORMATS.map((format) => [format.name, format] as const))('%s', (_name, format) => {
  test('takes nothing of plain prose', () => {
    const scan = scanOf('Hello.\n\nThis is text about `src/a.ts`, with a list:\n\n- one\n- two\n');
    expect(scan.lines.map((_, at) => format.read(scan, at))).toEqual(scan.lines.map(() => null));
  });
  test('never throws, takes at least a line, and stays inside the response', () => {
    fc.assert(
      fc.property(brokenResponse, (text) => {
        const scan = scanOf(text);
        for (const at of scan.lines.keys()) {
          const block = format.read(scan, at);
          if (block === null) continue;
          const line = scan.lines[at]?.text ?? '';
          expect(format.mayBegin(firstSign(line), line, null)).toBe(true);
          expect(block.end).toBeGreaterThan(at);
          expect(block.end).toBeLessThanOrEqual(scan.to);
          expect(block.from).toBeLessThanOrEqual(at);
          expect(block.reason).not.toBe('');
          for (const draft of block.drafts) {
            expect(draft.line).toBeGreaterThanOrEqual(block.from);
            expect(draft.end).toBeLessThanOrEqual(block.end);
          }
        }
      }),
      { numRuns: 150 },
    );
  });
});
