import type { GateConfig } from '../config/config.ts';
import type { GateVerdict } from '../core/lifecycle/events.ts';
import type { Hold, Note, Rejection } from '../core/model/rejection.ts';
import type { CommandRun } from './command.ts';
import { chooseTests, type TestChoice } from './choose-tests.ts';
import { namesFiles, namesTests } from './command-words.ts';
import { findingLine } from './findings/finding-line.ts';
import { doubtOf, gateRunner, passDoubtOf } from './gate-runner.ts';
import type { ChangedPath, GateTree } from './gate-tree.ts';
import { matchesGlobs } from '../core/policies/match-globs.ts';
import { relevantOutput } from './relevant-output.ts';
import type { GatesRequest } from './run-gates.ts';
import { verdict, type Evidence, type Judgement } from './verdict.ts';

/** One gate's verdict, and what follows from it. */
export interface JudgedGate {
  readonly verdict: GateVerdict;
  /** Whether the command itself passed on the candidate, in the run that decided. */
  readonly isClean: boolean;
  readonly rejection: Rejection | null;
  readonly hold: Hold | null;
  readonly notes: readonly Note[];
}

/** Runs one gate as often, and on as many trees, as its verdict needs. */
export async function judgeGate(
  gate: GateConfig,
  request: GatesRequest,
  openBase: () => Promise<GateTree> | null,
): Promise<JudgedGate> {
  const skip = skippedGate(gate, request);
  if (skip !== null) return skip;
  const about = request.changed.filter((changed) => isAbout(gate, changed));
  const tests = testsOf(gate, request, about);
  const started = performance.now();
  if (request.refusal !== undefined) {
    return concluded(gate, { judgement: refusal(request.refusal), started });
  }

  const runner = gateRunner(gate, request, { about, tests }, openBase);
  const candidate = await runner.runOnCandidate();
  let evidence: Evidence = {
    isRequired: gate.required,
    candidate,
    candidateDoubt: doubtOf(request.candidate),
    passDoubt: passDoubtOf(request),
    ...(await runner.knownBase(candidate)),
  };
  let decided = verdict(evidence);
  while (decided.needs !== null) {
    evidence =
      decided.needs === 'base'
        ? { ...evidence, ...(await runner.runOnBase()) }
        : { ...evidence, rerun: await runner.runOnCandidate() };
    decided = verdict(evidence);
  }
  const run = evidence.rerun ?? candidate;
  await runner.remember(run);
  return concluded(gate, {
    judgement: decided.judgement,
    started,
    run,
    changedFiles: runner.changedFiles(),
    tests,
  });
}

/** What a gate says of a change that gives it nothing to do; null: it has to run. */
export function skippedGate(
  gate: GateConfig,
  { changed, tests = null }: Pick<GatesRequest, 'changed' | 'tests'>,
): JudgedGate | null {
  const about = changed.filter((each) => isAbout(gate, each));
  if (about.length === 0) return skipped(gate, 'no changed path is of its kind');
  if (namesFiles(gate.run) && about.every(({ change }) => change === 'deleted')) {
    return skipped(gate, 'every changed path of its kind is deleted');
  }
  const chosen = testsOf(gate, { changed, tests }, about);
  return chosen?.kind === 'some' && chosen.inCandidate.length === 0
    ? skipped(gate, 'no test depends on what changes')
    : null;
}

const testsOf = (
  gate: GateConfig,
  { changed, tests = null }: Pick<GatesRequest, 'changed' | 'tests'>,
  about: readonly ChangedPath[],
): TestChoice | null => (namesTests(gate.run) ? chooseTests(tests, changed, about) : null);

/** Whether a changed path is of the gate's kind, under its new or its old name. */
export const isAbout = (gate: GateConfig, { path, from }: ChangedPath): boolean =>
  matchesGlobs(path, gate.files) || (from !== undefined && matchesGlobs(from, gate.files));

const skipped = (gate: GateConfig, detail: string): JudgedGate => ({
  verdict: {
    gate: gate.name,
    outcome: 'skipped',
    durationMs: 0,
    detail,
    output: '',
    isAdvisory: false,
    isUnsandboxed: false,
  },
  isClean: false,
  rejection: null,
  hold: null,
  notes: [],
});

const refusal = (detail: string): Judgement => ({
  outcome: 'inconclusive',
  hold: 'gate-inconclusive',
  detail,
  findings: [],
  isFlaky: false,
});

interface Conclusion {
  readonly judgement: Judgement;
  /** Reading of the clock when it began. */
  readonly started: number;
  /** The last run on the candidate; absent: it was not run. */
  readonly run?: CommandRun;
  readonly changedFiles?: readonly string[];
  readonly tests?: TestChoice | null;
}

function concluded(gate: GateConfig, conclusion: Conclusion): JudgedGate {
  const { judgement, run, started } = conclusion;
  const hasPassed = judgement.outcome === 'passed';
  return {
    verdict: {
      gate: gate.name,
      outcome: judgement.outcome,
      durationMs: Math.round(performance.now() - started),
      detail: judgement.detail,
      output: hasPassed || run === undefined ? '' : relevantOutput(run, judgement.findings),
      isAdvisory: !gate.required && !hasPassed,
      isUnsandboxed: run?.isUnsandboxed ?? false,
      ...(judgement.hold === undefined ? {} : { hold: judgement.hold }),
    },
    isClean: run?.outcome === 'passed',
    rejection: gate.required ? rejectionFor(gate, judgement) : null,
    hold: gate.required ? holdFor(gate, judgement) : null,
    notes: notesFor(gate, conclusion),
  };
}

function rejectionFor(gate: GateConfig, judgement: Judgement): Rejection | null {
  const { outcome, detail, findings } = judgement;
  if (outcome === 'timed-out') {
    return { code: 'gate-timed-out', facts: { gate: gate.name, detail, timeout: gate.timeout } };
  }
  if (outcome !== 'failed') return null;
  const [first] = findings;
  return {
    code: 'gate-failed',
    ...(first?.path === undefined ? {} : { path: first.path }),
    ...(first?.line === undefined ? {} : { lines: [first.line] }),
    reason: first === undefined ? 'exit' : 'findings',
    facts: { gate: gate.name, detail, findings: findings.slice(0, 20).map(findingLine) },
  };
}

function holdFor(gate: GateConfig, { hold, detail }: Judgement): Hold | null {
  return hold === undefined ? null : { code: hold, facts: { gate: gate.name, detail } };
}

function notesFor(
  gate: GateConfig,
  { judgement, changedFiles = [], tests = null }: Conclusion,
): readonly Note[] {
  const notes: Note[] = [];
  if (judgement.isFlaky) {
    notes.push({ code: 'flaky-gate', text: `Gate ${gate.name} is ${judgement.detail}.` });
  }
  if (tests?.kind === 'all') {
    const text = `Gate ${gate.name} was run on all tests, not on the affected ones alone: ${tests.why}.`;
    notes.push({ code: 'all-tests', text });
  }
  if (changedFiles.length > 0) {
    const named = changedFiles.slice(0, 10).join(', ');
    notes.push({
      code: 'gate-changed-files',
      text: `Gate ${gate.name} changed tracked files, which was undone: ${named}.`,
    });
  }
  return notes;
}
