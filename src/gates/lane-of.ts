import type { LaneConfig } from '../config/config.ts';
import { lanePlaces } from '../config/lane-overlap.ts';
import { matchesGlobs } from '../core/policies/match-globs.ts';
import { isCheckFile } from './check-file.ts';

/**
 * The name of the lane that a path lies in; null: outside all of them, so that it matters to everybody. So does a path
 * that two lanes name, and a file that says what the checks are.
 */
export function laneOf(lanes: readonly LaneConfig[], path: string): string | null {
  const kept = known.get(lanes) ?? new Map<string, string | null>();
  known.set(lanes, kept);
  let lane = kept.get(path);
  if (lane === undefined) {
    lane = findLane(lanes, path);
    if (kept.size >= MOST_PATHS) kept.clear();
    kept.set(path, lane);
  }
  return lane;
}

/** The one lane that all of these paths lie in; null: there is none such. */
export function commonLane(lanes: readonly LaneConfig[], paths: readonly string[]): string | null {
  const [first = null, ...others] = new Set(paths.map((path) => laneOf(lanes, path)));
  return others.length === 0 ? first : null;
}

function findLane(lanes: readonly LaneConfig[], path: string): string | null {
  const [own, ...others] = lanes.filter(
    (lane) => isInPlace(lane, path) && matchesGlobs(path, lane.globs),
  );
  return own === undefined || others.length > 0 || isCheckFile(path) ? null : own.name;
}

/** Most paths are in no folder that a lane names, and need not be compared with its globs. */
function isInPlace(lane: LaneConfig, path: string): boolean {
  const starts = places.get(lane) ?? lanePlaces(lane).map((folder) => folder && `${folder}/`);
  places.set(lane, starts);
  return starts.some((start) => path.startsWith(start));
}

const places = new WeakMap<LaneConfig, readonly string[]>();

/** Every path of a tree is asked about for every candidate, under the lanes of one config. */
const known = new WeakMap<readonly LaneConfig[], Map<string, string | null>>();
const MOST_PATHS = 200_000;
