import { expect, test } from 'vitest';
import { runCrowd } from '../support/run-crowd.ts';

/** `MANY_AGENTS=full` makes all 400 edits; a fifth of them are enough to be killed in every step of a submission. */
const EDITS_EACH = process.env['MANY_AGENTS'] === 'full' ? 25 : 5;

test(
  'sixteen agents and a person lose nothing while the daemon is killed again and again',
  {
    timeout: 3_600_000,
    retry: 0,
  },
  async () => {
    const size = { agents: 16, editsEach: EDITS_EACH, files: 40 };
    const { kills, ...ends } = await runCrowd(size, 4_000);
    expect(kills).toBeGreaterThan(0);
    expect(ends.landed).toBeGreaterThan(0);
  },
);
