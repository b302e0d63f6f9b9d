import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import type { RefusedFile } from '../../../src/intake/drop-claim.ts';
import { watchDropFolder, type DropFolderOptions } from '../../../src/intake/drop-folder.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { testStore } from '../store/store-fixture.ts';
import { submitWith } from './submit-with.ts';

/** An inbox with a real store behind it. */
export function dropSite() {
  const root = tempDir();
  const site = {
    root,
    inbox: join(root, 'view', 'inbox'),
    claimed: join(root, 'view', 'claimed'),
    store: testStore(join(root, 'state')),
    log: [] as string[],
    refused: [] as RefusedFile[],
    superseded: [] as (readonly [string, string])[],
  };
  mkdirSync(site.inbox, { recursive: true });
  mkdirSync(site.claimed, { recursive: true });
  return site;
}

export type DropSite = ReturnType<typeof dropSite>;

export { submitWith };

/** Watches a site, until the test ends at the latest. */
export function watchSite(site: DropSite, over: Partial<DropFolderOptions> = {}) {
  const folder = watchDropFolder({
    inbox: site.inbox,
    claimed: site.claimed,
    submit: submitWith(site.store),
    refuse: (file) => {
      const away = join(site.root, `refused-${site.refused.length}`);
      renameSync(file.path, away);
      site.refused.push({ ...file, path: away });
    },
    supersede: (older, newer) => site.superseded.push([older, newer]),
    log: ({ text }) => site.log.push(text),
    clock: Date.now,
    ...over,
  });
  onTestFinished(() => folder.close());
  return folder;
}

/** Name and text of each submission, in order. */
export const taken = ({ store }: Pick<DropSite, 'store'>): (readonly [string, string])[] =>
  store.ledger
    .list()
    .map(({ id, name }) => [name, Buffer.from(store.ledger.payload(id)).toString()] as const);

/** Waits until an assertion holds, for as long as a busy machine may need. */
export const eventually = (assertion: () => void): Promise<void> =>
  vi.waitFor(assertion, { timeout: 60_000, interval: 25 });

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

export const readText = (path: string): string => readFileSync(path, 'utf8');
