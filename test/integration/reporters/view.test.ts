import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { EventType } from '../../../src/core/lifecycle/events.ts';
import type { SubmissionId } from '../../../src/core/model/ids.ts';
import type { Delivery } from '../../../src/store/inbox.ts';
import { View } from '../../../src/reporters/view.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { SAMPLES } from '../../unit/lifecycle/events-fixture.ts';
import { submitTo, testStore } from '../store/store-fixture.ts';

/** A folder for people over a real store. */
function viewSite() {
  const root = tempDir();
  const store = testStore(join(root, 'state'));
  const top = join(root, '.sallyport');
  const claimed = join(top, 'claimed');
  mkdirSync(claimed, { recursive: true });
  const options = { root: top, claimed: [claimed], ...store };
  const view = new View(options);
  return {
    top,
    claimed,
    store,
    view,
    /** Another process's view of the same. */
    restarted: () => new View(options),
    /** Submits a dropped file, which lies in the claimed folder, and plays events. */
    drop(text: string, events: readonly EventType[], over: Partial<Delivery> = {}): SubmissionId {
      const id = submitTo(store, { payload: Buffer.from(text), ...over });
      writeFileSync(join(claimed, `${id}-dropped`), text);
      this.play(id, events);
      return id;
    },
    play(id: SubmissionId, events: readonly EventType[]) {
      for (const type of events) {
        if (!store.ledger.record(id, SAMPLES[type]).ok) throw new Error(`${type} not allowed`);
      }
      expect(view.place(id)).toEqual([]);
    },
    ls: (folder: string): readonly string[] =>
      existsSync(join(top, folder)) ? readdirSync(join(top, folder)).toSorted() : [],
    text: (...path: string[]): string => readFileSync(join(top, ...path), 'utf8'),
  };
}

const LANDED = ['Claimed', 'Planned', 'Staged', 'GatesPassed', 'Landed'] as const;
const HELD = ['Claimed', 'NeedsApproval'] as const;
const REJECTED = ['Claimed', 'Rejected'] as const;

describe('a dropped file lies in the folder of its state', () => {
  test.each([
    ['landed', LANDED],
    ['rejected', REJECTED],
    ['held', HELD],
    ['waiting', ['Claimed', 'Planned', 'Staged', 'GatesPassed', 'Blocked']],
    ['failed', ['Claimed', 'Failed']],
    ['cancelled', ['Cancelled']],
  ] as const)('%s', (folder, events) => {
    const site = viewSite();
    const id = site.drop('my text', events);
    const reply = folder === 'landed' ? [] : ['answer.md.reply.md'];
    expect(site.ls(folder)).toEqual(['answer.md', 'answer.md.receipt.json', ...reply]);
    expect(site.ls('claimed')).toEqual([]);
    expect(site.text(folder, 'answer.md')).toBe('my text');
    expect(JSON.parse(site.text(folder, 'answer.md.receipt.json'))).toMatchObject({
      id,
      outcome: folder,
    });
    expect(site.ls('')).toEqual(['claimed', folder].toSorted());
  });

  test.each(['queued', 'planning'] as const)('%s: still where claimed files are', (state) => {
    const site = viewSite();
    const id = site.drop('my text', state === 'queued' ? [] : ['Claimed']);
    expect(site.ls('')).toEqual(['claimed']);
    expect(site.ls('claimed')).toEqual([`${id}-dropped`]);
  });

  test('what did not come by the folder is not shown', () => {
    const site = viewSite();
    const id = submitTo(site.store, { source: 'mcp' });
    site.play(id, REJECTED);
    expect(site.ls('')).toEqual(['claimed']);
  });
});

test('held, approved, landed: the file and its reports move along', () => {
  const site = viewSite();
  const id = site.drop('my text', HELD);
  site.play(id, ['Approved']);
  expect(site.ls('held')).toEqual([]);
  expect(site.ls('claimed')).toEqual([`${id}-answer.md`]);
  site.play(id, LANDED);
  expect(site.ls('claimed')).toEqual([]);
  expect(site.ls('landed')).toEqual(['answer.md', 'answer.md.receipt.json']);
});

test('held, then refused: nothing stays behind', () => {
  const site = viewSite();
  const id = site.drop('my text', HELD);
  const heldReply = site.text('held', 'answer.md.reply.md');
  site.play(id, ['Rejected']);
  expect(site.ls('held')).toEqual([]);
  expect(site.ls('rejected')).toHaveLength(3);
  expect(site.text('rejected', 'answer.md.reply.md')).not.toBe(heldReply);
});

test('equal names get numbers, also where the name is that of a report', () => {
  const site = viewSite();
  for (const text of ['one', 'two', 'three']) site.drop(text, LANDED);
  site.drop('four', LANDED, { name: 'answer.md.receipt.json' });
  expect(
    site.ls('landed').filter((name) => !/md\.receipt|json\.receipt|-\d\.json\.r/.test(name)),
  ).toEqual(['answer-2.md', 'answer-3.md', 'answer.md']);
  expect(site.ls('landed')).toContain('answer.md.receipt-2.json');
  expect(site.text('landed', 'answer-3.md')).toBe('three');
  expect(site.text('landed', 'answer.md.receipt-2.json')).toBe('four');
});

test('somebody else’s file of that name is not touched', () => {
  const site = viewSite();
  mkdirSync(join(site.top, 'landed'));
  writeFileSync(join(site.top, 'landed', 'answer.md'), 'notes of my own');
  site.drop('my text', LANDED);
  expect(site.text('landed', 'answer.md')).toBe('notes of my own');
  expect(site.text('landed', 'answer-2.md')).toBe('my text');
});

test('hostile names stay in the folder', () => {
  const site = viewSite();
  site.drop('x', LANDED, { name: '../../escape\n.md' });
  site.drop('y', LANDED, { name: `${'é'.repeat(290)}.md` });
  expect(site.ls('landed')).toHaveLength(4);
  expect(site.ls('landed')).toContain('_.._escape_.md');
  expect(site.ls('')).toEqual(['claimed', 'landed']);
});

describe('it is rebuilt from the store', () => {
  test('all of it, after the whole folder went', () => {
    const site = viewSite();
    site.drop('landed', LANDED);
    site.drop('held', HELD);
    site.drop('refused', REJECTED);
    const before = ['landed', 'held', 'rejected'].map(site.ls);
    rmSync(site.top, { recursive: true });
    expect(site.restarted().rebuild()).toEqual([]);
    expect(['landed', 'held', 'rejected'].map(site.ls)).toEqual(before);
    expect(site.text('landed', 'answer.md')).toBe('landed');
  });

  test('a deleted file stays deleted where it had ended, and comes back where it had not', () => {
    const site = viewSite();
    site.drop('landed', LANDED);
    site.drop('held', HELD);
    for (const folder of ['landed', 'held']) {
      for (const name of site.ls(folder)) rmSync(join(site.top, folder, name));
    }
    expect(site.view.rebuild()).toEqual([]);
    expect(site.ls('landed')).toEqual([]);
    expect(site.text('held', 'answer.md')).toBe('held');
  });

  test('with the next arrival, where a folder went while nobody looked', () => {
    const site = viewSite();
    site.drop('one', LANDED);
    site.drop('two', LANDED, { name: 'b.md' });
    rmSync(join(site.top, 'landed'), { recursive: true });
    site.drop('three', LANDED, { name: 'c.md' });
    expect(site.ls('landed').filter((name) => name.endsWith('.md'))).toEqual([
      'answer.md',
      'b.md',
      'c.md',
    ]);
  });

  test('what was decided while it was down', () => {
    const site = viewSite();
    const id = site.drop('text', HELD);
    site.store.ledger.record(id, SAMPLES.Approved);
    expect(site.restarted().rebuild()).toEqual([]);
    expect(site.ls('held')).toEqual([]);
    site.store.ledger.record(id, SAMPLES.Cancelled);
    expect(site.restarted().rebuild()).toEqual([]);
    expect(site.ls('cancelled')).toHaveLength(3);
  });

  test('after a crash at any point of a move', () => {
    const site = viewSite();
    const id = site.drop('text', HELD);
    site.store.ledger.record(id, SAMPLES.Rejected);
    // The receipt was written, and the file moved, but not noted.
    mkdirSync(join(site.top, 'rejected'));
    writeFileSync(join(site.top, 'rejected', 'answer.md.receipt.json'), JSON.stringify({ id }));
    renameSync(join(site.top, 'held', 'answer.md'), join(site.top, 'rejected', 'answer.md'));
    expect(site.restarted().rebuild()).toEqual([]);
    expect(site.ls('held')).toEqual([]);
    expect(site.ls('rejected')).toEqual([
      'answer.md',
      'answer.md.receipt.json',
      'answer.md.reply.md',
    ]);
  });

  test('a second copy of a claimed file goes, if it is one', () => {
    const site = viewSite();
    const [a, b] = [site.drop('one', LANDED), site.drop('two', LANDED)];
    writeFileSync(join(site.claimed, `${a}-dropped`), 'one');
    writeFileSync(join(site.claimed, `${b}-dropped`), 'something else');
    expect(site.view.rebuild()).toEqual([]);
    expect(site.ls('claimed')).toEqual([`${b}-dropped`]);
  });
});

test('a file that cannot be a submission lies among the rejected with its reasons', () => {
  const site = viewSite();
  const path = join(site.claimed, 'claim-0123456789abcdef-big.md');
  writeFileSync(path, 'x'.repeat(20));
  const refused = { name: 'big.md', path, bytes: 20, limit: 10, detail: '' } as const;
  expect(site.view.placeRefused({ ...refused, reason: 'too-large' })).toEqual([]);
  expect(site.ls('rejected')).toEqual(['big.md', 'big.md.receipt.json', 'big.md.reply.md']);
  expect(site.text('rejected', 'big.md')).toBe('x'.repeat(20));
  expect(JSON.parse(site.text('rejected', 'big.md.receipt.json'))).toMatchObject({
    id: null,
    outcome: 'rejected',
    rejections: [{ code: 'payload-too-large', facts: { bytes: 20, limit: 10 } }],
  });
  expect(site.text('rejected', 'big.md.reply.md')).toContain('at most 10 bytes');
  writeFileSync(path, 'y');
  expect(site.view.placeRefused({ ...refused, reason: 'unreadable', detail: 'EACCES' })).toEqual(
    [],
  );
  expect(JSON.parse(site.text('rejected', 'big-2.md.receipt.json'))).toMatchObject({
    outcome: 'failed',
    fault: { code: 'no-permission' },
  });
});

test('what cannot be shown is a problem to tell, not the end of the daemon', () => {
  const site = viewSite();
  const id = site.drop('text', ['Claimed']);
  writeFileSync(join(site.top, 'rejected'), 'a file where the folder should be');
  site.store.ledger.record(id, SAMPLES.Rejected);
  expect(site.view.place(id)).toEqual([{ submission: id, message: expect.any(String) }]);
  expect(site.view.place('zzzzzzzz' as SubmissionId)).toHaveLength(1);
  expect(readdirSync(site.claimed)).toEqual([`${id}-dropped`]);
  rmSync(join(site.top, 'rejected'));
  expect(site.view.rebuild()).toEqual([]);
  expect(site.ls('rejected')).toHaveLength(3);
});

test('files are ordinary ones that people may edit', () => {
  const site = viewSite();
  site.drop('text', REJECTED);
  chmodSync(join(site.top, 'rejected', 'answer.md.reply.md'), 0o400);
  expect(site.view.rebuild()).toEqual([]);
  expect(site.ls('rejected')).toHaveLength(3);
});
