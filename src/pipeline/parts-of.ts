import { EVERYTHING, type Part } from '../core/schedule/queue-state.ts';
import type { Config, GateConfig } from '../config/config.ts';
import { CONFIG_FILE } from '../config/defaults.ts';
import { namesCommits, namesTests } from '../gates/command-words.ts';
import { matchesGlobs } from '../gates/match-globs.ts';

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
export function partsOf({ gates }: Config, paths: readonly string[]): Parts {
  const landing = gates.filter(({ when }) => when.includes('landing'));
  const own = paths.map((path) => `path ${path}`);
  const partOf = ({ name }: GateConfig): Part => `gate ${name}`;
  const concerned = landing.filter(({ files }) => paths.some((path) => matchesGlobs(path, files)));
  const touched = landing.filter((gate) => paths.some((path) => isInput(gate, path)));
  return {
    needs: [...concerned.map(partOf), ...own],
    changes: paths.includes(CONFIG_FILE) ? [EVERYTHING] : [...touched.map(partOf), ...own],
  };
}

/** What names commits may look at anything in them; what names tests is given other ones as imports change. */
const isInput = ({ inputs, run }: GateConfig, path: string): boolean =>
  typeof inputs === 'string' || namesCommits(run) || namesTests(run) || matchesGlobs(path, inputs);
