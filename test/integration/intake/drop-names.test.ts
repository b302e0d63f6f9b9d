import { expect, test } from 'vitest';
import { claimName, parseClaimedName, storedName } from '../../../src/intake/drop-names.ts';

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
  expect(parseClaimedName('notes.md')).toBeNull();
});
