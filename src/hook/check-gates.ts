import { changedFiles } from '../core/apply/changed-files.ts';
import type { Refused } from '../core/check/check-finding.ts';
import type { Oid } from '../core/model/ids.ts';
import type { Patch } from '../core/model/patch.ts';
import type { Note } from '../core/model/rejection.ts';
import type { Config, GateConfig, GateOccasion } from '../config/config.ts';
import { executableHash } from '../config/executable-hash.ts';
import { openTrust } from '../config/trust.ts';
import { endMarkedProcesses } from '../exec/marked-processes.ts';
import { NO_BASE_RUNS } from '../gates/base-runs.ts';
import type { KnownTests } from '../gates/choose-tests.ts';
import { namesTests } from '../gates/command-words.ts';
import { gatePlace } from '../gates/gate-place.ts';
import { openGateTree, restoreGateTree } from '../gates/gate-trees.ts';
import { runGates } from '../gates/run-gates.ts';
import { commitObject } from '../git/commit-object.ts';
import type { Environment } from '../git/git-environment.ts';
import { objectsOf, type Repository } from '../git/repository.ts';
import { scopeOf, scopeOfName } from '../git/scratch-owner.ts';
import { treeOf } from '../git/tree.ts';
import { freshTrees } from '../git/scratch-trees.ts';
import { sweepDead, type ScratchWorktree } from '../git/worktrees.ts';
import { asHold, asRejection, radiusOf, withGraphs, type JudgedChange } from './judge-change.ts';
import type { Pass } from './passed-trees.ts';

/** What the commands of a config are to judge. */
export interface GatesQuestion {
  readonly config: Config;
  readonly occasion: Exclude<GateOccasion, 'landing'>;
  /** The tree, written to the object store; and the commit, where there is one already. */
  readonly tree: Oid;
  readonly commit: Oid | null;
  readonly base: Oid | null;
  readonly patch: Patch;
  readonly standIns: JudgedChange['standIns'];
  /** What is known of the tree from an earlier check. */
  readonly known: Pass | null;
  readonly env: Environment;
  readonly signal: AbortSignal;
  /** Told before the first command runs. */
  readonly onStart?: (gates: readonly string[]) => void;
}

/** How the gates ended. */
export interface GatesAnswer {
  readonly refused: readonly Refused[];
  readonly notes: readonly Note[];
  readonly gates: Pass['gates'];
}

const KIND = 'check';

/**
 * Runs the gates of an occasion in a scratch worktree on exactly that tree, where a person has allowed the config's
 * commands on this machine. Gates that passed on this very tree before do not run again. Whatever happens, nothing is
 * left behind; what earlier checks left that were killed is removed first.
 */
export async function checkGates(repo: Repository, question: GatesQuestion): Promise<GatesAnswer> {
  const { config, occasion, known } = question;
  const wanted = config.gates.filter(({ when }) => when.includes(occasion));
  if (wanted.length === 0) return { refused: [], notes: [], gates: null };
  const hash = executableHash(config) ?? '';
  if (!openTrust(repo.stateDir, Date.now).isTrusted(hash)) {
    const names = wanted.map(({ name }) => name).join(', ');
    const text = `not run, for nobody allowed the config's commands here yet: ${names} (sallyport config trust)`;
    return { refused: [], notes: [{ code: 'untrusted-config', text }], gates: null };
  }
  const before = known?.gates?.hash === hash ? known.gates.passed : [];
  const gates = wanted.filter(({ name }) => !before.includes(name));
  if (gates.length === 0) return { refused: [], notes: [], gates: { hash, passed: before } };
  question.onStart?.(gates.map(({ name }) => name));
  const report = await runOn(repo, question, gates);
  const passed = report.verdicts
    .filter(({ outcome, hold }) => outcome === 'passed' && hold === undefined)
    .map(({ gate }) => gate);
  return {
    refused: [...report.rejections.map(asRejection), ...report.holds.map(asHold)].map((one) => ({
      ...one,
      output: outputOf(report, one),
    })),
    notes: [...report.notes, ...report.verdicts.flatMap(noteOnVerdict)],
    gates: { hash, passed: [...before, ...passed] },
  };
}

type Report = Awaited<ReturnType<typeof runGates>>;

/** What the gate of a refusal printed. */
const outputOf = ({ verdicts }: Report, { refusal }: Refused): string =>
  verdicts.find(({ gate }) => gate === refusal.facts?.['gate'])?.output ?? '';

/** A failure that does not count is shown all the same. */
const noteOnVerdict = ({
  gate,
  outcome,
  detail,
  isAdvisory,
}: Report['verdicts'][number]): Note[] =>
  isAdvisory
    ? [{ code: 'advisory-gate', text: `${gate} (not required) ${outcome}: ${detail}` }]
    : [];

async function runOn(
  repo: Repository,
  question: GatesQuestion,
  gates: readonly GateConfig[],
): Promise<Report> {
  const { config, tree, base, env, signal } = question;
  for (const dead of await sweepDead(repo)) endMarkedProcesses(`${scopeOfName(dead)}:`);
  signal.throwIfAborted();
  const scratches: ScratchWorktree[] = [];
  const trees = freshTrees(repo, KIND);
  try {
    const commit = question.commit ?? (await writeCandidate(repo, tree, base));
    const open = async (at: { readonly commit: Oid; readonly tree: Oid }) =>
      openGateTree({ repo, trees }, scratches, { ...at, config, env });
    const candidate = await open({ commit, tree });
    const baseTree = await treeOf(repo, base);
    const place = await gatePlace(env, config);
    const report = await runGates({
      gates,
      occasion: question.occasion,
      changed: changedPaths(question),
      tests: await testsFor(repo, question, gates),
      candidate,
      base:
        base === null || baseTree === null
          ? null
          : {
              commit: base,
              tree: baseTree,
              open: async () => open({ commit: base, tree: baseTree }),
            },
      baseRuns: NO_BASE_RUNS,
      restore: (judged) => restoreGateTree(repo, scratches, judged),
      env: place.env,
      toolchain: place.toolchain,
      sandbox: place.sandbox,
      bounds: place.bounds,
      signal,
      scope: scopeOf(KIND),
      ...(place.refusal === null ? {} : { refusal: place.refusal }),
    });
    signal.throwIfAborted();
    return report;
  } finally {
    for (const scratch of scratches) await trees.close(scratch);
  }
}

/** What changed, by the names that git has. One that is no text cannot be given to a command. */
function changedPaths({ patch, standIns }: GatesQuestion): ReturnType<typeof changedFiles> {
  const changed = changedFiles(patch).map(({ path, from, ...rest }) => ({
    ...rest,
    path: standIns.get(path) ?? path,
    ...(from === undefined ? {} : { from: standIns.get(from) ?? from }),
  }));
  const texts = changed.filter(({ path }) => path.isWellFormed());
  return texts.length > 0 ? texts : changed;
}

async function testsFor(
  repo: Repository,
  { patch }: GatesQuestion,
  gates: readonly GateConfig[],
): Promise<KnownTests | null> {
  if (!gates.some(({ run }) => namesTests(run))) return null;
  const most = Number.POSITIVE_INFINITY;
  const { tests } = await withGraphs(repo, undefined, (graphs) =>
    radiusOf(repo, graphs, { patch, most }),
  );
  return tests;
}

/** A commit of the tree that nothing refers to but the scratch worktree: it goes with the next garbage collection. */
async function writeCandidate(repo: Repository, tree: Oid, base: Oid | null): Promise<Oid> {
  const nobody = { name: 'Sallyport', email: 'sallyport@localhost' };
  const parts = { tree, parents: base === null ? [] : [base], author: nobody, committer: nobody };
  const message = 'A tree under check\n';
  return objectsOf(repo).writeCommit(commitObject({ ...parts, at: 0, message }));
}
