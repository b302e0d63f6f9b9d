import { createHash } from 'node:crypto';
import type { GateConfig } from '../config/config.ts';
import { importReader } from '../core/graph/import-readers/registry.ts';
import type { Oid } from '../core/model/ids.ts';
import type { TreeEntry } from '../core/model/patch.ts';
import { matchesGlobs } from '../core/policies/match-globs.ts';
import { isCheckFile } from './check-file.ts';
import type { KnownTests } from './choose-tests.ts';
import { namesCommits, namesTests } from './command-words.ts';
import type { ChangedPath } from './gate-tree.ts';
import { isAbout } from './judge-gate.ts';

/** A tree, and every entry of it in git's order. */
export interface KeyedTree {
  readonly tree: Oid;
  readonly entries: readonly TreeEntry[];
  /** Sources that a verdict on the change may depend on, for gates that say so; absent or null: the whole tree. */
  readonly closure?: ReadonlySet<string> | null;
  /** What a gate for the whole tree depends on where the change lies in one lane: see `laneInputs`. Absent: the tree. */
  readonly lane?: string;
  /** See `primeKey`: every gate runs with these, whatever inputs it declares. Absent: there are none. */
  readonly dependencies?: string;
}

/** What a verdict was, or would be, reached on. */
export interface VerdictPlace {
  readonly candidate: KeyedTree;
  /** Null: the branch is not born yet. */
  readonly base: KeyedTree | null;
  readonly changed: readonly ChangedPath[];
  /** What a gate that names tests is run with; absent or null: all of them. */
  readonly tests?: KnownTests | null;
  /** Whether the change says that it fixes something, and must prove it where a gate wants that. */
  readonly isFix?: boolean;
  /** See `toolchainFingerprint`. */
  readonly toolchain: string;
  readonly sandbox: string;
}

/** Whether a verdict is named by what the change's lane leaves of the tree, or by all of it. */
export type KeyScope = 'lane' | 'tree';

/**
 * Name of a gate's verdict: two candidates of the same key get the same verdict, so that the one holds for the other.
 * It covers the gate's declared inputs (globs and the files that say what the checks are, or what the change reaches by
 * imports and everything that is no source), and the whole tree otherwise, but for the files of other lanes where the change
 * lies in one: those of the candidate, and those of the base, since what fails there too is not blamed. Besides, whether any
 * changed path is the gate's concern.
 */
export function verdictKey(
  gate: GateConfig,
  place: VerdictPlace,
  scope: KeyScope = 'lane',
): string {
  const known = keys.get(place) ?? new Map<GateConfig, Map<KeyScope, string>>();
  keys.set(place, known);
  const ofGate = known.get(gate) ?? new Map<KeyScope, string>();
  known.set(gate, ofGate);
  const key = ofGate.get(scope) ?? makeKey(gate, place, scope);
  ofGate.set(scope, key);
  return key;
}

/** Whether lanes have a say in what a gate's verdict depends on: one that says so itself, or sees commits or tests, has its own. */
export const goesByLanes = ({ inputs, run }: GateConfig): boolean =>
  inputs === 'tree' && !namesCommits(run) && !namesTests(run);

/** A key takes a look at every path of two trees, and is asked for several times. */
const keys = new WeakMap<VerdictPlace, Map<GateConfig, Map<KeyScope, string>>>();

function makeKey(gate: GateConfig, place: VerdictPlace, scope: KeyScope): string {
  const { inputs } = gate;
  const isByLane = scope === 'lane' && goesByLanes(gate);
  const inputsOf = (keyed: KeyedTree | null): string | null => {
    if (keyed === null) return null;
    const { closure = null, lane = keyed.tree } = keyed;
    if (isByLane) return lane;
    if (inputs === 'tree' || (inputs === 'closure' && closure === null)) return keyed.tree;
    const isNamed =
      inputs === 'closure'
        ? (path: string) => closure?.has(path) === true
        : (path: string) => matchesGlobs(path, inputs);
    const isRead =
      inputs === 'closure' ? (path: string) => importReader(path) === undefined : isCheckFile;
    const named = keyed.entries.filter(({ path }) => isNamed(path));
    // What a link leads to may lie anywhere.
    if (named.some(({ mode }) => mode === LINK)) return keyed.tree;
    return inputsHash(keyed.entries.filter(({ path }) => isNamed(path) || isRead(path)));
  };
  const about = place.changed
    .filter((changed) => isAbout(gate, changed))
    .map(({ path, change, from }) => [path, change, from ?? null].join('\0'))
    .sort();
  const usesTests = namesTests(gate.run);
  const parts = [
    gate,
    place.toolchain,
    place.sandbox,
    inputsOf(place.candidate),
    inputsOf(place.base),
    [place.candidate.dependencies ?? null, place.base?.dependencies ?? null],
    namesCommits(gate.run) ? [place.candidate.tree, place.base?.tree] : [],
    usesFiles(gate) || usesTests ? about : about.length > 0,
    gate.regressionProof && (place.isFix ?? false),
    usesTests ? (place.tests ?? null) : null,
  ];
  return sha256(JSON.stringify(parts));
}

const textOf = ({ run }: GateConfig): string =>
  run.kind === 'shell' ? run.script : run.words.join('\0');

const usesFiles = (gate: GateConfig): boolean => textOf(gate).includes('{files}');

const LINK = '120000';

const inputsHash = (entries: readonly TreeEntry[]): string =>
  sha256(entries.map(({ path, mode, oid }) => `${mode} ${oid} ${path}\0`).join(''));

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
