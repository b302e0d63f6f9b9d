import { expect, test } from 'vitest';
import { saysItFixes } from '../../../src/core/planning/says-it-fixes.ts';

test.each([
  'fix: the last line is kept',
  'fix(parser)!: the last line is kept',
  'Fix: x',
  'bugfix: x',
  'hotfix(api): x',
  'Keep the last line\n\nFixes #12',
  'Keep the last line\n\nFixes: owner/name#12\n',
  'Keep the last line\n\nfixed https://tracker/1',
  'Fix ABC-12',
])('%j says that it fixes something', (message) => {
  expect(saysItFixes(message)).toBe(true);
});

test.each([
  '',
  'feat: fix width columns',
  'Fix the typo in a comment',
  'prefix: x',
  'refactor: x\n\nThis fixes nothing.',
  'Add fixtures #12',
])('%j does not', (message) => {
  expect(saysItFixes(message)).toBe(false);
});
