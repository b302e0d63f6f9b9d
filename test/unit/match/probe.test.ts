import { describe, expect, test } from 'vitest';
import { candidates, headProbe, probed, quickProbe } from '../../../src/core/match/probe.ts';

const LARGE = 64 * 1024;
/** A large text of one byte, which no needle here has. */
const plain = Buffer.alloc(LARGE, '\x02');

/** Which needle is looked for by which of its bytes: `needle@offset`; what is looked for is seven bytes. */
function chosen(needles: readonly string[], haystack: Buffer = plain): string {
  const probe = quickProbe(
    haystack,
    needles.map((needle) => Buffer.from(needle, 'latin1')),
  );
  if (probe === null) return 'none';
  const { needle, offset, bytes } = probe;
  expect(bytes.toString('latin1')).toBe((needles[needle] ?? '').slice(offset, offset + 7));
  return `${needle}@${offset}`;
}

/** Bytes of source text by how often they stand there, the rarest first. */
const RARITY = [
  '~%@ZQYVJKX#^34567890z\x80\xff'.replace('0', ''),
  'UqGHBDW+!$<',
  '_M1jFILN&\\',
  '0PRCA',
  'T`O>E-?|Sv',
  '][k"',
  'x*w/b',
  "}{yg;:=,)('m\t",
  'phu.fcdlairsonte \n',
];

describe('a probe', () => {
  test('begins with the byte that is rarest in source text, whatever else stands nowhere', () => {
    for (const [at, group] of RARITY.slice(1).entries())
      for (const common of group)
        for (const rare of RARITY[at] ?? '') {
          const around = common.repeat(9);
          expect(`${rare} in ${common}: ${chosen([around + rare + around])}`).toBe(
            `${rare} in ${common}: 0@9`,
          );
          expect(
            `${common} in ${rare}: ${chosen([rare.repeat(9) + common + rare.repeat(9)])}`,
          ).toBe(`${common} in ${rare}: 0@0`);
        }
  });

  test('begins with the first of equally rare bytes', () => {
    for (const group of RARITY)
      for (const other of group)
        expect(chosen([group[0]?.repeat(9) + other.repeat(9)])).toBe('0@0');
  });

  test('looks at the text: a byte that stands all over it is not rare', () => {
    const text = Buffer.alloc(LARGE, 'q');
    expect(chosen(['qqqqqqqqqteeeeeeeee'], text)).toBe('0@9');
    expect(chosen(['qqqqqqqqqteeeeeeeee'])).toBe('0@0');
  });

  test('looks at the text all over, its start and its end too', () => {
    const stretches = 24;
    const counted = (from: number, to: number): string => {
      const text = Buffer.from(plain);
      text.fill('q', from, to);
      return chosen(['qqqqqqqqqteeeeeeeee'], text);
    };
    expect(counted(0, LARGE)).toBe('0@9');
    for (let at = 0; at < 4; at += 1) {
      const quarter = LARGE / 4;
      expect(counted(at * quarter, (at + 1) * quarter)).toBe('0@9');
    }
    expect(counted(100, 100 + Math.floor(LARGE / stretches / 4))).toBe('0@0');
    expect(counted(LARGE - 20, LARGE)).toBe('0@0');
  });

  test('is not misled by what repeats with the pages of a file', () => {
    const text = Buffer.alloc(24 * 4096 + 40, '\x02');
    for (let page = 0; page < text.length; page += 4096) text.fill('q', page, page + 8);
    expect(chosen(['qqqqqqqqqteeeeeeeee'], text)).toBe('0@0');
  });

  test('is not looked for in a short text, nor for a short needle', () => {
    expect(chosen(['~ and more'], plain.subarray(1))).toBe('none');
    expect(chosen(['~ and m'])).toBe('none');
    expect(chosen(['~ and mo'])).toBe('0@0');
    expect(chosen([])).toBe('none');
    expect(chosen(['', '~', 'the lines'])).toBe('2@0');
  });

  test('ends with its needle, and begins within its first two hundred bytes', () => {
    expect(chosen([`${'e'.repeat(8)}~123456`])).toBe('0@8');
    expect(chosen([`${'e'.repeat(8)}~12345`])).not.toBe('0@8');
    expect(chosen([`${'e'.repeat(200)}~${'e'.repeat(9)}`])).toBe('0@200');
    expect(chosen([`${'e'.repeat(201)}~${'e'.repeat(9)}`])).toBe('0@0');
  });

  test('is of the needle with the rarest byte, in the first four hundred bytes of all', () => {
    const long = 'e'.repeat(300);
    expect(chosen(['the lines', 'a Q in it all'])).toBe('1@2');
    expect(chosen(['a Q in it all', 'the lines'])).toBe('0@2');
    expect(chosen([long, `${'e'.repeat(200)}~${long}`])).toBe('1@200');
    expect(chosen([long, long, `e~${long}`])).toBe('0@0');
    expect(chosen([long, long, `~${long}`])).toBe('2@0');
    expect(chosen(['e'.repeat(107), long, `${'e'.repeat(100)}~${long}`])).toBe('2@100');
    expect(chosen(['e'.repeat(107), long, `${'e'.repeat(101)}~${long}`])).toBe('0@0');
  });

  test('of a head is its first two hundred bytes', () => {
    const bytes = Buffer.from('a'.repeat(300));
    expect(headProbe(bytes)).toEqual({ needle: 0, offset: 0, bytes: bytes.subarray(0, 200) });
    expect(headProbe(bytes, 3).needle).toBe(3);
  });

  test('gives where its needle begins', () => {
    const probe = { needle: 0, offset: 2, bytes: Buffer.from('c') };
    expect(probed(Buffer.from('abcabc'), probe, 0)).toBe(0);
    expect(probed(Buffer.from('abcabc'), probe, 1)).toBe(3);
    expect(probed(Buffer.from('abcabc'), probe, 4)).toBe(-1);
  });
});

describe('candidates', () => {
  const blank = '\x02';
  const text = Buffer.from(
    `${blank.repeat(200)}${'Qabcdefg '.repeat(80)}${blank.repeat(LARGE)}xQabcdefg y`,
  );

  test('come from the rare part at first, and from the head after many', () => {
    const next = candidates(text, Buffer.from('xQabcdefg y'));
    const found: number[] = [];
    for (let at = next(0); at !== -1; at = next(at + 1)) found.push(at);
    // Of the 80 places of its part, 64 are tried; the head stands once.
    expect(found).toEqual([
      ...Array.from({ length: 64 }, (_, at) => 199 + 9 * at),
      200 + 9 * 80 + LARGE,
    ]);
  });

  test('come from the head in a short text', () => {
    const next = candidates(Buffer.from('ab abc'), Buffer.from('abc'));
    expect([next(0), next(4)]).toEqual([3, -1]);
  });
});
