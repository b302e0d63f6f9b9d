import { expect, test } from 'vitest';
import { declaresDeletion, declaresRevert } from '../../../src/core/check/declared.ts';

test.each([
  ['Remove src/old.ts', 'src/old.ts', true],
  ['Delete old.ts', 'src/old.ts', true],
  ['Drop the old module', 'src/old.ts', true],
  ['refactor: split the parser in two', 'src/parser.ts', true],
  ['Remove the legacy folder', 'legacy/a/b.ts', true],
  ['Move it: old.ts.', 'src/old.ts', true],
  ['Tidy up old.ts', 'src/old.ts', false],
  ['Remove src/older.ts', 'src/old.ts', false],
  ['Remove it', 'a.b', false],
  ['', 'src/old.ts', false],
])('%j names the deletion of %s: %s', (message, path, isDeclared) => {
  expect(declaresDeletion(message, path)).toBe(isDeclared);
});

const COMMIT = '0123456789abcdef0123456789abcdef01234567';
test.each([
  [`Revert "x"\n\nThis reverts commit ${COMMIT}.`, true],
  ['Lower it again\n\nReverts: 0123456789ab', true],
  ['reverted 0123456', true],
  ['Revert "x"', false],
  [`Like ${COMMIT}`, false],
  ['This reverts commit fedcba9876543210.', false],
])('%j takes the commit back: %s', (message, isDeclared) => {
  expect(declaresRevert(message, COMMIT)).toBe(isDeclared);
  expect(declaresRevert(message, COMMIT.slice(0, 12))).toBe(isDeclared);
});
