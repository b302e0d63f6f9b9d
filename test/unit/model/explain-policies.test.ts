import { expect, test } from 'vitest';
import { explain } from '../../../src/core/model/explain.ts';

test('a hold for its dependents lists them', () => {
  const facts = { actual: 3, limit: 2, files: ['src/a.ts', 'src/b.ts'] };
  const { title, body } = explain({ code: 'excessive-blast-radius', reason: 'dependents', facts });
  expect(title).toBe('3 files depend on what changes; more than 2 needs a person.');
  expect(body).toContain('src/a.ts\nsrc/b.ts\n... and 1 more');
});

test.each([
  ['tests-removed', 'The change takes away tests in `a.test.ts`: `x` and `y`.'],
  ['suppressed', 'The change silences a checker in `a.test.ts`: `x` and `y`.'],
  ['threshold', 'The change lowers a threshold in `a.test.ts`: `x` and `y`.'],
])('a weakened check says how: %s', (reason, title) => {
  const facts = { names: ['x', 'y'] };
  expect(explain({ code: 'weakened-check', path: 'a.test.ts', reason, facts }).title).toBe(title);
});

test('collateral changes say of what kind', () => {
  const facts = { actual: 16, limit: 10 };
  const refusal = { code: 'collateral-change', path: 'a.ts', reason: 'imports', facts } as const;
  expect(explain(refusal).title).toBe(
    '`a.ts` changes in 16 lines beyond what the task needs, and the limit is 10: most lines are imports that only change places.',
  );
});

test('a revert names the commit that it undoes', () => {
  const facts = { commit: 'abcdef123456', subject: 'fix: limit', author: 'A' };
  const refusal = { code: 'reverts-landed-work', path: 'a.ts', facts } as const;
  expect(explain(refusal).title).toBe(
    'The change to `a.ts` undoes what commit `abcdef123456` brought in (`fix: limit`).',
  );
});
