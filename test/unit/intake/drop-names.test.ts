import { expect, test } from 'vitest';
import {
  claimIdOf,
  claimName,
  isIgnoredName,
  parseClaimedName,
  storedName,
} from '../../../src/intake/drop-names.ts';

test.each([
  '.hidden',
  '.#lock',
  'a~',
  'a.part',
  'a.PART',
  'a.tmp',
  'a.crdownload',
  '.a.swp',
  'a.swp',
])('%s is left alone', (name) => {
  expect(isIgnoredName(name)).toBe(true);
});

test.each(['a', 'a.md', 'part', 'tmp', 'a.tmp.md', '~a', 'a.partial', '-'])(
  '%s is taken',
  (name) => {
    expect(isIgnoredName(name)).toBe(false);
  },
);

const FILE = { dev: 1n, ino: 2n, mtimeNs: 3n, ctimeNs: 4n };

test('a claim is named after all that tells one drop from another', () => {
  const others = [
    claimIdOf('b', FILE),
    claimIdOf('a', { ...FILE, dev: 9n }),
    claimIdOf('a', { ...FILE, ino: 9n }),
    claimIdOf('a', { ...FILE, mtimeNs: 9n }),
    claimIdOf('a', { ...FILE, ctimeNs: 9n }),
  ];
  expect(claimIdOf('a', FILE)).toMatch(/^[0-9a-f]{16}$/);
  expect(claimIdOf('a', { ...FILE })).toBe(claimIdOf('a', FILE));
  expect(new Set([...others, claimIdOf('a', FILE)]).size).toBe(6);
});

test('claimed names tell what they are', () => {
  expect(parseClaimedName(claimName('0123456789abcdef', 'a-b.md'))).toEqual({
    kind: 'claim',
    id: '0123456789abcdef',
    name: 'a-b.md',
  });
  expect(parseClaimedName(storedName('abcd1234', 'x\ny'))).toEqual({
    kind: 'stored',
    id: 'abcd1234',
    name: 'x\ny',
  });
  expect(['notes.md', 'claim-xyz-a', 'abcd1234', 'ABCD1234-a'].map(parseClaimedName)).toEqual(
    Array.from({ length: 4 }, () => null),
  );
});

test('a long name is cut between characters to what file systems allow', () => {
  const name = storedName('abcd1234', '😀'.repeat(70));
  expect(Buffer.byteLength(name)).toBe(9 + 200);
  expect(parseClaimedName(name)?.name).toBe('😀'.repeat(50));
});
