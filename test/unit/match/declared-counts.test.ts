import { describe, expect, test } from 'vitest';
import { locate, type Located } from '../../../src/core/match/locate.ts';
import { SourceText } from '../../../src/core/match/source-text.ts';
import { NO_SCOPE } from '../../../src/core/model/edit.ts';

const find = (text: string, lines: readonly string[], count?: number | 'every'): Located =>
  locate(new SourceText(Buffer.from(text)), {
    lines,
    scope: count === undefined ? NO_SCOPE : { ...NO_SCOPE, count },
    isFresh: false,
  });

describe('in a file of very many equal lines', () => {
  const text = 'x\n'.repeat(60_000);

  test('places that stand apart are all compared', () => {
    const found = find(text, ['x'], 'every');
    expect(found).toMatchObject({ kind: 'one', by: 'count', rung: 'exact' });
    expect(found.kind === 'one' ? found.places.length : 0).toBe(60_000);
    expect(find(text, ['x'])).toMatchObject({ kind: 'many', reason: 'twins', found: 60_000 });
  });

  test('places that overlap are not, and no count makes them one', () => {
    const lines = Array.from({ length: 400 }, () => 'x');
    expect(find(text, lines, 'every')).toMatchObject({ kind: 'many', reason: 'overlapping' });
    expect(find(text, lines)).toMatchObject({ kind: 'many', reason: 'twins', rung: 'exact' });
  });

  test('places that stand only with another indentation are too many to measure', () => {
    const deep = `${' '.repeat(400)}xxxxxxxxxx`;
    const shallow = ' xxxxxxxxxx\n'.repeat(5000);
    expect(find(shallow, [deep], 'every')).toMatchObject({
      kind: 'many',
      reason: 'count',
      rung: 'indentation',
    });
  });
});
