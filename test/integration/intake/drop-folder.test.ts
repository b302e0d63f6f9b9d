import { spawn } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { claimName, storedName } from '../../../src/intake/drop-names.ts';
import { dropSite, eventually, pause, submitWith, taken, watchSite } from './drop-fixture.ts';

type Taken = readonly (readonly [string, string])[];

const inOrder = (pairs: Taken): Taken => pairs.toSorted(([a], [b]) => (a < b ? -1 : 1));

const HOUR_AGO = new Date(Date.now() - 3_600_000);

describe('what is dropped is taken in', () => {
  test.each([
    ['with change events', {}],
    ['by listings alone', { isPolling: true, pollMs: 50 }],
  ])('%s: files there before, and files that come', async (_, options) => {
    const site = dropSite();
    writeFileSync(join(site.inbox, 'before.md'), 'one');
    const folder = watchSite(site, options);
    await folder.ready;
    writeFileSync(join(site.inbox, 'after.md'), 'two');
    writeFileSync(join(site.root, 'elsewhere'), 'three');
    renameSync(join(site.root, 'elsewhere'), join(site.inbox, 'moved in.txt'));
    await eventually(() => expect(taken(site)).toHaveLength(3));
    expect(inOrder(taken(site))).toEqual([
      ['after.md', 'two'],
      ['before.md', 'one'],
      ['moved in.txt', 'three'],
    ]);
    const { ledger } = site.store;
    await eventually(() =>
      expect(readdirSync(site.claimed).toSorted()).toEqual(
        ledger
          .list()
          .map(({ id, name }) => `${id}-${name}`)
          .toSorted(),
      ),
    );
    expect(readdirSync(site.inbox)).toEqual([]);
  });

  test('an old file at once, in the first listing', async () => {
    const site = dropSite();
    writeFileSync(join(site.inbox, 'a.md'), 'old');
    utimesSync(join(site.inbox, 'a.md'), HOUR_AGO, HOUR_AGO);
    await watchSite(site).ready;
    expect(taken(site)).toEqual([['a.md', 'old']]);
  });

  test('an empty file', async () => {
    const site = dropSite();
    await watchSite(site).ready;
    writeFileSync(join(site.inbox, 'empty.md'), '');
    await eventually(() => expect(taken(site)).toEqual([['empty.md', '']]));
  });

  test('hostile and very long names', async () => {
    const site = dropSite();
    const names = ['-rf', 'a\nb', "it's $(x) `y`", 'ü'.repeat(120), 'con', '..x..'.slice(1)];
    await watchSite(site).ready;
    for (const name of names) writeFileSync(join(site.inbox, name), name);
    await eventually(() => expect(taken(site)).toHaveLength(names.length - 1));
    expect(
      taken(site)
        .map(([name]) => name)
        .toSorted(),
    ).toEqual(names.filter((name) => !name.startsWith('.')).toSorted());
  });

  test('a name that is no UTF-8', async () => {
    const site = dropSite();
    const path = Buffer.concat([
      Buffer.from(`${site.inbox}/a`),
      Buffer.from([0xff]),
      Buffer.from('.md'),
    ]);
    writeFileSync(path, 'x');
    await watchSite(site).ready;
    await eventually(() => expect(taken(site)).toEqual([['a\ufffd.md', 'x']]));
  });
});

describe('a claim is processed once', () => {
  test('equal content dropped again is a new submission, and so is a file that is moved back', async () => {
    const site = dropSite();
    await watchSite(site).ready;
    writeFileSync(join(site.inbox, 'a.md'), 'same');
    await eventually(() => expect(taken(site)).toHaveLength(1));
    writeFileSync(join(site.inbox, 'a.md'), 'same');
    await eventually(() => expect(taken(site)).toHaveLength(2));
    await eventually(() => expect(readdirSync(site.claimed)).toHaveLength(2));
    const [kept = ''] = readdirSync(site.claimed);
    renameSync(join(site.claimed, kept), join(site.inbox, 'a.md'));
    await eventually(() => expect(taken(site)).toHaveLength(3));
    expect(new Set(taken(site).map(([, text]) => text))).toEqual(new Set(['same']));
  });

  test('two watchers on one folder take each file once', async () => {
    const site = dropSite();
    for (let index = 0; index < 30; index += 1) {
      writeFileSync(join(site.inbox, `early-${index}`), `early ${index}`);
    }
    const folders = [
      watchSite(site),
      watchSite(site),
      watchSite(site, { isPolling: true, pollMs: 20 }),
    ];
    await Promise.all(folders.map(({ ready }) => ready));
    for (let index = 0; index < 30; index += 1) {
      writeFileSync(join(site.inbox, `late-${index}`), `late ${index}`);
    }
    await eventually(() => expect(readdirSync(site.inbox)).toEqual([]));
    await Promise.all(folders.map((folder) => folder.close()));
    // A claim that was not handed in yet is the next start's.
    await watchSite(site).ready;
    await eventually(() => expect(taken(site)).toHaveLength(60));
    expect(new Set(taken(site).map(([name]) => name)).size).toBe(60);
  });

  test('what a crash left in the claimed folder is handed in, under the same key', async () => {
    const site = dropSite();
    const submit = submitWith(site.store);
    const claimId = '0123456789abcdef';
    // One crash before the store had it, one between the store and the new name.
    const { id } = submit({ name: 'b.md', payload: Buffer.from('b'), claimKey: `drop:${claimId}` });
    writeFileSync(join(site.claimed, claimName('fedcba9876543210', 'a.md')), 'a');
    writeFileSync(join(site.claimed, claimName(claimId, 'b.md')), 'b');
    writeFileSync(join(site.claimed, storedName('zzzzzzzz', 'c.md')), 'c');
    await watchSite(site).ready;
    await eventually(() =>
      expect(readdirSync(site.claimed).filter((n) => n.startsWith('claim'))).toEqual([]),
    );
    expect(inOrder(taken(site))).toEqual([
      ['a.md', 'a'],
      ['b.md', 'b'],
    ]);
    expect(readdirSync(site.claimed)).toContain(`${id}-b.md`);
  });

  test('a store that refuses is asked again, and nothing is lost', async () => {
    const site = dropSite();
    let refusals = 3;
    const submit = submitWith(site.store);
    const folder = watchSite(site, {
      pollMs: 30,
      submit: (file) => {
        refusals -= 1;
        if (refusals >= 0) throw new Error('the disk is full');
        return submit(file);
      },
    });
    await folder.ready;
    writeFileSync(join(site.inbox, 'a.md'), 'a');
    await eventually(() => expect(taken(site)).toEqual([['a.md', 'a']]));
    expect(site.log.filter((line) => line.includes('disk is full'))).toHaveLength(1);
  });
});

describe('a writer that is not done', () => {
  test('keeps its file through its pauses while it has it open', async () => {
    const site = dropSite();
    await watchSite(site).ready;
    const script = `for i in 1 2 3 4 5; do echo line $i; sleep 0.5; done > "$1"`;
    const writer = spawn('sh', ['-c', script, 'sh', join(site.inbox, 'slow.md')]);
    onTestFinished(() => {
      writer.kill();
    });
    await eventually(() => expect(taken(site)).toHaveLength(1));
    // Where the system cannot tell who writes, what came later is a second submission.
    const whole = 'line 1\nline 2\nline 3\nline 4\nline 5\n';
    await eventually(() => expect(taken(site).at(-1)).toEqual(['slow.md', whole]));
    expect(process.platform === 'linux' ? taken(site).length : 1).toBe(1);
  });

  test('who opens, writes and closes again and again within 200 ms is waited for', async () => {
    const site = dropSite();
    await watchSite(site).ready;
    for (let index = 0; index < 15; index += 1) {
      appendFileSync(join(site.inbox, 'chunks.md'), `${index} `);
      await pause(40);
    }
    await eventually(() => expect(taken(site).at(-1)?.[1]).toContain('14'));
    const all = taken(site)
      .map(([, text]) => text)
      .join('');
    expect(all.split(' ').filter((word) => word === '14')).toHaveLength(1);
  });

  test('bytes written after the file was taken in are a submission that replaces the first', async () => {
    const site = dropSite();
    await watchSite(site, { pollMs: 30 }).ready;
    writeFileSync(join(site.inbox, 'a.md'), 'first');
    await eventually(() => expect(readdirSync(site.claimed)[0]).toMatch(/^[0-9a-z]{8}-a\.md$/));
    const [name = ''] = readdirSync(site.claimed);
    appendFileSync(join(site.claimed, name), ' and second');
    await eventually(() =>
      expect(taken(site)).toEqual([
        ['a.md', 'first'],
        ['a.md', 'first and second'],
      ]),
    );
    const ids = site.store.ledger.list().map(({ id }) => id);
    expect(site.superseded).toEqual([[ids[0], ids[1]]]);
  });
});

test('a burst of 500 files, and none twice', async () => {
  const site = dropSite();
  await watchSite(site).ready;
  for (let index = 0; index < 500; index += 1) {
    writeFileSync(join(site.inbox, `f${index}.md`), `text ${index}`);
  }
  await eventually(() => expect(site.store.ledger.list()).toHaveLength(500));
  expect(new Set(taken(site).map(([name, text]) => `${name} ${text}`))).toEqual(
    new Set(Array.from({ length: 500 }, (_, index) => `f${index}.md text ${index}`)),
  );
});

test('the folder may be removed and made again, also in a blink', async () => {
  const site = dropSite();
  await watchSite(site).ready;
  for (let turn = 0; turn < 3; turn += 1) {
    rmSync(join(site.root, 'view'), { recursive: true, maxRetries: 9 });
    if (turn !== 1) {
      mkdirSync(site.inbox, { recursive: true });
      writeFileSync(join(site.inbox, `turn-${turn}.md`), 'x');
    } else {
      await eventually(() => writeFileSync(join(site.inbox, `turn-${turn}.md`), 'x'));
    }
    await eventually(() => expect(taken(site)).toHaveLength(turn + 1));
  }
  expect(taken(site).map(([name]) => name)).toEqual(['turn-0.md', 'turn-1.md', 'turn-2.md']);
});

test('a file in place of the folder is said, and followed once it is gone', async () => {
  const site = dropSite();
  rmSync(site.inbox, { recursive: true });
  writeFileSync(site.inbox, '');
  await watchSite(site, { pollMs: 30 }).ready;
  expect(site.log).toEqual([expect.stringMatching(/^Cannot read the inbox: /)]);
  rmSync(site.inbox);
  await eventually(() => writeFileSync(join(site.inbox, 'a.md'), 'a'));
  await eventually(() => expect(taken(site)).toEqual([['a.md', 'a']]));
});

test('after close nothing is taken', async () => {
  const site = dropSite();
  const folder = watchSite(site, { pollMs: 10 });
  await folder.ready;
  await folder.close();
  writeFileSync(join(site.inbox, 'a.md'), 'a');
  await pause(400);
  expect(taken(site)).toEqual([]);
});
