import type { BlastRadius } from '../core/graph/blast-radius.ts';
import type { ChangedPath } from './gate-tree.ts';

/** What is known of the tests that a change may matter to. */
export type KnownTests = Pick<BlastRadius, 'affectedTests' | 'unreached'>;

/** The tests that a gate is run with, by their paths in each tree; or all of them, and why. */
export type TestChoice =
  | {
      readonly kind: 'some';
      readonly inCandidate: readonly string[];
      readonly inBase: readonly string[];
    }
  | { readonly kind: 'all'; readonly why: string };

/** Far below what the systems take as the arguments of one command. */
const MAX_BYTES = 100_000;

/**
 * The tests that `{affectedTests}` stands for. `about` are the changed paths of the gate's kind. Imports do not tell
 * everything: where one of those is reached by no test, or there are too many tests to name, all of them are meant.
 */
export function chooseTests(
  known: KnownTests | null,
  changed: readonly ChangedPath[],
  about: readonly ChangedPath[],
): TestChoice {
  if (known === null) return { kind: 'all', why: 'the graph of imports is not there' };
  const unreached = new Set(known.unreached);
  const unclear = about.find(({ path, from }) => unreached.has(from ?? path));
  if (unclear !== undefined) {
    return { kind: 'all', why: `no test is known to depend on ${unclear.path}` };
  }
  const now = new Map(changed.map((each) => [each.from ?? each.path, each]));
  const inBase = known.affectedTests.filter((path) => now.get(path)?.change !== 'added');
  const inCandidate = known.affectedTests
    .filter((path) => now.get(path)?.change !== 'deleted')
    .map((path) => now.get(path)?.path ?? path);
  const bytes = Buffer.byteLength([...inBase, ...inCandidate].join(' '));
  if (bytes > MAX_BYTES) {
    return { kind: 'all', why: `${inCandidate.length} of them are too many to be named` };
  }
  return { kind: 'some', inBase, inCandidate };
}
