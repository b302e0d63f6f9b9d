import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linesOf, startChild, startProcess } from '../store/store-fixture.ts';
import { dropSite, eventually, taken } from './drop-fixture.ts';

const LIMIT = '/proc/sys/user/max_inotify_watches';

/** Whether this system lets us make a namespace in which no watch may be added. */
const canLimit = spawnSync('unshare', ['-Ur', 'sh', '-c', `echo 0 > ${LIMIT}`]).status === 0;

test('where the system gives no more watches, listings do', async () => {
  const site = dropSite();
  const script = new URL('drop-process.ts', import.meta.url).pathname;
  const child = canLimit
    ? startProcess('unshare', [
        '-Ur',
        'sh',
        '-c',
        `echo 0 > ${LIMIT}; exec "$0" "$@"`,
        process.execPath,
        script,
        site.root,
      ])
    : startChild('../intake/drop-process.ts', [site.root]);
  const { lines } = linesOf(child);
  await eventually(() => expect(lines).toContain('ready'));
  mkdirSync(site.inbox, { recursive: true });
  writeFileSync(join(site.inbox, 'a.md'), 'a');
  await eventually(() => expect(taken(site)).toEqual([['a.md', 'a']]));
  expect(lines.some((line) => line.startsWith('No change events for the inbox (ENOSPC)'))).toBe(
    canLimit,
  );
});
