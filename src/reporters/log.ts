import type { RecordedEvent, SubmissionEvent } from '../core/lifecycle/events.ts';
import type { Hold, Rejection } from '../core/model/rejection.ts';
import { plainLine } from './plain-text.ts';
import { actorName, BLOCK_WORDS, branchName, counted, shortOid } from './wording.ts';

/** One sentence for people: `abcd1234 answer.md: landed on main as 0123456789.` */
export const logLine = (recorded: RecordedEvent, name: string): string =>
  `${recorded.submission} ${plainLine(name, 60)}: ${sentence(recorded.event)}.`;

function sentence(event: SubmissionEvent): string {
  switch (event.type) {
    case 'Submitted':
      return 'taken in';
    case 'Claimed':
      return event.tip === null
        ? `planning on ${branchName(event.target)}, which has no commit yet`
        : `planning on ${branchName(event.target)} at ${shortOid(event.tip)}`;
    case 'Planned':
      return `planned, ${counted(event.files.length, 'file')} in ${counted(event.blocks.length, 'edit')}`;
    case 'Staged':
      return `built as ${shortOid(event.candidate)}`;
    case 'GatesPassed':
      return event.verdicts.length === 0
        ? 'nothing to check'
        : `checked: ${event.verdicts.map(({ gate, outcome }) => `${plainLine(gate, 40)} ${outcome}`).join(', ')}`;
    case 'NeedsApproval':
    case 'Inconclusive':
      return `held for a person: ${codes(event.holds)}`;
    case 'Landed':
      return `landed on ${branchName(event.target)} as ${shortOid(event.commit)}`;
    case 'Blocked':
      return `waits, since ${BLOCK_WORDS[event.reason]}${paths(event.paths)}`;
    case 'Unblocked':
      return event.to === 'landing'
        ? 'goes on landing'
        : 'back in the queue, since the branch moved';
    case 'Expired':
      return 'waited too long';
    case 'Approved':
      return `approved by ${actorName(event.by)}: ${event.reasons.join(', ')}`;
    case 'Rejected':
      return `refused${event.by === undefined ? '' : ` by ${actorName(event.by)}`}: ${codes(event.rejections)}`;
    case 'Requeued':
      return `back in the queue (${event.reason})${event.detail === '' ? '' : `: ${plainLine(event.detail)}`}`;
    case 'Failed':
      return `failed: ${plainLine(event.fault.message).replace(/\.$/, '')}`;
    case 'Cancelled':
      return `cancelled by ${actorName(event.by)}`;
  }
  return '';
}

const codes = (rejections: readonly Pick<Rejection | Hold, 'code'>[]): string =>
  Array.from(new Set(rejections.map(({ code }) => code))).join(', ') || 'no reason given';

function paths(all: readonly string[]): string {
  const [first, ...others] = all;
  if (first === undefined) return '';
  return ` (${plainLine(first)}${others.length === 0 ? '' : ` and ${others.length} more`})`;
}
