import { checkGlobs, type Report } from './check-globs.ts';
import type { LaneConfig } from './config.ts';
import { laneOverlap } from './lane-overlap.ts';

/** Every path of a tree is held against every lane. */
const MOST_LANES = 64;

/** The lanes as they are written. Reports globs that mean nothing, and lanes that are seen to overlap. */
export function completeLanes(
  written: Readonly<Record<string, readonly string[]>>,
  report: Report,
): readonly LaneConfig[] {
  const lanes = Object.entries(written).map(([name, globs]) => ({ name, globs }));
  for (const { name, globs } of lanes) checkGlobs(globs, ['queue', 'lanes', name], report);
  if (lanes.length > MOST_LANES) {
    const message = `found ${lanes.length} lanes`;
    report({ path: ['queue', 'lanes'], message, expected: `at most ${MOST_LANES}` });
    return lanes;
  }
  lanes.forEach((lane, at) => {
    for (const before of lanes.slice(0, at)) {
      const shared = laneOverlap(before, lane);
      if (shared === null) continue;
      report({
        path: ['queue', 'lanes', lane.name],
        message: `the lanes ${JSON.stringify(before.name)} and ${JSON.stringify(lane.name)} both mean paths such as ${JSON.stringify(shared)}`,
        expected: 'lanes that have no path in common',
      });
      return;
    }
  });
  return lanes;
}
