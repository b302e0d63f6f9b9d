import type { State } from '../../core/lifecycle/states.ts';
import type { SubmissionView } from '../../core/lifecycle/submission-view.ts';
import { explain } from '../../core/model/explain.ts';
import { priorityText, USUAL_PRIORITY } from '../../core/model/priority.ts';
import type { Hold, Rejection } from '../../core/model/rejection.ts';
import { plainLine } from '../../reporters/plain-text.ts';
import { BLOCK_WORDS, branchName, shortOid } from '../../reporters/wording.ts';
import type { SubmissionSummary } from '../../store/ledger.ts';
import type { Output } from '../output.ts';
import { ageOf } from './age.ts';

const COLOURS: Readonly<Record<State, 'green' | 'red' | 'yellow' | 'cyan' | 'dim'>> = {
  queued: 'cyan',
  planning: 'cyan',
  staging: 'cyan',
  gating: 'cyan',
  landing: 'cyan',
  waiting: 'yellow',
  held: 'yellow',
  landed: 'green',
  rejected: 'red',
  failed: 'red',
  cancelled: 'dim',
};

/** Characters; `show` says the rest. */
const LONGEST_NAME = 60;
const LONGEST_REASON = 120;

/** One submission on one line: id, state, age, name, and why it stands where it stands. */
export function submissionLine(
  output: Output,
  summary: SubmissionSummary,
  view: SubmissionView,
  now: number,
): string {
  const state = output.style(COLOURS[summary.state], summary.state.padEnd(9));
  const age = ageOf(now - summary.changedAt).padStart(4);
  const priority =
    summary.priority === USUAL_PRIORITY
      ? ''
      : output.style('cyan', `  priority ${priorityText(summary.priority)}`);
  const why = plainLine(reasonOf(view), LONGEST_REASON);
  const name = plainLine(summary.name, LONGEST_NAME);
  return `${output.style('bold', summary.id)}  ${state} ${age}  ${name}${priority}${why === '' ? '' : `  ${output.style('dim', why)}`}`;
}

/** The first reason, and how many there are besides. */
function titles(reasons: readonly (Rejection | Hold)[]): string {
  const [first] = reasons;
  if (first === undefined) return '';
  const more = reasons.length === 1 ? '' : ` (and ${reasons.length - 1} more)`;
  return `${plainLine(explain(first).title, LONGEST_REASON - more.length)}${more}`;
}

/** Why a submission stands where it stands, in a few words; empty where its state says it all. */
function reasonOf(view: SubmissionView): string {
  switch (view.state) {
    case 'landed':
      return view.landed === null
        ? ''
        : `${shortOid(view.landed.commit)} on ${branchName(view.landed.target)}`;
    case 'rejected':
      return titles(view.rejections);
    case 'held':
      return titles(view.holds);
    case 'waiting':
      if (view.block === null) return '';
      return [BLOCK_WORDS[view.block.reason], view.block.paths.join(', ')]
        .filter((part) => part !== '')
        .join(': ');
    case 'failed':
      return view.fault?.message ?? '';
    case 'queued':
    case 'planning':
    case 'staging':
    case 'gating':
    case 'landing':
    case 'cancelled':
      return '';
  }
}
