import {
  decodeBranchPayload,
  branchTitle,
  type BranchPayload,
} from '../core/model/branch-payload.ts';
import type { Decoded } from '../core/formats/decoded.ts';
import { NO_ENVELOPE } from '../core/formats/envelope.ts';
import type { SubmissionEvent } from '../core/lifecycle/events.ts';
import type { Patch } from '../core/model/patch.ts';
import type { Hold, Note, Rejection } from '../core/model/rejection.ts';
import { ok, refused, type Result } from '../core/model/result.ts';
import {
  branchMessage,
  declaredInCommits,
  revertedInCommits,
} from '../core/planning/branch-message.ts';
import { judgeBranch } from '../core/planning/judge-branch.ts';
import type { RevertFindings } from '../core/planning/reverted-work.ts';
import { limitsFor } from '../config/limits-for.ts';
import { protectedRulesOf } from '../config/protected-rules.ts';
import { judgeRadius } from '../gates/graph/judge-radius.ts';
import { checkSyntax } from '../gates/syntax/check-syntax.ts';
import { findReverts } from '../git/find-reverts.ts';
import { rebuildBranch, type RebuiltBranch } from '../git/rebuild-branch.ts';
import { branchPatch } from '../git/branch-patch.ts';
import { commitExists } from '../git/refs.ts';
import { listTree } from '../git/snapshot.ts';
import { keepSubmitted } from '../git/submitted-commits.ts';
import { treeOf } from '../git/tree.ts';
import { viewAt } from './author-view.ts';
import { branchConflicts } from './branch-conflicts.ts';
import { decide, refusedPlan } from './decide.ts';
import { doubtfulMerges } from './doubtful-merges.ts';
import { landedBefore, type LandedCommit } from './landed-before.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { configAt } from './settings.ts';
import { namingWhoLanded } from './who-landed.ts';
import type { Submission, Work } from './work.ts';

/**
 * The cheap judgement of a branch: its difference from the merge base, rebuilt on the target's tip, under the same
 * policies as a response. What its author saw of the target is the merge base.
 */
export async function planBranch(
  context: PipelineContext,
  submission: Submission,
  work: Work,
): Promise<SubmissionEvent> {
  const { repo, store } = context;
  const { facts, view } = submission;
  const payload = decodeBranchPayload(store.ledger.payload(view.id));
  const config = await configAt(repo, view.tip);
  const limits = limitsFor(config, facts.author.agent);
  work.config = config;
  const rebuilt = await rebuild(context, submission, work, payload);
  if (!rebuilt.ok) return refusal(rebuilt.error);
  const { branch, known } = rebuilt.value;

  const changes = await branchPatch(repo, await treeOf(repo, view.tip), branch.tree);
  if (!changes.ok) return refusal(changes.error);
  if (changes.value.length === 0) return refusal([nothingLeft(branch, payload)]);
  const tree = await listTree(repo, view.tip);
  const judged = judgeBranch(changes.value, {
    base: view.tip,
    tree,
    declared: [...facts.stated.deletes, ...declaredInCommits(branch.commits)],
    limits,
    protectedRules: protectedRulesOf(config),
  });
  const { patch } = judged;
  const syntax = await checkSyntax(patch);
  const reverts = await revertsOf(context, patch, branch, known);
  const rejections = [...judged.rejections, ...syntax.rejections, ...reverts.rejections];
  const notes = [...judged.notes, ...syntax.notes];
  if (rejections.length > 0) return refusal(rejections, notes);

  const radius = await judgeRadius(context.graphs, patch, { tree, limits });
  work.patch = patch;
  work.radius = radius.radius;
  describe(work, branch, { title: branchTitle(payload), message: facts.stated.message });
  return decide(context, submission, work, {
    patch,
    blocks: [],
    rejections,
    holds: [...judged.holds, ...reverts.holds, ...radius.holds],
    notes: [...notes, ...radius.notes],
  });
}

const refusal = (rejections: readonly Rejection[], notes: readonly Note[] = []): SubmissionEvent =>
  refusedPlan({ rejections, blocks: [], notes });

/** The branch on the target's tip, and the landings that its author knows of. */
async function rebuild(
  { repo, store, assumed }: PipelineContext,
  { view }: Submission,
  work: Work,
  payload: BranchPayload,
): Promise<
  Result<
    { readonly branch: RebuiltBranch; readonly known: readonly LandedCommit[] },
    readonly Rejection[]
  >
> {
  const { ref, commit } = payload;
  const named = { branch: branchTitle(payload), target: view.target ?? '' };
  if (!(await commitExists(repo, commit))) {
    return refused([{ code: 'unknown-reference', reason: 'commit', facts: { reference: commit } }]);
  }
  await keepSubmitted(repo, view.id, { commit });
  if (ref !== null && ref === view.target) {
    return refused([{ code: 'already-applied', reason: 'branch-is-target', facts: named }]);
  }
  let known: readonly LandedCommit[] = [];
  const rebuilt = await rebuildBranch(repo, {
    target: view.tip,
    tip: commit,
    landed: async (commits) => {
      known = await landedBefore(repo, store.ledger, { view, commits, assumed });
      return known.map((one) => one.commit);
    },
  });
  if ('readPoint' in rebuilt) work.authorView = viewAt(rebuilt.readPoint);
  switch (rebuilt.kind) {
    case 'rebuilt': {
      const doubts = await doubtfulMerges(repo, rebuilt, { target: view.tip, tip: commit });
      if (doubts.length === 0) return ok({ branch: rebuilt, known });
      const facts = { branch: named.branch };
      const { readPoint } = rebuilt;
      return refused(
        await namingWhoLanded(
          { repo, ledger: store.ledger },
          doubts.map((one) => ({ ...one, facts })),
          { base: view.tip, readPointOf: () => readPoint },
        ),
      );
    }
    case 'contained':
      return refused([{ code: 'already-applied', reason: 'branch', facts: named }]);
    case 'unrelated': {
      const reason = rebuilt.isShallow ? 'shallow' : 'unrelated';
      return refused([{ code: 'unknown-reference', reason, facts: named }]);
    }
    case 'conflict':
      return refused(
        await branchConflicts(
          { repo, ledger: store.ledger },
          { ...rebuilt, tip: view.tip, title: named.branch },
        ),
      );
  }
}

/** Nothing is left to land: the branch says nothing, or the target says it already. */
const nothingLeft = ({ isIdle }: RebuiltBranch, payload: BranchPayload): Rejection => ({
  code: isIdle ? 'no-effective-change' : 'already-applied',
  reason: 'branch',
  facts: { branch: branchTitle(payload) },
});

/**
 * What undoes work that landed since the author's view is refused. A branch that merged the target in since it left it
 * may have undone in that merge what landed in between, with a history that looks as if it knew: that is held. What a
 * commit says that it takes back is meant.
 */
async function revertsOf(
  { repo, clock }: PipelineContext,
  patch: Patch,
  branch: RebuiltBranch,
  landed: readonly LandedCommit[],
): Promise<RevertFindings> {
  const { readPoint, earlierReadPoint, commits } = branch;
  if (readPoint === null) return { rejections: [], holds: [] };
  const meant = [...landed.map(({ landing }) => landing), ...revertedInCommits(commits)];
  const question = {
    // A tree may bring old content back without a word about it, as a whole file may.
    patch: { ...patch, changes: patch.changes.map((change) => ({ ...change, isWhole: true })) },
    freshReads: new Set<string>(),
    known: new Set(meant),
    now: clock(),
  };
  const { rejections } = await findReverts(repo, { ...question, readPointOf: () => readPoint });
  if (earlierReadPoint === null) return { rejections, holds: [] };
  const earlier = await findReverts(repo, { ...question, readPointOf: () => earlierReadPoint });
  const refusedPaths = new Set(rejections.map(({ path }) => path));
  const holds = earlier.rejections.filter(({ path }) => !refusedPaths.has(path));
  return { rejections, holds: holds.map((one): Hold => ({ ...one, code: 'reverts-landed-work' })) };
}

/** The text of the landing, where later steps look for a response's. */
function describe(
  work: Work,
  branch: RebuiltBranch,
  { title, message }: { readonly title: string; readonly message: string | null },
): void {
  const said = branchMessage(branch.commits, title);
  work.branch = {
    tree: branch.tree,
    messages: [
      ...branch.commits.map((commit) => commit.message),
      ...(message === null ? [] : [message]),
    ],
    trailers: said?.coAuthors ?? [],
  };
  work.decoded = {
    ...NOTHING_DECODED,
    envelope: {
      ...NO_ENVELOPE,
      ...(said === null ? {} : { message: message ?? said.message, author: said.author }),
    },
  };
}

const NOTHING_DECODED: Omit<Decoded, 'envelope'> = {
  edits: [],
  spans: [],
  rejections: [],
  holds: [],
  notes: [],
};
