import { describe, expect, test } from 'vitest';
import type { Resubmission } from '../../../src/core/lifecycle/resubmission.ts';
import type { SubmissionEvent } from '../../../src/core/lifecycle/events.ts';
import { decode } from '../../../src/core/formats/decode.ts';
import { asOid, type SubmissionId } from '../../../src/core/model/ids.ts';
import { makeReadToken } from '../../../src/core/model/read-token.ts';
import { receiptOf } from '../../../src/reporters/receipt.ts';
import { replyOf } from '../../../src/reporters/reply.ts';
import { replyPacketOf } from '../../../src/reporters/reply-packet.ts';
import { FACTS, viewAfter, VIEWS } from '../../support/submission-samples.ts';
import { SAMPLES, verdict } from '../lifecycle/events-fixture.ts';

const TOKEN = makeReadToken(new Uint8Array([1, 2, 3, 4, 5, 6]));
const RESUBMISSION: Resubmission = {
  tip: asOid('a'.repeat(40)),
  token: TOKEN,
  files: [
    { path: 'a.ts', firstLine: 1, lineCount: 2, lines: ['one', '```'], isWhole: true },
    { path: 'b.ts', firstLine: 9, lineCount: 200, lines: ['nine', 'ten'], isWhole: false },
  ],
  meanwhile: [
    {
      commit: asOid('b'.repeat(40)),
      subject: 'Raise `the` limit',
      author: 'Ada',
      submission: '7k2m9qxz' as SubmissionId,
      paths: ['a.ts', 'b.ts'],
    },
    {
      commit: asOid('c'.repeat(40)),
      subject: 'By hand',
      author: 'Ben',
      submission: null,
      paths: ['1', '2', '3', '4', '5', '6', '7'],
    },
  ],
  attemptsLeft: 2,
};
const refused = (over: Partial<Extract<SubmissionEvent, { type: 'Rejected' }>> = {}) =>
  viewAfter('Claimed', { ...SAMPLES.Rejected, resubmission: RESUBMISSION, ...over });
const reply = (...given: Parameters<typeof refused>): string =>
  replyOf(refused(...given), FACTS) ?? '';

test('what landed meanwhile, the files as they are, and how to name them, in that order', () => {
  const text = reply();
  expect(text.slice(text.indexOf('## Landed meanwhile'))).toMatchInlineSnapshot(`
    "## Landed meanwhile in these files

    - \`bbbbbbbbbb\` \`\`Raise \`the\` limit\`\` of \`Ada\`, submission 7k2m9qxz: \`a.ts\`, \`b.ts\`
    - \`cccccccccc\` \`By hand\` of \`Ben\`: \`1\`, \`2\`, \`3\`, \`4\`, \`5\` and 2 more

    ## The files now

    \`a.ts\`, all of its 2 lines:

    \`\`\`\`text
    one
    \`\`\`
    \`\`\`\`

    \`b.ts\`, lines 9-10 of 200:

    \`\`\`text
    nine
    ten
    \`\`\`

    ## Send next

    Send one complete response again, mended as said above. A response lands whole or not at all, and the files are as they were before this one. Begin it with the line \`Read: r-1234565m\`: it says that you have seen the files as they are shown above. 2 attempts are left before a person has to look at it.

    <!-- end of sallyport reply -->
    "
  `);
});

test('the last attempts are counted', () => {
  const left = (attemptsLeft: number) => reply({ resubmission: { ...RESUBMISSION, attemptsLeft } });
  expect(left(1)).toContain('1 attempt is left before a person has to look at it.');
  expect(left(0)).toContain('The next attempt is held until a person has looked at it.');
});

test('nothing is said of what is not known', () => {
  const text = reply({
    resubmission: { ...RESUBMISSION, token: null, files: [], meanwhile: [] },
  });
  expect(text).not.toMatch(/Landed meanwhile|files now|Read:/);
  expect(text).toContain('2 attempts are left');
  expect(replyOf(viewAfter('Claimed', 'Rejected'), FACTS)).not.toContain('attempt');
});

test('a lost lease and a refusal of before come first and loud, other notes do not', () => {
  const text = reply({
    notes: [
      { code: 'merged', text: 'quiet' },
      { code: 'lease-lost', text: 'LEASE LOST: \u001b[31mit ran out' },
      { code: 'refused-before', text: 'The same change was refused.' },
    ],
  });
  expect(text).not.toContain('quiet');
  expect(text.indexOf('> **LEASE LOST')).toBeGreaterThan(0);
  expect(text.indexOf('> **LEASE LOST')).toBeLessThan(text.indexOf('> **The same change'));
  expect(text.indexOf('> **The same change')).toBeLessThan(text.indexOf('## Edit'));
  expect(text).not.toContain('\u001b');
});

test('pasted back with all of that it is still a reply', () => {
  const markers = ['<<<<<<< SEARCH', 'x', '=======', 'y', '>>>>>>> REPLACE'];
  const files = [{ path: 'a.ts', firstLine: 1, lineCount: 5, lines: markers, isWhole: true }];
  const text = reply({ resubmission: { ...RESUBMISSION, files } });
  expect(decode(Buffer.from(text))).toMatchObject({
    edits: [],
    rejections: [{ code: 'no-edits', reason: 'pasted-reply' }],
  });
});

describe('the packet', () => {
  test('says as data what the reply says in words', () => {
    const failed = verdict('test', { outcome: 'failed' });
    const view = refused({ verdicts: [verdict('lint'), failed] });
    expect(replyPacketOf(view, FACTS)).toMatchObject({
      submission: view.id,
      state: 'rejected',
      headline: expect.stringContaining('Nothing was changed'),
      reasons: [{ code: 'stale-anchor', title: expect.any(String), hint: expect.any(String) }],
      gates: [failed],
      resubmission: RESUBMISSION,
      next: expect.stringContaining(`Read: ${TOKEN}`),
    });
    expect(receiptOf(view, FACTS).reply).toEqual(replyPacketOf(view, FACTS));
  });

  test.each(['landed', 'queued', 'planning', 'staging', 'gating', 'landing'] as const)(
    'there is none for one that is %s',
    (state) => {
      expect(replyPacketOf(VIEWS[state], FACTS)).toBe(null);
    },
  );

  test.each(['held', 'waiting', 'failed', 'cancelled'] as const)('there is one for %s', (state) => {
    expect(replyPacketOf(VIEWS[state], FACTS)).toMatchObject({ state, resubmission: null });
  });
});
