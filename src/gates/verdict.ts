import type { CommandRun } from './command.ts';
import type { Finding } from './findings/finding.ts';
import { newFindings } from './findings/new-findings.ts';

/** All that is known so far about one gate. Absent: not run yet. */
export interface Evidence {
  readonly isRequired: boolean;
  readonly candidate: CommandRun;
  /** Null: a failure on the candidate's tree can be blamed on the change; else why not. */
  readonly candidateDoubt: string | null;
  /** As `candidateDoubt`, for a pass: set where the change itself asks for dependencies that are not in place. */
  readonly passDoubt?: string | null;
  /** `unborn`: there is no base, so that everything is the candidate's. */
  readonly base?: CommandRun | 'unborn';
  /** As `candidateDoubt`, for the base's tree. */
  readonly baseDoubt?: string | null;
  /** The second run of the candidate. */
  readonly rerun?: CommandRun;
}

/** What a gate says about the change, relative to the base. */
export interface Judgement {
  readonly outcome: 'passed' | 'failed' | 'timed-out' | 'inconclusive';
  /** Why a person is asked, where one is. */
  readonly hold?: 'gate-inconclusive' | 'weakened-check';
  readonly detail: string;
  /** What the change is blamed for; empty where the output has no form that is understood. */
  readonly findings: readonly Finding[];
  /** True: it failed once and passed when it was run again. */
  readonly isFlaky: boolean;
}

/** Either a judgement, or what must be run before there can be one. */
export type Verdict =
  { readonly needs: 'base' | 'rerun' } | { readonly needs: null; readonly judgement: Judgement };

/**
 * Judges one gate. A change is blamed only for what fails on the candidate, twice, and does not fail on the base; what
 * cannot be decided is inconclusive, never passed.
 */
export function verdict(evidence: Evidence): Verdict {
  const { candidate, candidateDoubt, isRequired } = evidence;
  if (candidate.outcome === 'passed') return judged(passed(evidence));
  if (candidate.outcome === 'cancelled' || candidate.outcome === 'could-not-start') {
    return judged(inconclusive(candidate.detail));
  }
  if (candidateDoubt !== null) {
    return judged(inconclusive(`${candidate.detail}, but ${candidateDoubt}`));
  }
  // What does not count is shown as it is: it is not worth a run on the base.
  if (!isRequired) return judged(blamed(candidate, candidate.findings.list));
  if (evidence.base === undefined) return { needs: 'base' };
  if (evidence.base === 'unborn' && isMissingProgram(candidate)) {
    return judged(
      inconclusive(`${candidate.detail}, as a shell does for a program that is missing`),
    );
  }
  if (evidence.base === 'unborn' || evidence.base.outcome === 'passed') {
    return confirmed(evidence, candidate.findings.list);
  }
  return againstFailingBase(evidence, evidence.base);
}

/** Nothing is known of the machine where no base has ever passed on it. */
const isMissingProgram = ({ code }: CommandRun): boolean => code === 126 || code === 127;

const judged = (judgement: Judgement): Verdict => ({ needs: null, judgement });

const inconclusive = (detail: string): Judgement => ({
  outcome: 'inconclusive',
  hold: 'gate-inconclusive',
  detail,
  findings: [],
  isFlaky: false,
});

const accepted = (detail: string, isFlaky = false): Judgement => ({
  outcome: 'passed',
  detail,
  findings: [],
  isFlaky,
});

const blamed = (run: CommandRun, findings: readonly Finding[]): Judgement => ({
  outcome: run.outcome === 'timed-out' ? 'timed-out' : 'failed',
  detail: findings.length === 0 ? run.detail : `${run.detail}: ${counted(findings.length)}`,
  findings,
  isFlaky: false,
});

const counted = (count: number): string => (count === 1 ? '1 finding' : `${count} findings`);

/** A gate that passes because it looks at less than before, or at something else than what will be there, has not passed. */
function passed({ candidate, base, isRequired, passDoubt = null }: Evidence): Judgement {
  if (passDoubt !== null && isRequired) {
    return inconclusive(`${candidate.detail}, but ${passDoubt}`);
  }
  const missing = base === undefined || base === 'unborn' ? null : missingTests(candidate, base);
  if (missing === null || !isRequired) return accepted(candidate.detail);
  return { ...inconclusive(missing), hold: 'weakened-check' };
}

function missingTests(candidate: CommandRun, base: CommandRun): string | null {
  const found = candidate.findings.testCount ?? (base.findings.testCount === null ? null : 0);
  const before = base.findings.testCount;
  if (found === null || before === null || found >= before) return null;
  return `${found === 1 ? '1 test was' : `${found} tests were`} found, and the base has ${before}`;
}

/** Blames the change for what its second run complains of as well. */
function confirmed(evidence: Evidence, suspected: readonly Finding[]): Verdict {
  const { candidate, rerun } = evidence;
  if (rerun === undefined) return { needs: 'rerun' };
  if (rerun.outcome === 'passed') {
    return judged(accepted(`flaky: ${candidate.detail}, and passed when it was run again`, true));
  }
  if (rerun.outcome === 'cancelled' || rerun.outcome === 'could-not-start') {
    return judged(inconclusive(rerun.detail));
  }
  // What only one of the two runs says is not certain; where they agree in nothing, the failure itself is.
  const gone = newFindings(suspected, rerun.findings.list);
  const lasting = suspected.filter((found) => !gone.includes(found));
  const findings = lasting.length > 0 ? lasting : rerun.findings.list;
  return judged(blamed(rerun, findings));
}

function againstFailingBase(evidence: Evidence, base: CommandRun): Verdict {
  const { candidate, baseDoubt = null } = evidence;
  const also = `${candidate.detail}, and on the base ${base.detail}`;
  if (baseDoubt !== null) return judged(inconclusive(`${also}, where ${baseDoubt}`));
  if (candidate.outcome !== 'failed' || base.outcome !== 'failed')
    return judged(inconclusive(also));

  const mine = candidate.findings.list;
  const theirs = base.findings.list;
  if (mine.length === 0 || theirs.length === 0) {
    return judged(inconclusive(`${also}, and what it says cannot be compared`));
  }
  if (candidate.isTruncated || base.isTruncated) {
    return judged(inconclusive(`${also}, and its output is too long to be compared`));
  }
  const fresh = newFindings(mine, theirs);
  if (fresh.length > 0) return freshFindings(evidence, base, fresh);
  // One that was ended before its own end may not have said all.
  if (candidate.code === null || candidate.code !== base.code) {
    return judged(inconclusive(also));
  }
  const missing = missingTests(candidate, base);
  if (missing !== null) return judged({ ...inconclusive(missing), hold: 'weakened-check' });
  return judged(accepted(`fails on the base too: ${counted(theirs.length)}, none new`));
}

/** New complaints beside old ones: the second run decides which of them last. */
function freshFindings(evidence: Evidence, base: CommandRun, fresh: readonly Finding[]): Verdict {
  const { rerun, candidate } = evidence;
  if (rerun === undefined) return { needs: 'rerun' };
  if (rerun.outcome === 'cancelled' || rerun.outcome === 'could-not-start') {
    return judged(inconclusive(rerun.detail));
  }
  const gone = newFindings(fresh, rerun.findings.list);
  const lasting = fresh.filter((found) => !gone.includes(found));
  if (lasting.length > 0) return judged(blamed(candidate, lasting));
  if (newFindings(rerun.findings.list, base.findings.list).length > 0) {
    return judged(inconclusive(`${rerun.detail}, each time with other findings`));
  }
  if (
    rerun.outcome !== 'passed' &&
    (rerun.findings.list.length === 0 || rerun.code !== base.code)
  ) {
    return judged(inconclusive(rerun.detail));
  }
  return judged(accepted('flaky: its new findings were gone when it was run again', true));
}
