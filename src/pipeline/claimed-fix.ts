import type { Config } from '../config/config.ts';
import type { SubmissionId } from '../core/model/ids.ts';
import type { FileChange } from '../core/model/patch.ts';
import { saysItFixes } from '../core/planning/says-it-fixes.ts';
import { isTestPath } from '../core/source/test-path.ts';
import type { ClaimedFix } from '../gates/prove-fix.ts';
import { buildCandidate, dropCandidate } from '../git/candidate.ts';
import { committerIdentity } from '../git/identity.ts';
import { openGateTree } from '../gates/gate-trees.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { requirePatch, type Work } from './work.ts';

/**
 * The fix that a submission's message claims, with a tree of the base and its test files alone, whose commit is named after `owner`;
 * null: it claims none.
 */
export function claimedFix(
  context: PipelineContext,
  work: Work,
  config: Config,
  owner: string,
): ClaimedFix | null {
  const { patch, base } = requirePatch(work);
  // On a branch without a commit there is nothing to be mended.
  const messages = work.branch?.messages ?? [work.decoded?.envelope.message ?? ''];
  if (base === null || !messages.some(saysItFixes)) return null;
  const changes = patch.changes.filter(isOfTests);
  return {
    tests: changes.filter(({ after }) => after !== null).map(({ path }) => String(path)),
    open: async () => {
      const { repo, env } = context;
      const committer = await committerIdentity(repo);
      const proof = `${owner}-proof` as SubmissionId;
      const commit = await buildCandidate(repo, {
        submission: proof,
        patch: { base, changes },
        message: 'The tests of a fix, without the fix.\n',
        author: committer,
        committer,
        at: context.clock(),
      });
      try {
        return await openGateTree(context, work.scratches, { ...commit, config, env });
      } finally {
        // The scratch worktree keeps the commit from now on.
        await dropCandidate(repo, proof);
      }
    },
  };
}

/** A file that becomes a test from something else takes that away: it is no part of the tests alone. */
const isOfTests = ({ path, from }: FileChange): boolean =>
  isTestPath(path) && (from === undefined || isTestPath(from));
