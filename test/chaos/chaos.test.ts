import { expect, test } from 'vitest';
import { runChaos } from '../../scripts/chaos/run-chaos.ts';

/** The short form of `npm run chaos`: enough deaths for every second step or so; the long one takes a number. */
test('nothing is lost, doubled or half done where the daemon dies again and again', async () => {
  const seed = 20_261;
  const said: string[] = [];
  const report = await runChaos({ kills: 12, seed, say: (line) => said.push(line) });
  expect({ breaches: report.breaches, said, kept: report.kept }).toEqual({
    breaches: [],
    said,
    kept: null,
  });
  expect(Object.values(report.deaths).reduce((sum, count) => sum + count, 0)).toBe(12);
  expect(report.branches).toBeGreaterThan(0);
  const { saves, savesOnLandingPaths, commits, commitsOnLandingPaths } = report.person;
  expect(savesOnLandingPaths + commitsOnLandingPaths).toBeGreaterThan((saves + commits) * 0.3);
});
