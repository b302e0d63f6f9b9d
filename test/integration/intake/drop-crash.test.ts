import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ended, linesOf, startChild } from '../store/store-fixture.ts';
import { dropSite, eventually, pause, taken, watchSite } from './drop-fixture.ts';

const sorted = (pairs: readonly (readonly [string, string])[]) =>
  pairs.toSorted(([a], [b]) => (a < b ? -1 : 1));

test('killed again and again, each file dropped is one submission with its very bytes', async () => {
  const site = dropSite();
  const dropped: (readonly [string, string])[] = [];
  const drop = (round: number) => {
    for (let index = 0; index < 10; index += 1) {
      const file = [`r${round}-${index}.md`, `round ${round}, file ${index}`] as const;
      writeFileSync(join(site.inbox, file[0]), file[1]);
      dropped.push(file);
    }
  };
  for (let round = 0; round < 12; round += 1) {
    drop(round);
    const child = startChild('../intake/drop-process.ts', [site.root]);
    const { lines, first } = linesOf(child);
    const end = ended(child);
    await first;
    await pause((round * 53) % 260);
    child.kill('SIGKILL');
    await end;
    expect(lines.filter((line) => line.includes('Not taken'))).toEqual([]);
  }
  await watchSite(site).ready;
  await eventually(() => expect(readdirSync(site.inbox)).toEqual([]));
  await eventually(() => expect(taken(site)).toHaveLength(dropped.length));
  expect(sorted(taken(site))).toEqual(sorted(dropped));
  await eventually(() =>
    expect(readdirSync(site.claimed).filter((name) => name.startsWith('claim-'))).toEqual([]),
  );
});

test('an inbox on another file system is claimed inside itself', async () => {
  const site = dropSite();
  const memory = '/dev/shm';
  const away = existsSync(memory) ? mkdtempSync(join(memory, 'sallyport-')) : site.root;
  onTestFinished(() => {
    rmSync(away, { recursive: true, force: true });
  });
  const inbox = join(away, 'far');
  await watchSite(site, { inbox }).ready;
  writeFileSync(join(inbox, 'a.md'), 'a');
  await eventually(() => expect(taken(site)).toEqual([['a.md', 'a']]));
  const kept = [site.claimed, join(inbox, '.claimed')]
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder));
  expect(kept).toEqual([`${site.store.ledger.list()[0]?.id}-a.md`]);
});
