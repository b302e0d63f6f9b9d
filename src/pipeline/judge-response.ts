import { changedFiles } from '../core/apply/changed-files.ts';
import { decode } from '../core/formats/decode.ts';
import type { ChangedFile } from '../core/lifecycle/events.ts';
import type { BranchRef, Oid } from '../core/model/ids.ts';
import type { PlanReport } from '../core/model/report.ts';
import type { Stated } from '../core/model/stated.ts';
import { limitsFor } from '../config/limits-for.ts';
import type { DependencyGraphs } from '../gates/graph/dependency-graphs.ts';
import { judgeRadius } from '../gates/graph/judge-radius.ts';
import { defaultTarget } from '../git/default-target.ts';
import { resolveBranch, tipOf } from '../git/refs.ts';
import type { Repository } from '../git/repository.ts';
import type { Store } from '../store/open-store.ts';
import { listTree, loadSnapshot } from '../git/snapshot.ts';
import { planText } from './plan-text.ts';
import { configAt } from './settings.ts';

/** A response that is judged as a submission would be, and leaves nothing behind. */
export interface ResponseToJudge {
  readonly payload: Uint8Array;
  readonly stated: Stated;
  /** Branch that it is meant for; null: what the response says, or the one that is landed on by default. */
  readonly target: string | null;
  /** The agent that hands it in; null: a person. */
  readonly agent: string | null;
}

/** What planning finds: rejections, holds and notes; the files it would change, null where it is refused. */
export interface JudgedResponse extends PlanReport {
  readonly target: BranchRef | null;
  readonly base: Oid | null;
  readonly files: readonly ChangedFile[] | null;
}

/** Plans a response on the tip of its target, up to the gates. Nothing is recorded. */
export async function judgeResponse(
  {
    repo,
    store,
    graphs,
    clock,
  }: {
    readonly repo: Repository;
    readonly store: Pick<Store, 'reads' | 'ledger'>;
    readonly graphs?: DependencyGraphs;
    readonly clock: () => number;
  },
  { payload, stated, target: named, agent }: ResponseToJudge,
): Promise<JudgedResponse> {
  const head = decode(payload, { roots: [repo.worktree] }).envelope;
  const asked = named ?? head.target ?? null;
  const target =
    asked === null
      ? await defaultTarget(repo, async (tip) => (await configAt(repo, tip)).target)
      : await resolveBranch(repo, asked);
  if (target === null) return unknownTarget(asked);
  const base = await tipOf(repo, target);
  const config = await configAt(repo, base);
  const limits = limitsFor(config, agent);
  const decoded = decode(payload, {
    roots: [repo.worktree],
    maxBytes: limits.response,
    maxBlocks: limits.blocks,
  });
  const tree = await listTree(repo, base);
  const { patch, blocks, rejections, holds, notes } = await planText(
    { repo, reads: store.reads, ledger: store.ledger },
    {
      decoded,
      stated,
      base,
      tree,
      load: async (paths) => await loadSnapshot(repo, base, tree, { paths }),
      config,
      limits,
      now: clock(),
      isReadRequired:
        config.requireReads === 'everyone' || (config.requireReads === 'agents' && agent !== null),
    },
  );
  const radius =
    patch === null ? { holds: [], notes: [] } : await judgeRadius(graphs, patch, { tree, limits });
  return {
    target,
    base,
    files: patch === null ? null : changedFiles(patch),
    blocks,
    rejections,
    holds: [...holds, ...radius.holds],
    notes: [...notes, ...radius.notes],
  };
}

const unknownTarget = (asked: string | null): JudgedResponse => ({
  target: null,
  base: null,
  files: null,
  blocks: [],
  rejections: [
    {
      code: 'unknown-reference',
      reason: asked === null ? 'no-target' : 'target',
      ...(asked === null ? {} : { facts: { reference: asked } }),
    },
  ],
  holds: [],
  notes: [],
});
