import { expect, test } from 'vitest';
import { limitsFor } from '../../../src/config/limits-for.ts';
import { parseConfig } from '../../../src/config/parse-config.ts';

const parsed = parseConfig(
  JSON.stringify({
    limits: { files: 10, paths: { '/docs/**': { lines: 5000 } } },
    agents: { '*': { files: 8 }, 'claude*': { files: 5, lines: 50 }, 'claude-test': { lines: 70 } },
  }),
);
const config = parsed.ok ? parsed.value : null;

test.each([
  [null, 10, 600],
  ['codex', 8, 600],
  ['Claude Code', 5, 50],
  ['claude-test', 5, 70],
  ['claude-tests', 5, 50],
])('limits of %s', (agent, files, lines) => {
  if (config === null) throw new Error('not valid');
  const limits = limitsFor(config, agent);
  expect([limits.files, limits.lines]).toEqual([files, lines]);
  expect(limits.paths).toEqual([{ glob: '/docs/**', limits: { lines: 5000 } }]);
});
