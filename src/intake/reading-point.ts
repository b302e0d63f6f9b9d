import type { BranchRef, Oid } from '../core/model/ids.ts';
import { ok, refused, type Result } from '../core/model/result.ts';
import { resolveBranch, tipOf } from '../git/refs.ts';
import type { Repository } from '../git/repository.ts';
import { usualTarget } from './give-context.ts';
import type { CallRefusal } from './verbs/verb.ts';

/** The branch that a door reads from, and where it is; null: it has no commit yet. */
export interface ReadingPoint {
  readonly target: BranchRef;
  readonly commit: Oid | null;
}

/** The branch of a name, or the one that submissions land on by default. */
export async function readingPoint(
  repo: Repository,
  name: string | null,
): Promise<Result<ReadingPoint, CallRefusal>> {
  const target = name === null ? await usualTarget(repo) : await resolveBranch(repo, name);
  if (target !== null) return ok({ target, commit: await tipOf(repo, target) });
  return refused(
    name === null
      ? {
          code: 'unknown-target',
          title: 'No branch is checked out here (HEAD is detached)',
          hint: 'Name a branch as `target`, or ask a person to check one out.',
        }
      : {
          code: 'unknown-target',
          title: `There is no branch ${JSON.stringify(name)} here`,
          hint: 'Name an existing branch as `target`, or leave it out.',
        },
  );
}
