import { expect, test } from 'vitest';
import { applyDelta } from '../../../../src/git/object-files/apply-delta.ts';

const base = Buffer.from('0123456789');
const of = (...bytes: readonly (number | string)[]): Buffer =>
  Buffer.concat(bytes.map((one) => (typeof one === 'string' ? Buffer.from(one) : Buffer.of(one))));

/* Copy: 0x80, a bit for each byte of offset (1, 2, 4, 8) and length (0x10, 0x20, 0x40). Insert: how many, then those. */
test.each<readonly [name: string, delta: Buffer, made: string | null]>([
  ['an insertion', of(10, 3, 3, 'abc'), 'abc'],
  ['a copy', of(10, 4, 0x91, 2, 4), '2345'],
  ['a copy of the start', of(10, 4, 0x90, 4), '0123'],
  ['both', of(10, 5, 0x91, 8, 2, 1, '-', 0x90, 2), '89-01'],
  ['nothing at all', of(10, 0), ''],
  ['another base', of(11, 3, 3, 'abc'), null],
  ['fewer bytes than promised', of(10, 4, 3, 'abc'), null],
  ['more bytes than promised', of(10, 2, 3, 'abc'), null],
  ['an insertion that is cut short', of(10, 3, 3, 'ab'), null],
  ['a copy from behind the end', of(10, 4, 0x91, 8, 4), null],
  ['a copy of 65,536 bytes of ten', of(10, 4, 0x80), null],
  ['an offset of four bytes', of(10, 4, 0x9f, 0, 0, 0, 0xff, 4), null],
  ['the reserved order', of(10, 3, 0, 3, 'abc'), null],
  ['no lengths', of(), null],
])('%s', (_, delta, made) => {
  expect(applyDelta(base, delta, 100)?.toString('latin1') ?? null).toBe(made);
});

test('no more is made than was allowed', () => {
  const delta = of(10, 5, 5, 'abcde');
  expect(applyDelta(base, delta, 5)?.toString()).toBe('abcde');
  expect(applyDelta(base, delta, 4)).toBeNull();
});

test('a length of several bytes, and a copy of 65,536', () => {
  const large = Buffer.alloc(70_000, 'x');
  const delta = of(0xf0, 0xa2, 4, 0x80, 0x80, 4, 0x80);
  expect(applyDelta(large, delta, 70_000)).toEqual(large.subarray(0, 65_536));
});
