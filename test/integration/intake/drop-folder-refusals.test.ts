import { lstatSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { handIn } from '../../../src/intake/drop-claim.ts';
import { look } from '../../../src/intake/drop-sight.ts';
import {
  dropSite,
  eventually,
  pause,
  readText,
  submitWith,
  taken,
  watchSite,
} from './drop-fixture.ts';

describe('what is left alone', () => {
  test('unfinished and hidden files, folders, links and pipes, each said once', async () => {
    const site = dropSite();
    const ignored = ['.hidden', 'a.md~', 'a.part', 'a.TMP', 'a.crdownload', 'a.swp'];
    for (const name of ignored) writeFileSync(join(site.inbox, name), name);
    mkdirSync(join(site.inbox, 'folder'));
    writeFileSync(join(site.inbox, 'folder', 'inner.md'), 'inner');
    writeFileSync(join(site.root, 'secret'), 'secret');
    symlinkSync(join(site.root, 'secret'), join(site.inbox, 'link.md'));
    await watchSite(site, { pollMs: 20 }).ready;
    writeFileSync(join(site.inbox, 'ok.md'), 'ok');
    await eventually(() => expect(taken(site)).toEqual([['ok.md', 'ok']]));
    await pause(200);
    expect(taken(site)).toHaveLength(1);
    expect(readdirSync(site.inbox).toSorted()).toEqual(
      [...ignored, 'folder', 'link.md'].toSorted(),
    );
    expect(site.log.filter((line) => line.startsWith('Left alone')).toSorted()).toEqual([
      'Left alone in the inbox, since it is a folder: "folder"',
      'Left alone in the inbox, since it is a link: "link.md"',
    ]);
  });

  test('an unfinished file is taken when it gets its name', async () => {
    const site = dropSite();
    await watchSite(site).ready;
    writeFileSync(join(site.inbox, 'a.md.part'), 'whole');
    await pause(300);
    renameSync(join(site.inbox, 'a.md.part'), join(site.inbox, 'a.md'));
    await eventually(() => expect(taken(site)).toEqual([['a.md', 'whole']]));
  });

  test('a link in place of a claimed file is not followed', async () => {
    const site = dropSite();
    const path = join(site.claimed, 'claim-0123456789abcdef-a.md');
    writeFileSync(join(site.root, 'secret'), 'secret');
    symlinkSync(join(site.root, 'secret'), path);
    const sight = look(undefined, lstatSync(path, { bigint: true }), 0);
    const claim = { id: '0123456789abcdef', name: 'a.md', path, sight, supersedes: null };
    const end = await handIn(claim, {
      claimed: site.claimed,
      maxBytes: 100,
      submit: submitWith(site.store),
    });
    expect(end).toMatchObject({ kind: 'refused', file: { reason: 'unreadable', path } });
    expect(taken(site)).toEqual([]);
  });

  test('a file past the hard limit is refused with its bytes where they were', async () => {
    const site = dropSite();
    await watchSite(site, { maxBytes: 10 }).ready;
    writeFileSync(join(site.inbox, 'big.md'), 'x'.repeat(11));
    writeFileSync(join(site.inbox, 'fits.md'), 'x'.repeat(10));
    await eventually(() => expect(site.refused).toHaveLength(1));
    expect(site.refused[0]).toMatchObject({
      name: 'big.md',
      reason: 'too-large',
      bytes: 11,
      limit: 10,
    });
    expect(readText(site.refused[0]!.path)).toBe('x'.repeat(11));
    await eventually(() => expect(taken(site)).toEqual([['fits.md', 'x'.repeat(10)]]));
  });
});
