import { EVERYTHING, type Part } from '../core/schedule/queue-state.ts';
import type { Config, GateConfig } from '../config/config.ts';
import { CONFIG_FILE } from '../config/defaults.ts';
import { namesCommits, namesTests } from '../gates/command-words.ts';
import { commonLane, laneOf } from '../gates/lane-of.ts';
import { matchesGlobs } from '../core/policies/match-globs.ts';
import { goesByLanes } from '../gates/verdict-key.ts';

/** What a change needs and changes, as the planner sees it: the inputs of gates, and its own paths. */
export interface Parts {
  readonly needs: readonly Part[];
  readonly changes: readonly Part[];
}

/** Nothing is known of the change: it waits for everybody before it, and everybody behind waits for it. */
export const UNKNOWN_PARTS: Parts = { needs: [EVERYTHING], changes: [EVERYTHING] };

/**
 * The parts of a change of these paths under a config. A guess wrong here costs time alone: whether a verdict holds on
 * another tree is decided by the hash of the gate's inputs there.
 */
export function partsOf({ gates, queue: { lanes } }: Config, paths: readonly string[]): Parts {
  const landing = gates.filter(({ when }) => when.includes('landing'));
  const own = paths.map((path) => `path ${path}`);
  const concerned = landing.filter(({ files }) => paths.some((path) => matchesGlobs(path, files)));
  const touched = landing.filter((gate) => paths.some((path) => isInput(gate, path)));
  const lane = commonLane(lanes, paths);
  const neededLanes = lane === null ? lanes.map(({ name }) => name) : [lane];
  const changedLanes = [...new Set(paths.map((path) => laneOf(lanes, path)))];
  const partsIn = (gate: GateConfig, among: readonly (string | null)[]): readonly Part[] =>
    goesByLanes(gate) ? among.map((name) => partOf(gate, name)) : [partOf(gate, null)];
  const needs = concerned.flatMap((gate) => partsIn(gate, [null, ...neededLanes]));
  const changes = touched.flatMap((gate) => partsIn(gate, changedLanes));
  return {
    needs: [...needs, ...own],
    changes: paths.includes(CONFIG_FILE) ? [EVERYTHING] : [...changes, ...own],
  };
}

/** The inputs of a gate; of one that goes by lanes, those in a lane, or outside of all (null). */
const partOf = ({ name }: GateConfig, lane: string | null): Part =>
  lane === null ? `gate ${name}` : `gate ${name} in lane ${lane}`;

/** What names commits may look at anything in them; what names tests is given other ones as imports change. */
const isInput = ({ inputs, run }: GateConfig, path: string): boolean =>
  typeof inputs === 'string' || namesCommits(run) || namesTests(run) || matchesGlobs(path, inputs);
