import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conflictHunks } from '../../../src/core/planning/conflict-hunks.ts';

const bytes = (text: string): Buffer => Buffer.from(text.split('').join('\n') + '\n');
const hunks = (base: string, now: string, yours: string) =>
  conflictHunks({ base: bytes(base), now: bytes(now), yours: bytes(yours) });
const shown = (base: string, now: string, yours: string) =>
  hunks(base, now, yours).map((hunk) =>
    [hunk.line, hunk.base.join(''), hunk.now.join(''), hunk.yours.join('')].join(' '),
  );

describe('the places that two sides changed', () => {
  test.each([
    ['abc', 'aBc', 'aBc', []],
    ['abc', 'abc', 'aXc', []],
    ['abc', 'aXc', 'aYc', ['2 b X Y']],
    ['abc', 'ac', 'aYc', ['2 b  Y']],
    ['abc', 'aXbc', 'aYbc', ['2  X Y']],
    ['abcdef', 'XXabcdeF', 'abcdeG', ['8 f F G']],
    // Changes that touch are one place.
    ['abcd', 'aXcd', 'abYd', ['2 bc Xc bY']],
    ['abcdefg', 'AbcdXfg', 'abCdYfg', ['5 e X Y']],
    ['abcdefg', 'AbcdefG', 'BbcdefH', ['1 a A B', '7 g G H']],
  ])('%s, now %s, yours %s', (base, now, yours, expected) => {
    expect(shown(base, now, yours)).toEqual(expected);
  });

  test('nothing is shown of what is binary', () => {
    const [base, now, yours] = ['\0a', '\0b', '\0c'].map((text) => Buffer.from(text));
    expect(
      conflictHunks({
        base: base ?? Buffer.alloc(0),
        now: now ?? Buffer.alloc(0),
        yours: yours ?? Buffer.alloc(0),
      }),
    ).toEqual([]);
  });

  test('every line shown stands where it is said to', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 12 });
    fc.assert(
      fc.property(text, text, text, (base, now, yours) => {
        for (const hunk of hunks(base, now, yours)) {
          const at = hunk.line - 1;
          expect(now.slice(at, at + hunk.now.length)).toBe(hunk.now.join(''));
          expect(base).toContain(hunk.base.join(''));
          expect(yours).toContain(hunk.yours.join(''));
          expect(hunk.now).not.toEqual(hunk.yours);
        }
      }),
    );
  });
});
