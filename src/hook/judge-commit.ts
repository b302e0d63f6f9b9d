import {
  noteFinding,
  refusalFindings,
  type CheckAuthor,
  type CheckFinding,
} from '../core/check/check-finding.ts';
import type { Oid } from '../core/model/ids.ts';
import { readCommitFacts, type CommitFacts } from '../git/commit-facts.ts';
import { commitExists } from '../git/refs.ts';
import type { Repository } from '../git/repository.ts';
import { authorOfCommit } from './authors.ts';
import { judgeChange, withGraphs, type JudgeSettings } from './judge-change.ts';

/** A commit that was judged by what is in it and by who made it. */
export interface JudgedCommit {
  readonly commit: CommitFacts;
  readonly author: CheckAuthor;
  readonly findings: readonly CheckFinding[];
}

/** Settings for commits that are there already. */
export interface CommitSettings extends JudgeSettings {
  /** Whose the commits are taken for; absent: what each says itself. */
  readonly author?: CheckAuthor;
}

/**
 * Judges one commit against its parents, without gates. Of a merge, only what whoever merged has put in. A commit whose
 * parents are beyond the edge of a shallow clone cannot be judged, which is noted.
 */
async function judgeCommit(
  repo: Repository,
  name: Oid,
  settings: CommitSettings,
): Promise<JudgedCommit> {
  const commit = await readCommitFacts(repo, name);
  const author = settings.author ?? authorOfCommit(commit);
  const present = await Promise.all(
    commit.parents.map(async (parent) => commitExists(repo, parent)),
  );
  if (present.includes(false)) {
    const text = 'not looked at: what it is based on is not part of this shallow clone';
    return { commit, author, findings: [noteFinding({ code: 'shallow', text })] };
  }
  const { parents, tree, message } = commit;
  const { refused, notes } = await judgeChange(repo, { parents, tree, message, author }, settings);
  return {
    commit,
    author,
    findings: [
      ...refused.flatMap((one) => refusalFindings(one, author)),
      ...notes.map(noteFinding),
    ],
  };
}

/** Judges commits one after another, in the order given. */
export async function judgeRange(
  repo: Repository,
  commits: readonly Oid[],
  settings: CommitSettings & { readonly signal?: AbortSignal },
): Promise<readonly JudgedCommit[]> {
  return withGraphs(repo, settings.graphs, async (graphs) => {
    const judged: JudgedCommit[] = [];
    for (const commit of commits) {
      settings.signal?.throwIfAborted();
      judged.push(await judgeCommit(repo, commit, { ...settings, graphs }));
    }
    return judged;
  });
}
