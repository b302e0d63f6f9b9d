import { describe, expect, test } from 'vitest';
import { NO_ENVELOPE } from '../../../src/core/formats/envelope.ts';
import type { Envelope } from '../../../src/core/formats/decoded.ts';
import type { ContentHash } from '../../../src/core/model/content-hash.ts';
import { NOTHING_STATED, type ReadClaim, type Stated } from '../../../src/core/model/stated.ts';
import { withStated } from '../../../src/core/planning/stated-envelope.ts';
import { decodedOf } from '../../support/edit-values.ts';

const sha = (digit: string) => `sha256:${digit.repeat(64)}` as ContentHash;
const blob = (digit: string) => `blob:${digit.repeat(40)}` as ContentHash;
const claim = (path: string, hash: ContentHash, window?: readonly [number, number]): ReadClaim =>
  window === undefined ? { path, hash } : { path, hash, window };

const join = (envelope: Partial<Envelope>, stated: Partial<Stated>) => {
  const decoded = decodedOf([], { envelope: { ...NO_ENVELOPE, ...envelope } });
  const found = withStated(decoded, { ...NOTHING_STATED, ...stated });
  return {
    ...found.decoded.envelope,
    bases: found.bases,
    refused: found.decoded.rejections.map(({ code, reason, facts }) => [code, reason, facts]),
  };
};

test('nothing stated changes nothing', () => {
  expect(join({ base: 'main', message: 'm', readTokens: ['r-1'] }, {})).toEqual({
    ...NO_ENVELOPE,
    base: 'main',
    bases: ['main'],
    message: 'm',
    readTokens: ['r-1'],
    refused: [],
  });
});

test('reads, tokens and deletions add up, each once', () => {
  const window = claim('a.ts', sha('1'), [1, 2]);
  expect(
    join(
      { reads: [claim('a.ts', blob('1')), window], readTokens: ['r-1'], declaredDeletions: ['x'] },
      { reads: [claim('b.ts', sha('2')), window], readTokens: ['r-1', 'r-2'], deletes: ['y', 'x'] },
    ),
  ).toMatchObject({
    reads: [claim('a.ts', blob('1')), window, claim('b.ts', sha('2'))],
    readTokens: ['r-1', 'r-2'],
    declaredDeletions: ['x', 'y'],
    refused: [],
  });
});

test('what only one states is taken', () => {
  expect(join({}, { base: 'main', message: 'm' })).toMatchObject({
    base: 'main',
    bases: ['main'],
    message: 'm',
    refused: [],
  });
});

describe('contradictions', () => {
  test('two messages are refused, the same one with other blanks is not', () => {
    expect(join({ message: 'one' }, { message: 'two' }).refused).toEqual([
      ['malformed-edit', 'contradiction', { header: 'message', values: ['one', 'two'] }],
    ]);
    expect(join({ message: 'one\n' }, { message: 'one' }).refused).toEqual([]);
  });

  test('two names of one kind for one file are refused; of two kinds they may be the same', () => {
    const two = [claim('a.ts', sha('1')), claim('a.ts', sha('2'))];
    expect(join({ reads: two.slice(0, 1) }, { reads: two.slice(1) }).refused).toEqual([
      [
        'malformed-edit',
        'contradiction',
        { header: 'read', values: [`a.ts@${sha('1')}`, `a.ts@${sha('2')}`] },
      ],
    ]);
    expect(
      join({ reads: [claim('a.ts', sha('1'))] }, { reads: [claim('a.ts', blob('2'))] }).refused,
    ).toEqual([]);
  });

  test('two bases may be names of one commit: whoever knows the commits decides', () => {
    expect(join({ base: 'main' }, { base: 'abc123' })).toMatchObject({
      bases: ['main', 'abc123'],
      refused: [],
    });
  });
});
