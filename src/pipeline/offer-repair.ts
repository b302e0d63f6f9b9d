import { basename } from 'node:path';
import { decode } from '../core/formats/decode.ts';
import type { Decoded } from '../core/formats/decoded.ts';
import { isBranchSubmission } from '../core/model/branch-payload.ts';
import type { BranchRef, Oid, SubmissionId } from '../core/model/ids.ts';
import type { TreeEntry } from '../core/model/patch.ts';
import { NOTHING_STATED, type Stated } from '../core/model/stated.ts';
import type { PlanSettings } from '../core/planning/plan-response.ts';
import { correctionsOf, failedBlocks, findRepair, repairPaths } from '../core/planning/repair.ts';
import { NOTHING_SEEN } from '../core/planning/seen.ts';
import { withStated } from '../core/planning/stated-envelope.ts';
import type { RepairKind } from '../core/repair/correction.ts';
import type { Config } from '../config/config.ts';
import { limitsFor } from '../config/limits-for.ts';
import { protectedRulesOf } from '../config/protected-rules.ts';
import { resolveBranch, tipOf } from '../git/refs.ts';
import type { Repository } from '../git/repository.ts';
import { listTree, loadSnapshot } from '../git/snapshot.ts';
import type { Store } from '../store/open-store.ts';
import { judgeResponse } from './judge-response.ts';
import { configAt } from './settings.ts';

/** A repair of a refused submission, ready to be handed in. */
export interface OfferedRepair {
  readonly kind: RepairKind;
  /** What was wrong and is corrected. */
  readonly sentence: string;
  /** What it comes to, on the branch as it is now. */
  readonly diff: string;
  readonly payload: Uint8Array;
  readonly stated: Stated;
  readonly target: BranchRef;
}

/** Where repairs are looked for. */
export interface RepairPlace {
  readonly repo: Repository;
  readonly store: Pick<Store, 'ledger' | 'reads'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/**
 * The repair that is offered for a submission: one mechanical correction of a response that was refused before any gate
 * ran, with which it would be planned on its target as it is now with nothing refused and nothing held. Null: none.
 */
export async function offerRepair(
  place: RepairPlace,
  id: SubmissionId,
): Promise<OfferedRepair | null> {
  const { repo, store } = place;
  const { ledger } = store;
  const [view, facts] = [ledger.view(id), ledger.facts(id)];
  const isRefused =
    view.state === 'rejected' && view.endedBy === null && view.verdicts.length === 0;
  if (!isRefused || isBranchSubmission(facts) || view.target === null) return null;
  const target = await resolveBranch(repo, view.target);
  if (target === null) return null;
  const base = await tipOf(repo, target);
  const config = await configAt(repo, base);
  const { agent } = facts.author;
  const found = await repairAt(place, {
    response: ledger.payload(id),
    stated: facts.stated,
    base,
    config,
    agent,
  });
  if (found === null) return null;
  const { kind, sentence, diff, payload, stated } = found;
  const judged = await judgeResponse(place, { payload, stated, target, agent });
  const isSound = judged.rejections.length === 0 && judged.holds.length === 0;
  return isSound ? { kind, sentence, diff, payload, stated, target } : null;
}

interface RefusedResponse {
  readonly response: Uint8Array;
  readonly stated: Stated;
  readonly base: Oid | null;
  readonly config: Config;
  readonly agent: string | null;
}

async function repairAt(
  { repo, store }: RepairPlace,
  { response, stated, base, config, agent }: RefusedResponse,
): Promise<Omit<OfferedRepair, 'target'> | null> {
  const repoName = basename(repo.worktree);
  const limits = limitsFor(config, agent);
  const read = (text: Uint8Array): Decoded =>
    decode(text, {
      roots: [repo.worktree],
      maxBytes: limits.response,
      maxBlocks: limits.blocks,
    });
  const settings: PlanSettings = {
    limits,
    protectedRules: protectedRulesOf(config),
    repoName,
    // What was read is judged with the repair as a whole: here it only says where to look.
    seen: NOTHING_SEEN,
    stale: config.stale,
    isReadRequired: false,
  };
  const decoded = read(response);
  const tree = await listTree(repo, base);
  const paths = pathsNamed(decoded, stated, { tree, tokens: (token) => store.reads.find(token) });
  const load = async (wanted: readonly string[]) =>
    await loadSnapshot(repo, base, tree, { paths: wanted });
  const own = repairPaths(decoded, [], { tree, repoName });
  const failed = failedBlocks(decoded, await load(own), settings);
  const corrections = correctionsOf({ response, decoded, failed, paths, decode: read });
  if (corrections.length === 0) return null;
  const snapshot = await load(repairPaths(decoded, corrections, { tree, repoName }));
  const repair = findRepair({ decoded, corrections, snapshot, settings, decode: read });
  if (repair === null) return null;
  const { author } = decoded.envelope;
  const head = author === undefined ? '' : `Author: ${author.name} <${author.email}>\n\n`;
  const { kind, sentence, diff } = repair;
  return {
    kind,
    sentence,
    diff,
    payload: Buffer.from(head + diff),
    stated: restated(decoded, stated),
  };
}

/** What the response said in its head, beside its edits: it holds of the repaired one as well. */
function restated(decoded: Decoded, stated: Stated): Stated {
  const { envelope } = withStated(decoded, stated).decoded;
  return {
    ...NOTHING_STATED,
    base: envelope.base ?? stated.base,
    reads: envelope.reads,
    readTokens: envelope.readTokens,
    message: envelope.message ?? null,
    deletes: envelope.declaredDeletions,
  };
}

const foldCase = (path: string): string => path.toLowerCase();

/** Paths of the base that the author read, or names in an edit or above a block of code. */
function pathsNamed(
  decoded: Decoded,
  stated: Stated,
  on: {
    readonly tree: readonly TreeEntry[];
    readonly tokens: Store['reads']['find'];
  },
): readonly string[] {
  const { envelope } = withStated(decoded, stated).decoded;
  const given = envelope.readTokens.flatMap(
    (token) => on.tokens(token)?.reads.map(({ path }) => path) ?? [],
  );
  const named = new Set<string>([
    ...envelope.reads.map(({ path }) => path),
    ...given,
    ...decoded.edits.map(({ target }) => String(target.path)),
    ...decoded.spans.flatMap(({ path }) => (path === undefined ? [] : [path])),
  ]);
  // A name that is spelt in another case is a name of that file.
  const folded = new Set([...named].map(foldCase));
  return on.tree.filter(({ path }) => folded.has(foldCase(path))).map(({ path }) => path);
}
