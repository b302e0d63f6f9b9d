import { setTimeout as pause } from 'node:timers/promises';
import type { Dice } from './dice.ts';
import { lookAndRedo, type Look } from './person-look.ts';
import { placeKey, type OwnPlace } from './person-memory.ts';
import { fieldPath } from './slot-file.ts';

/** The ways in which the person commits. */
export const COMMIT_STYLES = ['add', 'all', 'path', 'staged-long', 'editor'] as const;
export type CommitStyle = (typeof COMMIT_STYLES)[number];

/** How often a refused commit is tried again before the run counts as stuck. */
const TRIES = 400;

export interface Committing extends Look {
  readonly dice: Dice;
  /** Whether an open payload is about to change a path. */
  readonly isLanding: (path: string) => boolean;
  /** Does something else while an editor holds the index, for about this long. */
  readonly meanwhile: (ms: number) => Promise<void>;
}

/** Commits own lines that were saved: some of the changed files (`path`, `add`), or all of them. */
export async function commit(work: Committing, style: CommitStyle): Promise<void> {
  const { memory } = work;
  const places = chosenPlaces(work, style);
  if (places.length === 0) return;
  const subject = memory.nextSubject();
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    await lookAndRedo(work);
    const values = new Map(
      places.map((place) => [placeKey(place), memory.saved.get(placeKey(place)) ?? '']),
    );
    const paths = [...new Set(places.map(({ file }) => fieldPath(file)))];
    const touchesLanding = paths.some(work.isLanding);
    if (await isCommitted(work, { style, subject, paths })) {
      memory.counts.commits += 1;
      if (touchesLanding) memory.counts.commitsOnLandingPaths += 1;
      memory.commits.push({ subject, style, values });
      for (const [key, value] of values) {
        if (memory.saved.get(key) === value) memory.dirty.delete(key);
      }
      return;
    }
    memory.counts.refusedCommits += 1;
    await pause(50);
  }
  throw new Error(`the person could not commit (${style}) in ${TRIES} tries`);
}

function chosenPlaces({ memory, dice }: Committing, style: CommitStyle): readonly OwnPlace[] {
  const places = [...memory.dirty.values()];
  if (style === 'all' || style === 'editor' || places.length === 0) return places;
  const files = [...new Set(places.map(({ file }) => file))];
  const chosen = dice.shuffle(files).slice(0, dice.between(1, files.length));
  return places.filter(({ file }) => chosen.includes(file));
}

interface Attempt {
  readonly style: CommitStyle;
  readonly subject: string;
  readonly paths: readonly string[];
}

/** One attempt. False: git refused it, and nothing was committed. */
async function isCommitted(work: Committing, { style, subject, paths }: Attempt): Promise<boolean> {
  const { git, dice } = work;
  switch (style) {
    case 'all':
      return (await git.once(['commit', '-q', '-a', '-m', subject])).code === 0;
    case 'path':
      return (await git.once(['commit', '-q', '-m', subject, '--', ...paths])).code === 0;
    case 'add':
    case 'staged-long': {
      if ((await git.once(['add', '--', ...paths])).code !== 0) return false;
      if (style === 'staged-long') await pause(dice.between(200, 900));
      return (await git.once(['commit', '-q', '-m', subject])).code === 0;
    }
    case 'editor': {
      const ms = dice.between(300, 1200);
      const editor = `sleep ${ms / 1000}; printf '%s\\n' '${subject}' >`;
      const committing = git.once(['commit', '-q', '-a'], { GIT_EDITOR: editor });
      await work.meanwhile(ms);
      return (await committing).code === 0;
    }
  }
}
