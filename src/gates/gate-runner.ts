import type { GateConfig } from '../config/config.ts';
import { baseRunKey } from './base-runs.ts';
import { runCommand, type CommandRun } from './command.ts';
import type { TestChoice } from './choose-tests.ts';
import { namesFiles } from './command-words.ts';
import { NO_FINDINGS } from './findings/findings-in.ts';
import { keepFiles } from './leftovers.ts';
import { isFullyPrimed, type ChangedPath, type GateTree } from './gate-tree.ts';
import { requireRoom } from './require-room.ts';
import type { GatesRequest } from './run-gates.ts';
import type { Evidence } from './verdict.ts';

type BaseEvidence = Pick<Evidence, 'base' | 'baseDoubt'>;

/** Runs one gate on the candidate and on the base, and keeps results for later candidates. */
export interface GateRunner {
  readonly runOnCandidate: () => Promise<CommandRun>;
  readonly runOnBase: () => Promise<BaseEvidence>;
  /** What the base says, where that is known without a run, or where the change could hide tests. */
  readonly knownBase: (candidate: CommandRun) => Promise<BaseEvidence>;
  /** Keeps a result of the candidate, which becomes the base when it lands. */
  readonly remember: (run: CommandRun) => Promise<void>;
  /** Tracked files of the candidate that the gate changed. */
  readonly changedFiles: () => readonly string[];
}

/** What one gate is run with: the changed paths of its kind and, where it names tests, those. */
export interface GateSubject {
  readonly about: readonly ChangedPath[];
  readonly tests: TestChoice | null;
}

/** Makes the runner of one gate. */
export function gateRunner(
  gate: GateConfig,
  request: GatesRequest,
  subject: GateSubject,
  openBase: () => Promise<GateTree> | null,
): GateRunner {
  const named = { candidate: inCandidate(subject), base: inBase(subject) };
  const changedFiles = new Set<string>();

  const runOn = async (tree: GateTree): Promise<CommandRun> => {
    const isCandidate = tree === request.candidate;
    const lists = isCandidate ? named.candidate : named.base;
    const { run, changed } = await runOnce(gate, request, tree, lists);
    if (isCandidate) for (const path of changed) changedFiles.add(path);
    return run;
  };

  const keyOf = (tree: GateTree['tree']): string =>
    baseRunKey(
      gate,
      { tree, toolchain: request.toolchain, sandbox: request.sandbox?.name ?? 'none' },
      { files: named.base.files, tests: subject.tests },
    );

  const keptBase = async (): Promise<CommandRun | null> =>
    request.base === null ? null : request.baseRuns.get(keyOf(request.base.tree));

  const runOnBase = async (): Promise<BaseEvidence> => {
    if (request.base === null) return { base: 'unborn' };
    if (hasNothingToDo(gate, subject.tests, named.base)) return { base: NOTHING_TO_DO };
    const kept = await keptBase();
    if (kept !== null) return { base: kept, baseDoubt: null };
    const tree = await openBase();
    if (tree === null) return { base: 'unborn' };
    const first = await runOn(tree);
    // A failure that the base does not have each time must not excuse the candidate's.
    const base = first.outcome === 'failed' ? better(first, await runOn(tree)) : first;
    const baseDoubt = doubtOf(tree);
    if (baseDoubt === null && isResult(base)) {
      await request.baseRuns.put(keyOf(request.base.tree), { ...base, output: '' });
    }
    return { base, baseDoubt };
  };

  return {
    runOnCandidate: () => runOn(request.candidate),
    runOnBase,
    knownBase: async (candidate) => {
      if (candidate.outcome !== 'passed' || !gate.required) return {};
      const kept = await keptBase();
      if (kept !== null) return { base: kept, baseDoubt: null };
      const couldHideTests = candidate.findings.testCount !== null && subject.about.some(isTest);
      return couldHideTests ? runOnBase() : {};
    },
    remember: async (run) => {
      const isOfWholeTree = !namesFiles(gate.run) && subject.tests?.kind !== 'some';
      if (run.outcome === 'passed' && isOfWholeTree && doubtOf(request.candidate) === null) {
        await request.baseRuns.put(keyOf(request.candidate.tree), { ...run, output: '' });
      }
    },
    changedFiles: () => [...changedFiles].sort(),
  };
}

/** What the lists in a gate's command stand for, on one tree. */
export interface Named {
  readonly files: readonly string[];
  readonly tests: readonly string[];
}

const inCandidate = ({ about, tests }: GateSubject): Named => ({
  files: about.filter(({ change }) => change !== 'deleted').map(({ path }) => path),
  tests: tests?.kind === 'some' ? tests.inCandidate : [],
});

const inBase = ({ about, tests }: GateSubject): Named => ({
  files: about.filter(({ change }) => change !== 'added').map(({ path, from }) => from ?? path),
  tests: tests?.kind === 'some' ? tests.inBase : [],
});

/** Without a name, a runner would take all tests, and a linter all files. */
const hasNothingToDo = (gate: GateConfig, tests: TestChoice | null, named: Named): boolean =>
  (namesFiles(gate.run) && named.files.length === 0) ||
  (tests?.kind === 'some' && named.tests.length === 0);

/** Whatever runs next, on either tree, finds the files as this run found them. */
export async function runOnce(
  gate: GateConfig,
  request: GatesRequest,
  tree: GateTree,
  named: Named,
): Promise<{ readonly run: CommandRun; readonly changed: readonly string[] }> {
  const removeLeftovers = await keepFiles(tree.path);
  const run = await runCommand({
    command: gate.run,
    tree,
    ...named,
    base: request.base?.commit ?? null,
    timeout: gate.timeout,
    hasNetwork: gate.network,
    env: request.env,
    sandbox: request.sandbox,
    bounds: request.bounds,
    ...(request.signal === undefined ? {} : { signal: request.signal }),
    ...(request.scope === undefined ? {} : { scope: request.scope }),
  });
  if (run.outcome === 'failed') await requireRoom(tree.path, request.env, run.output);
  await removeLeftovers();
  return { run, changed: await request.restore(tree) };
}

/** Why a failure on a tree says nothing about its commit; null where it does. */
export const doubtOf = (tree: GateTree): string | null =>
  isFullyPrimed(tree)
    ? null
    : `the dependencies of its tree are not in place (${tree.prime.detail})`;

/**
 * Why a pass on the candidate says nothing either: the change itself asks for dependencies that are not in place, so that
 * it was judged with others, or with none. Null where it does not.
 */
export const passDoubtOf = ({ candidate, changed }: GatesRequest): string | null => {
  const unmet = new Set(candidate.prime.unmet);
  const isAsked = changed.some(({ path }) => unmet.has(path));
  return isAsked ? doubtOf(candidate) : null;
};

const better = (first: CommandRun, second: CommandRun): CommandRun =>
  second.outcome === 'passed' || second.outcome === 'cancelled' ? second : first;

const isResult = ({ outcome }: CommandRun): boolean =>
  outcome === 'passed' || outcome === 'failed' || outcome === 'timed-out';

const TEST_PATH = /(?:^|[/._-])(?:tests?|specs?|__tests__|conftest)(?:[/._-]|$)/i;

const isTest = ({ path, from }: ChangedPath): boolean =>
  TEST_PATH.test(path) || (from !== undefined && TEST_PATH.test(from));

const NOTHING_TO_DO: CommandRun = {
  outcome: 'passed',
  code: 0,
  detail: 'the base has no such file',
  output: '',
  isTruncated: false,
  durationMs: 0,
  findings: NO_FINDINGS,
  isUnsandboxed: false,
};
