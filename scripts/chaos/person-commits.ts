import { setTimeout as pause } from 'node:timers/promises';
import type { Dice } from './dice.ts';
import { lookAndRedo, type Look } from './person-look.ts';
import { placeKey, type OwnPlace } from './person-memory.ts';
import { fieldPath, ownValue } from './slot-file.ts';

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
  await forgetCommitted(work);
  const places = chosenPlaces(work, style);
  if (places.length === 0) return;
  const subject = memory.nextSubject();
  let said: string | null = null;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    await lookAndRedo(work);
    const values = new Map(
      places.map((place) => [placeKey(place), memory.saved.get(placeKey(place)) ?? '']),
    );
    const paths = [...new Set(places.map(({ file }) => fieldPath(file)))];
    const touchesLanding = paths.some(work.isLanding);
    said = await attemptCommit(work, { style, subject, paths });
    if (said === null) {
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
  throw new Error(`the person could not commit (${style}) in ${TRIES} tries: ${said}`);
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

/** One attempt. Null: committed; else what git said when it refused, and nothing was committed. */
async function attemptCommit(
  work: Committing,
  { style, subject, paths }: Attempt,
): Promise<string | null> {
  const { git, dice } = work;
  const run = async (...args: readonly string[]): Promise<string | null> => {
    const end = await git.once(args);
    return end.code === 0 ? null : end.stdout + end.stderr;
  };
  switch (style) {
    case 'all':
      return run('commit', '-q', '-a', '-m', subject);
    case 'path':
      return run('commit', '-q', '-m', subject, '--', ...paths);
    case 'add':
    case 'staged-long': {
      const refusal = await run('add', '--', ...paths);
      if (refusal !== null) return refusal;
      if (style === 'staged-long') await pause(dice.between(200, 900));
      return run('commit', '-q', '-m', subject);
    }
    case 'editor': {
      const ms = dice.between(300, 1200);
      const editor = `sleep ${ms / 1000}; printf '%s\\n' '${subject}' >`;
      const committing = git.once(['commit', '-q', '-a'], { GIT_EDITOR: editor });
      await work.meanwhile(ms);
      const end = await committing;
      return end.code === 0 ? null : end.stdout + end.stderr;
    }
  }
}

/** What was saved while an editor held the index may have gone into that commit: it is not open any more. */
async function forgetCommitted({ git, memory }: Committing): Promise<void> {
  for (const [key, place] of memory.dirty) {
    const committed = await git.once(['show', `HEAD:${fieldPath(place.file)}`]);
    const value = ownValue(committed.stdout, place.file, place.line);
    if (value === memory.saved.get(key)) memory.dirty.delete(key);
  }
}
