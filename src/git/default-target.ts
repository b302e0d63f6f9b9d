import type { BranchRef, Oid } from '../core/model/ids.ts';
import { interruptedBranch } from './landing/operations.ts';
import { headBranch, resolveBranch, tipOf } from './refs.ts';
import type { Repository } from './repository.ts';

/**
 * The branch that is meant where nobody names one: the configured one, else the one that is checked out or that a rebase
 * or bisect comes back to; null where HEAD is detached and none is configured. `configuredAt` reads the name that the
 * config at a commit gives, or null.
 */
export async function defaultTarget(
  repo: Repository,
  configuredAt: (tip: Oid | null) => Promise<string | null>,
): Promise<BranchRef | null> {
  const head = (await headBranch(repo)) ?? (await interruptedBranch(repo));
  const tip = head === null ? null : await tipOf(repo, head);
  const configured = await configuredAt(tip);
  return configured === null ? head : await resolveBranch(repo, configured);
}
