import { createHash } from 'node:crypto';
import type { PrimeConfig } from '../config/config.ts';
import type { TreeEntry } from '../core/model/patch.ts';
import { isDependencyFile } from '../git/prime.ts';
import type { PrimeStatus } from './gate-tree.ts';
import { matchesGlobs } from '../core/policies/match-globs.ts';

/** More states of lock files than these are not remembered. */
const MOST = 500;

/**
 * Which states of the files that name dependencies came with all of these in place, so that a verdict of then is known
 * to be one on a whole tree without making that tree again. It is held in memory alone: lost, trees are made.
 */
export class PrimeMemory {
  readonly #known = new Map<string, PrimeStatus>();

  /** Keeps how a tree was primed, where it was in full. */
  keep(prime: PrimeConfig, entries: readonly TreeEntry[], status: PrimeStatus): void {
    if (status !== 'primed' && status !== 'nothing-to-prime') return;
    if (this.#known.size >= MOST) this.#known.clear();
    this.#known.set(primeKey(prime, entries), status);
  }

  /** How a tree of these files was primed the last time; null: nobody knows. */
  find(prime: PrimeConfig, entries: readonly TreeEntry[]): PrimeStatus | null {
    return this.#known.get(primeKey(prime, entries)) ?? null;
  }
}

/** Name of what a tree is primed with: how, and the files that name its dependencies. */
export function primeKey(prime: PrimeConfig, entries: readonly TreeEntry[]): string {
  const isAsked = ({ path }: TreeEntry): boolean => {
    switch (prime.mode) {
      case 'off':
        return false;
      case 'auto':
        return isDependencyFile(path);
      case 'command':
        return matchesGlobs(path, prime.keys);
    }
  };
  const asked = entries.filter(isAsked).map(({ path, mode, oid }) => [path, mode, oid]);
  return createHash('sha256')
    .update(JSON.stringify([prime, asked]))
    .digest('hex');
}
