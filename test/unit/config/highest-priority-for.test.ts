import { expect, test } from 'vitest';
import { highestPriorityFor } from '../../../src/config/highest-priority-for.ts';
import { parseConfig } from '../../../src/config/parse-config.ts';

const parsed = parseConfig(
  JSON.stringify({
    agents: { '*': { files: 8 }, 'release*': { priority: 9 }, 'release-notes': { priority: 0 } },
  }),
);

test.each([
  [null, 9],
  ['codex', 0],
  ['Release', 9],
  ['release-notes', 0],
])('%s may ask for up to %d', (agent, highest) => {
  if (!parsed.ok) throw new Error('not valid');
  expect(highestPriorityFor(parsed.value, agent)).toBe(highest);
});

test.each([-1, 10, 1.5, '3'])('%j is no priority to allow', (priority) => {
  const config = parseConfig(JSON.stringify({ agents: { bot: { priority } } }));
  expect(config.ok ? [] : config.error.map(({ path }) => path)).toEqual(['agents.bot.priority']);
});
