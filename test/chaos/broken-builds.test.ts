import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BREAKAGES, breakBuild } from '../../scripts/chaos/broken-build.ts';
import {
  commitAgainstLanding,
  deathAfterMove,
  saveAgainstLanding,
} from '../../scripts/chaos/held-landing.ts';
import { LAUNCHER } from '../support/sallyport-command.ts';
import { tempDir } from '../support/temp-dir.ts';

const CASES = [
  {
    name: 'a commit that meets a landing',
    act: commitAgainstLanding,
    breakage: 'no index lock',
    breach: /history has \[.*-slot 00-001/,
  },
  {
    name: 'a death after the branch moved',
    act: deathAfterMove,
    breakage: 'no intent row',
    breach: /history has \[.*-slot 00-001/,
  },
  {
    name: 'a save that meets a landing',
    act: saveAgainstLanding,
    breakage: 'no look at what was moved',
    breach: /the person saved v0+v last/,
  },
] as const;

describe.each(CASES)('$name', ({ act, breakage, breach }) => {
  test('breaks no promise of the build as it is', async () => {
    expect(await act(LAUNCHER)).toEqual([]);
  });

  test(`is noticed in a build with ${breakage}`, async () => {
    const launcher = breakBuild(join(tempDir(), 'broken'), BREAKAGES[breakage]);
    const found = await act(launcher);
    expect(found.join('\n')).toMatch(breach);
  });
});
