import type { Hold } from '../model/rejection.ts';
import { findings } from './findings.ts';
import type { Policy } from './policy.ts';

/** A deletion that nobody asked for in so many words is held. */
export const deletions: Policy = {
  name: 'deletions',
  judge({ patch }) {
    const holds = patch.changes.flatMap(({ path, after, isDeclaredDeletion }): Hold[] =>
      after === null && !isDeclaredDeletion ? [{ code: 'undeclared-deletion', path }] : [],
    );
    return findings({ holds });
  },
};
