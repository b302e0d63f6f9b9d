import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { characterOps, lineOps, linesOfText, type Op } from '../../../src/core/apply/hunk-ops.ts';
import { shiftOps } from '../../../src/core/apply/shift-ops.ts';

const side = (ops: readonly Op[], dropped: Op['tag']): string[] =>
  ops.filter(({ tag }) => tag !== dropped).map(({ text }) => text);

const shown = (ops: readonly Op[]): string[] =>
  ops.map(
    ({ tag, text, hasBreak }) =>
      `${{ keep: ' ', remove: '-', add: '+' }[tag]}${text}${hasBreak ? '' : '|'}`,
  );

const line = fc.constantFrom('a', 'b', 'c', '');
const lines = fc.array(line, { maxLength: 8 });

describe('what a hunk does', () => {
  test('its kept and removed lines are the old text, its kept and added ones the new', () => {
    fc.assert(
      fc.property(lines, lines, (old, now) => {
        const ops = lineOps(old, now);
        expect(side(ops, 'add')).toEqual(old);
        expect(side(ops, 'remove')).toEqual(now);
        expect(ops.every(({ hasBreak }) => hasBreak)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('tagged lines: the same, and what the author kept stays kept', () => {
    const tag = fc.constantFrom('keep', 'remove', 'add');
    fc.assert(
      fc.property(fc.array(fc.record({ tag, text: line }), { maxLength: 10 }), (script) => {
        const old = script.filter((each) => each.tag !== 'add').map(({ text }) => text);
        const now = script.filter((each) => each.tag !== 'remove').map(({ text }) => text);
        const ops = lineOps(old, now, script);
        expect(side(ops, 'add')).toEqual(old);
        expect(side(ops, 'remove')).toEqual(now);
        const kept = ops.filter((each) => each.tag === 'keep').length;
        expect(kept).toBeGreaterThanOrEqual(script.filter((each) => each.tag === 'keep').length);
      }),
      { numRuns: 300 },
    );
  });

  test('a line that is removed and added again is kept', () => {
    const script = ['-a', '-b', '+b', '+c', ' d', '+e'].map((each) => ({
      tag: ({ '-': 'remove', '+': 'add', ' ': 'keep' } as const)[each[0] as '-' | '+' | ' '],
      text: each.slice(1),
    }));
    expect(shown(lineOps([], [], script))).toEqual(['-a', ' b', '+c', ' d', '+e']);
  });

  test.each<readonly [string, string, readonly string[]]>([
    ['f(a', 'f(b', ['-f(a|', '+f(b|']],
    ['a\nb', 'a\nc', [' a', '-b|', '+c|']],
    ['a\n', 'a\nb\n', [' a', '+b']],
    ['a', '', ['-a|']],
    ['', 'a\n', ['+a']],
    ['a\n', 'a', ['-a', '+a|']],
    ['\n\n', '\n', [' ', '-']],
  ])('characters %j to %j', (old, now, ops) => {
    expect(shown(characterOps(old, now))).toEqual(ops);
  });

  test('the empty text has no lines', () => {
    expect(linesOfText('')).toEqual([]);
    expect(linesOfText('\n')).toEqual(['', '']);
  });
});

describe('shifted to the indentation of the file', () => {
  const opsOf = () => lineOps(['a', 'b'], ['x', 'b', '  y']);

  test('only added lines are', () => {
    expect(shown(shiftOps(opsOf(), { kind: 'add', prefix: '  ' }) ?? [])).toEqual([
      '-a',
      '+  x',
      ' b',
      '+    y',
    ]);
    expect(shiftOps(opsOf(), undefined)).toEqual(opsOf());
  });

  test('only what stands where the first line stood gets back what that line lost', () => {
    const shift = { kind: 'first-line', prefix: '    ' } as const;
    expect(shown(shiftOps(opsOf(), shift) ?? [])).toEqual(['-a', '+    x', ' b', '+  y']);
    expect(shown(shiftOps(lineOps(['a'], ['a', 'x']), shift) ?? [])).toEqual([' a', '+x']);
    expect(shown(shiftOps(lineOps(['a'], ['x', 'y']), shift) ?? [])).toEqual([
      '-a',
      '+    x',
      '+y',
    ]);
  });

  test('none is where one cannot be', () => {
    expect(shiftOps(opsOf(), { kind: 'remove', prefix: '  ' })).toBeNull();
  });
});
