import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  foldReadToken,
  makeReadToken,
  parseReadToken,
} from '../../../src/core/model/read-token.ts';

const tokens = fc.uint8Array({ minLength: 6, maxLength: 6 }).map(makeReadToken);
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

test('a token reads back, in any case and with what people and models put around it', () => {
  fc.assert(
    fc.property(tokens, (token) => {
      expect(token).toMatch(/^r-[0-9a-hjkmnp-tv-z]{8}$/);
      for (const spelt of [
        token,
        token.toUpperCase(),
        ` ${token}. `,
        `\`${token}\``,
        `"${token}",`,
      ])
        expect(parseReadToken(spelt)).toBe(token);
      // Zero and one are often read as letters.
      expect(parseReadToken(token.replaceAll('0', 'O').replaceAll('1', 'l'))).toBe(token);
    }),
  );
});

describe('a slip is recognised', () => {
  test('one wrong character', () => {
    fc.assert(
      fc.property(tokens, fc.nat(7), fc.nat(31), (token, place, letter) => {
        const wrong = ALPHABET[letter] ?? '';
        fc.pre(token[place + 2] !== wrong);
        expect(parseReadToken(token.slice(0, place + 2) + wrong + token.slice(place + 3))).toBe(
          null,
        );
      }),
      { numRuns: 1_000 },
    );
  });

  test('two random characters that changed places', () => {
    fc.assert(
      fc.property(tokens, fc.nat(5), fc.nat(5), (token, one, other) => {
        const letters = token.split('');
        [letters[one + 2], letters[other + 2]] = [token[other + 2] ?? '', token[one + 2] ?? ''];
        const swapped = letters.join('');
        fc.pre(swapped !== token);
        expect(parseReadToken(swapped)).toBe(null);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each(['', 'r-', 'r-abc', '7k2m9qxz', 'r-7k2m9qxzz', 'r-7k2m9qu!', 'x'.repeat(10_000)])(
    '%j is none',
    (text) => {
      expect(parseReadToken(text)).toBe(null);
    },
  );
});

test('folding is bounded and never throws', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(foldReadToken(text).length).toBeLessThanOrEqual(80);
    }),
  );
});

test('too little randomness is a bug', () => {
  expect(() => makeReadToken(new Uint8Array(5))).toThrow(RangeError);
});
