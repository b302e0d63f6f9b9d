import { expect, test } from 'vitest';
import { editsOfCrowd } from '../support/crowd-edits.ts';
import { runCrowd } from '../support/run-crowd.ts';

/*
 * 16 agents, each a process, make 400 edits of 40 files, of which every fourth wants a place that others want too, while
 * a person commits in the checkout that the landings go to.
 */
test(
  'sixteen agents and a person in one repository lose nothing',
  {
    timeout: 1_800_000,
    retry: 0,
  },
  async () => {
    const size = { agents: 16, editsEach: 25, files: 40 };
    // Each has places of its own, and of those who want one place one gets it.
    const places = new Set(editsOfCrowd(size).map(({ old }) => old)).size;
    const ends = await runCrowd(size, null);
    expect(ends).toEqual({ landed: places, rejected: 400 - places, failed: 0, kills: 0 });
  },
);
