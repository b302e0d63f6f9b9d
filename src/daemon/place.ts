import { statSync } from 'node:fs';
import type { Repository } from '../git/repository.ts';

/** Where a repository's folders were when the daemon started. */
export interface Place {
  /** False once the state folder or the checkout was moved away, removed or replaced. */
  readonly isKept: () => boolean;
}

/** How often the daemon looks whether its repository is still where it was; milliseconds. */
const LOOK_MS = 2_000;

/** Remembers which folders a repository's paths lead to. */
export function placeOf({ stateDir, worktree }: Repository): Place {
  const paths = [stateDir, worktree];
  const identities = paths.map(identityOf);
  return { isKept: () => paths.every((path, at) => identityOf(path) === identities[at]) };
}

/** Calls `onGone` once when a place is no longer kept: what is written from then on would be lost. */
export function watchPlace(place: Place, onGone: () => void): { readonly stop: () => void } {
  const timer = setInterval(() => {
    if (place.isKept()) return;
    clearInterval(timer);
    onGone();
  }, LOOK_MS);
  return { stop: () => clearInterval(timer) };
}

function identityOf(path: string): string | null {
  try {
    const { dev, ino } = statSync(path);
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
}
