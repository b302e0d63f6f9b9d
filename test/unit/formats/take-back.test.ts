import { describe, expect, test } from 'vitest';
import { takesBack } from '../../../src/core/formats/take-back.ts';
import { decodeText, summary } from '../../support/decode-text.ts';

const edit = (path: string, next: string): string =>
  `${path}\n<<<<<<< SEARCH\na\n=======\n${next}\n>>>>>>> REPLACE\n`;
const made = (path: string, next: string): string => `replace ${path} "a" -> "${next}"`;

describe('words that take an edit back', () => {
  test.each([
    'Actually, wait, that is wrong. Instead:',
    'Wait, I missed something.',
    'Hmm, scratch that. Let me redo this.',
    'Correction: the above edit was incorrect; use this one.',
    '**Correction:**',
    'On second thought, it is simpler to',
    'Oops, I made a mistake.',
    'I made an error above.',
    'Wait — the function is async.',
    'Hold on, this breaks',
    'No, that won’t work.',
    'Ignore the previous block.',
    'Sorry, ignore the above edit',
    'Please disregard the first patch; use this one:',
    'The previous edit was wrong',
    'Here is the corrected version:',
    'This replaces the above edit.',
    'Use this instead of the block above.',
    'Let me reconsider.',
    'Actually, let me fix that',
    'I just noticed a bug in my edit',
    'Hmm, that is not right.',
    'Wait.',
    '> Wait, no:',
    'The above has a bug.',
    'The edit above is incorrect.',
  ])('%s', (line) => {
    expect(takesBack(line)).toBe(true);
  });
});

describe('words that go on', () => {
  test.each([
    'Wait for the server to start before the tests.',
    'Actually, the test also needs a change:',
    'This fixes the wrong total.',
    'The first test was broken because of this.',
    'Now the second file:',
    'No other file has to change.',
    'Let me fix that as well:',
    'The above adds the field; next the test:',
    'Waiting is done in the loop',
    'Let me know how it goes.',
    'The code above is the core of it.',
    'Hold on to the handle',
    'This replaces the old loop.',
    'And the test for the above:',
    'I have a problem with tests',
    'Correct the path:',
    'This is not what the docs say',
    'Sorry for the wait.',
    'Instead of the first loop we use a map',
  ])('%s', (line) => {
    expect(takesBack(line)).toBe(false);
  });
});

describe('a response', () => {
  test('that takes an edit back and gives another is held', () => {
    const text = `${edit('a.ts', 'b')}\nActually, wait, that is wrong.\n\n${edit('b.ts', 'c')}`;
    expect(summary(text)).toEqual([made('a.ts', 'b'), made('b.ts', 'c'), '? alternatives']);
    expect(decodeText(text).holds[0]).toMatchObject({
      reason: 'taken-back',
      responseLines: [8, 8],
    });
  });
  test('that takes an edit back and gives no other is held', () => {
    const text = `${edit('a.ts', 'b')}\nHmm, that won't work.\n\nWait, it would.\n`;
    expect(summary(text)).toEqual([made('a.ts', 'b'), '? alternatives']);
  });
  test('that thinks aloud before its first edit is not', () => {
    expect(summary(`Wait, the loop is wrong.\n\n${edit('a.ts', 'b')}`)).toEqual([
      made('a.ts', 'b'),
    ]);
  });
  test.each([
    "Don't do this:",
    'A wrong fix would be:',
    'It is tempting to write:',
    '### ❌ Wrong',
    'Incorrect version:',
    'You could swap them. This would not work:',
  ])('that shows a mistake is held: %s', (above) => {
    expect(summary(`${above}\n\n${edit('a.ts', 'b')}`)).toEqual([
      made('a.ts', 'b'),
      '? hedged-edit a.ts',
    ]);
  });
  test.each(['This fixes the wrong answer:', 'The bad example is gone now:', 'Do this:'])(
    'that speaks of one is not: %s',
    (above) => {
      expect(summary(`${above}\n\n${edit('a.ts', 'b')}`)).toEqual([made('a.ts', 'b')]);
    },
  );
});
