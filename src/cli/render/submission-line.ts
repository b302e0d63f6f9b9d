import type { State } from '../../core/lifecycle/states.ts';
import type { SubmissionView } from '../../core/lifecycle/submission-view.ts';
import { explain } from '../../core/model/explain.ts';
import { BLOCK_WORDS, branchName, shortOid } from '../../reporters/wording.ts';
import type { SubmissionSummary } from '../../store/ledger.ts';
import { printable, type Output } from '../output.ts';
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

/** One submission on one line: id, state, age, name, and why it stands where it stands. */
export function submissionLine(
  output: Output,
  summary: SubmissionSummary,
  view: SubmissionView,
  now: number,
): string {
  const state = output.style(COLOURS[summary.state], summary.state.padEnd(9));
  const age = ageOf(now - summary.changedAt).padStart(4);
  // Of a fault that lists many places, the first tells that it is one.
  const [why = ''] = reasonOf(view).split('\n');
  return `${output.style('bold', summary.id)}  ${state} ${age}  ${printable(summary.name)}${why === '' ? '' : `  ${output.style('dim', printable(why))}`}`;
}

/** Why a submission stands where it stands, in a few words; empty where its state says it all. */
function reasonOf(view: SubmissionView): string {
  switch (view.state) {
    case 'landed':
      return view.landed === null
        ? ''
        : `${shortOid(view.landed.commit)} on ${branchName(view.landed.target)}`;
    case 'rejected':
      return view.rejections.map((one) => explain(one).title).join('; ');
    case 'held':
      return view.holds.map((one) => explain(one).title).join('; ');
    case 'waiting':
      if (view.block === null) return '';
      return [BLOCK_WORDS[view.block.reason], view.block.paths.join(', ')]
        .filter((part) => part !== '')
        .join(': ');
    case 'failed':
      return view.fault?.message ?? '';
    case 'queued':
      return view.setback === null ? '' : `tried again by itself: ${view.setback.detail}`;
    case 'planning':
    case 'staging':
    case 'gating':
    case 'landing':
    case 'cancelled':
      return '';
  }
}
