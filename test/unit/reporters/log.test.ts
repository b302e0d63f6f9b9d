import { expect, test } from 'vitest';
import type { EventType } from '../../../src/core/lifecycle/events.ts';
import { logLine } from '../../../src/reporters/log.ts';
import { ID, recorded, SAMPLES } from '../lifecycle/events-fixture.ts';

const LINES: Readonly<Record<EventType, string>> = {
  Submitted: 'taken in',
  Claimed: 'planning on main at 1111111111',
  Planned: 'planned, 1 file in 1 edit',
  NeedsApproval: 'held for a person: protected-path',
  Staged: 'built as 2222222222',
  GatesPassed: 'checked: lint passed',
  Inconclusive: 'held for a person: gate-inconclusive',
  Landed: 'landed on main as 2222222222',
  Blocked: 'waits, since a file that it changes has changes of its own in the checkout (a.ts)',
  Unblocked: 'goes on landing',
  Expired: 'waited too long',
  Approved: 'approved by Ada: protected-path',
  Rejected: 'refused: stale-anchor',
  Requeued: 'back in the queue (target-moved): main moved',
  Failed: 'failed: no',
  Cancelled: 'cancelled by Ada',
};

test.each(Object.values(SAMPLES))('$type is one sentence', (event) => {
  const [line] = recorded([event]);
  expect(logLine(line!, 'answer.md')).toBe(`${ID} answer.md: ${LINES[event.type]}.`);
});

test('a name cannot break the line', () => {
  const [line] = recorded([SAMPLES.Submitted]);
  expect(logLine(line!, 'a\u001b[31m\nb')).toBe(`${ID} a\ufffd[31m b: taken in.`);
});
