import { describe, expect, test } from 'vitest';
import { LADDER } from '../../src/core/match/ladder.ts';
import { patternOf } from '../../src/core/match/rung.ts';
import { SourceText } from '../../src/core/match/source-text.ts';

const sourceOf = (text: string): SourceText => new SourceText(Buffer.from(text));

describe.each(LADDER.map((rung) => [rung.name, rung] as const))('rung %s', (name, rung) => {
  test('is named once', () => {
    expect(LADDER.filter((other) => other.name === name)).toHaveLength(1);
  });

  test('only exact and line endings decide on a few characters', () => {
    expect(rung.isLoose).toBe(name !== 'exact' && name !== 'line-endings');
  });

  test.each([
    ['', 'an old line'],
    ['\n', 'an old line'],
    ['an old line', 'an old line\nand more'],
    ['\uFEFF', 'x'],
    ['other words\n', 'an old line'],
  ])('finds nothing in %j', (text, old) => {
    expect(rung.places(sourceOf(text), patternOf(old.split('\n')))).toEqual([]);
  });

  test('gives places of whole lines, in order', () => {
    const source = sourceOf('an old line \r\n  an old line\nan old line\n\u201Can\u201D old line');
    const places = rung.places(source, patternOf(['an old line'])) ?? [];
    for (const [at, { start, end }] of places.entries()) {
      expect(source.isLineStart(start)).toBe(true);
      expect(source.isLineStart(end) || end === source.bytes.length).toBe(true);
      expect(start).toBeGreaterThan(places[at - 1]?.start ?? -1);
    }
  });
});
