import { Fault } from '../core/model/fault.ts';
import type { Oid, SubmissionId } from '../core/model/ids.ts';
import { NOTHING_STATED } from '../core/model/stated.ts';
import { findRef, headBranch, resolveCommit } from '../git/refs.ts';
import type { Repository } from '../git/repository.ts';
import { hasUncommitted } from '../git/uncommitted.ts';
import { submitBranch } from '../intake/submit-branch.ts';
import { takeBranch } from '../intake/take-branch.ts';
import { createInbox } from '../store/inbox.ts';
import type { Store } from '../store/open-store.ts';
import { submitterOf } from './actor.ts';
import type { CliContext } from './cli-context.ts';
import type { Output } from './output.ts';

/** How a command names a branch or commit to hand in. */
export interface BranchOptions {
  /** True: the branch that is checked out here. */
  readonly branch?: string | true;
  readonly commit?: string;
  readonly deletes?: readonly string[];
  readonly target?: string;
}

/** What is asked for besides; undefined: see `takeBranch`. */
interface BranchWishes {
  readonly priority: number | undefined;
}

/** Hands in what the options name; null where they name neither a branch nor a commit. Throws `Fault` usage. */
export async function handInBranch(
  { context, output }: { readonly context: CliContext; readonly output: Output },
  { repo, store }: { readonly repo: Repository; readonly store: Store },
  options: BranchOptions & BranchWishes,
): Promise<SubmissionId | null> {
  const open = { repo, store, clock: Date.now };
  const terms = {
    author: await submitterOf(context, repo),
    target: options.target ?? null,
    stated: { ...NOTHING_STATED, deletes: options.deletes ?? [] },
    ...(options.priority === undefined ? {} : { priority: options.priority }),
  };
  if (options.commit !== undefined) {
    const branch = { ref: null, commit: await requireCommit(repo, options.commit) };
    const inbox = createInbox(store);
    const once = { ...terms, parent: null, claimKey: null };
    return (await submitBranch({ ...open, inbox }, branch, once)).id;
  }
  if (options.branch === undefined) return null;
  const tip = await requireBranch(repo, options.branch);
  if (tip.ref === (await headBranch(repo)) && (await hasUncommitted(repo))) {
    output.message(
      `${repo.worktree} has changes that are not committed: they are not part of this submission.`,
    );
  }
  const taken = await takeBranch(open, tip, terms);
  if (taken.isRepeat) output.message(`${tip.ref} was handed in at this commit already.`);
  if (taken.superseded !== null) {
    output.message(
      `It takes the place of ${taken.superseded}, which was handed in from this branch before.`,
    );
  }
  return taken.id;
}

async function requireCommit(repo: Repository, text: string): Promise<Oid> {
  const commit = await resolveCommit(repo, text);
  if (commit !== null) return commit;
  throw new Fault('usage', `there is no commit ${JSON.stringify(text)} here`, {
    hint: 'name one by its id, or by a branch, a tag or `HEAD~1`',
  });
}

async function requireBranch(
  repo: Repository,
  name: string | true,
): Promise<{ readonly ref: string; readonly commit: Oid }> {
  const ref = name === true ? await headBranch(repo) : name;
  if (ref === null) {
    throw new Fault('usage', 'no branch is checked out here (HEAD is detached)', {
      hint: 'name one: `sallyport submit --branch REF`; or hand in a commit: `sallyport submit --commit HEAD`',
    });
  }
  const found = await findRef(repo, ref);
  if (found !== null) return found;
  throw new Fault('usage', `there is no branch ${JSON.stringify(ref)} here`, {
    hint: '`git branch --all` lists them; `--commit` takes any commit',
  });
}
