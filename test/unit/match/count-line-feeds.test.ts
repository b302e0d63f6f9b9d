import { expect, test } from 'vitest';
import { countLineFeeds } from '../../../src/core/match/count-line-feeds.ts';

const slow = (bytes: Uint8Array, from: number, to: number): number =>
  bytes.subarray(from, to).filter((byte) => byte === 10).length;

test('line feeds are counted in pieces, with other characters in some of them', () => {
  const plain = Buffer.from('a line\n'.repeat(5000));
  const mixed = Buffer.concat([
    plain,
    Buffer.from('ü \n\u2019\n'.repeat(900)),
    plain,
    Buffer.from('\n\x8a'),
  ]);
  for (const bytes of [plain, mixed])
    for (const from of [0, 1, 2, 3, 16_383, 16_384, 33_001])
      for (const to of [from, from + 3, from + 16_384, bytes.length - 1, bytes.length]) {
        const end = Math.min(to, bytes.length);
        expect([from, end, countLineFeeds(bytes, from, end)]).toEqual([
          from,
          end,
          slow(bytes, from, end),
        ]);
      }
});
