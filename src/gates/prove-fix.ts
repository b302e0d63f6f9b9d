import type { GateConfig } from '../config/config.ts';
import { chooseTests } from './choose-tests.ts';
import type { CommandRun } from './command.ts';
import { namesTests } from './command-words.ts';
import { doubtOf, runOnce } from './gate-runner.ts';
import type { GateTree } from './gate-tree.ts';
import { isAbout, type JudgedGate } from './judge-gate.ts';
import type { GatesRequest } from './run-gates.ts';

/** What a change that says it fixes something has to show for it. */
export interface ClaimedFix {
  /** Test files that it changes or adds. */
  readonly tests: readonly string[];
  /** Checks the base out with only those put in; called at most once, and only where there are any. */
  readonly open: () => Promise<GateTree>;
}

/**
 * What becomes of a gate's verdict on a claimed fix: a gate that passes on the candidate must fail, twice, on the base
 * with the candidate's test files, for else no test shows what was wrong. A gate that complains already is left as it is.
 */
export async function proveFix(
  gate: GateConfig,
  request: GatesRequest,
  judged: JudgedGate,
  openProof: () => Promise<GateTree>,
): Promise<JudgedGate> {
  const { fix = null } = request;
  const { outcome } = judged.verdict;
  const about = request.changed.filter((changed) => isAbout(gate, changed));
  if (!gate.regressionProof || fix === null || about.length === 0) return judged;
  if (judged.hold !== null || (outcome !== 'passed' && outcome !== 'skipped')) return judged;
  if (request.signal?.aborted) return judged;
  if (fix.tests.length === 0) {
    return unproven(gate, judged, 'the change says that it fixes something, and brings no test');
  }

  const started = performance.now();
  const tree = await openProof();
  const chosen = namesTests(gate.run)
    ? chooseTests(request.tests ?? null, request.changed, about)
    : null;
  const named = { files: [], tests: chosen?.kind === 'some' ? chosen.inCandidate : [] };
  const run = async (): Promise<CommandRun> => (await runOnce(gate, request, tree, named)).run;
  const first = await run();
  // A test that fails once in a while shows nothing.
  const last = first.outcome === 'failed' ? await run() : first;
  const durationMs = judged.verdict.durationMs + Math.round(performance.now() - started);
  const timed = { ...judged, verdict: { ...judged.verdict, durationMs } };
  const doubt = doubtOf(tree);
  if (last.outcome === 'passed') {
    return unproven(gate, timed, 'its tests pass without the rest of the change too');
  }
  if (last.outcome !== 'failed') return undecided(gate, timed, last.detail);
  if (doubt !== null) return undecided(gate, timed, doubt);
  const detail = `${timed.verdict.detail}; fails without the fix, as it should`;
  return { ...timed, verdict: { ...timed.verdict, outcome: 'passed', detail } };
}

const unproven = (gate: GateConfig, judged: JudgedGate, detail: string): JudgedGate => ({
  ...judged,
  verdict: { ...judged.verdict, outcome: 'failed', detail },
  rejection: {
    code: 'gate-failed',
    reason: 'no-regression-proof',
    facts: { gate: gate.name, detail },
  },
});

const undecided = (gate: GateConfig, judged: JudgedGate, why: string): JudgedGate => {
  const detail = `whether it fails without the fix is not known: ${why}`;
  return {
    ...judged,
    verdict: { ...judged.verdict, outcome: 'inconclusive', detail },
    hold: { code: 'gate-inconclusive', facts: { gate: gate.name, detail } },
  };
};
