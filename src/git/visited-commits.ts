import type { Oid } from '../core/model/ids.ts';
import { findCommitFacts, type CommitFacts } from './commit-facts.ts';
import type { TreeNode } from './objects.ts';
import type { Repository } from './repository.ts';
import { isTreeMode } from './tree-bytes.ts';
import { findNode } from './tree.ts';

/** What one commit did to a path; null: nothing stands there. */
export interface PathStep {
  readonly path: string;
  readonly before: TreeNode | null;
  readonly after: TreeNode | null;
}

/** A commit and the one before it; null: it is a first one. */
export interface CommitPair {
  readonly before: CommitFacts | null;
  readonly commit: CommitFacts;
}

/** Commits that are remembered, paths of each, and characters of the longest message among them. */
const MOST_COMMITS = 1_000;
const MOST_PATHS = 64;
const MOST_MESSAGE = 8_192;

/**
 * What commits of one repository say of themselves and did to paths, which never changes. Many look back over the same
 * commits for the same few paths.
 */
export class VisitedCommits {
  readonly #facts = new Map<Oid, CommitFacts>();
  /** By commit, then by path; null: it left the path as it was. */
  readonly #steps = new Map<Oid, Map<string, PathStep | null>>();

  /** Null where the repository has no such commit. */
  async facts(repo: Repository, oid: Oid): Promise<CommitFacts | null> {
    const known = this.#facts.get(oid);
    if (known !== undefined) return known;
    const found = await findCommitFacts(repo, oid);
    if (found !== null && found.message.length <= MOST_MESSAGE) remember(this.#facts, oid, found);
    return found;
  }

  /** Whether `steps` answers without reading anything. */
  knows({ oid }: CommitFacts, paths: readonly string[]): boolean {
    const known = this.#steps.get(oid);
    return known !== undefined && paths.every((path) => known.has(path));
  }

  /** What differs at the paths, in their order; null where one is a folder's, of which git tells each file. */
  async steps(
    repo: Repository,
    pair: CommitPair,
    paths: readonly string[],
  ): Promise<readonly PathStep[] | null> {
    const { oid } = pair.commit;
    const known = this.#steps.get(oid) ?? new Map<string, PathStep | null>();
    remember(this.#steps, oid, known);
    const steps: PathStep[] = [];
    for (const path of paths) {
      const step = known.get(path) ?? (known.has(path) ? null : await stepAt(repo, pair, path));
      if (known.size < MOST_PATHS) known.set(path, step);
      if (step === null) continue;
      if (isFolder(step.before) || isFolder(step.after)) return null;
      steps.push(step);
    }
    return steps;
  }
}

/** The order of a map is the order of use; the oldest goes. */
function remember<Value>(map: Map<Oid, Value>, oid: Oid, value: Value): void {
  map.delete(oid);
  map.set(oid, value);
  const [oldest = oid] = map.keys();
  if (map.size > MOST_COMMITS) map.delete(oldest);
}

async function stepAt(
  repo: Repository,
  { before, commit }: CommitPair,
  path: string,
): Promise<PathStep | null> {
  const left = before === null ? null : await findNode(repo, before.tree, path);
  const right = await findNode(repo, commit.tree, path);
  const isSame = left?.oid === right?.oid && left?.mode === right?.mode;
  return isSame ? null : { path, before: left, after: right };
}

const isFolder = (node: TreeNode | null): boolean => node !== null && isTreeMode(node.mode);
