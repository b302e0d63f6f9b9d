import { describe, expect, test } from 'vitest';
import { REJECTION_CODES, HOLD_REASONS } from '../../src/core/model/rejection.ts';
import { REPORTERS } from '../../src/reporters/reporters.ts';
import { FACTS, viewAfter, VIEWS } from '../support/submission-samples.ts';
import { SAMPLES } from '../unit/lifecycle/events-fixture.ts';

const ESCAPE = '\u001b';
const HOSTILE = `${ESCAPE}[2J\u0000 \`\`\`\n# not a headline\u202e\u009b\u{e0041} <script>`;

const views = [
  ...Object.entries(VIEWS),
  ...REJECTION_CODES.map(
    (code) =>
      [
        code,
        viewAfter('Claimed', {
          ...SAMPLES.Rejected,
          rejections: [{ code, path: HOSTILE, lines: [1], block: 1 }],
        }),
      ] as const,
  ),
  ...HOLD_REASONS.map(
    (code) =>
      [
        `held: ${code}`,
        viewAfter('Claimed', { ...SAMPLES.NeedsApproval, holds: [{ code, path: HOSTILE }] }),
      ] as const,
  ),
] as const;

test('names and suffixes are unique, and each suffix starts with a dot', () => {
  expect(new Set(REPORTERS.map(({ name }) => name)).size).toBe(REPORTERS.length);
  expect(new Set(REPORTERS.map(({ suffix }) => suffix)).size).toBe(REPORTERS.length);
  for (const { suffix } of REPORTERS) expect(suffix).toMatch(/^(?:\.[a-z]+){2}$/);
});

describe.each(REPORTERS)('$name', ({ render }) => {
  test.each(views)(
    '%s: one text, the same each time, that acts on nobody’s terminal',
    (_, view) => {
      const facts = { ...FACTS, name: HOSTILE };
      const text = render(view, facts) ?? '\n';
      expect(render(view, facts) ?? '\n').toBe(text);
      expect(text.endsWith('\n')).toBe(true);
      expect(text).not.toContain(ESCAPE);
      expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    },
  );

  test('it changes nothing that it is given', () => {
    const before = structuredClone(VIEWS);
    for (const view of Object.values(VIEWS)) render(view, FACTS);
    expect(VIEWS).toEqual(before);
  });
});
