import { asOid, isSubmissionId, type Oid, type SubmissionId } from '../core/model/ids.ts';
import { gitText } from './plumbing.ts';
import { objectsOf, type Repository } from './repository.ts';

/*
 * Refs of ours that keep the commits of branch submissions, so that git prunes none whatever becomes of the branch:
 * `refs/sallyport/submitted/<id>`, and `refs/sallyport/incoming/<milliseconds>-<commit>` for the moment before a
 * submission has its id.
 */
const SUBMITTED = 'refs/sallyport/submitted/';
const INCOMING = 'refs/sallyport/incoming/';

/** How long a commit is kept for a submission that never came, milliseconds: its submitter died in between. */
const INCOMING_MS = 60 * 60 * 1_000;

/** Keeps a commit before anything refers to it; `at` is milliseconds since the epoch. Gives the ref that does. */
export async function keepIncoming(repo: Repository, commit: Oid, at: number): Promise<string> {
  const ref = `${INCOMING}${at}-${commit}`;
  await objectsOf(repo).setOwnRef(ref, commit);
  return ref;
}

/** Keeps a submission's commit from now on, and lets its incoming ref go. */
export async function keepSubmitted(
  repo: Repository,
  id: SubmissionId,
  { commit, incoming = null }: { readonly commit: Oid; readonly incoming?: string | null },
): Promise<void> {
  const kept = await objectsOf(repo).info(SUBMITTED + id);
  if (kept?.oid !== commit) await objectsOf(repo).setOwnRef(SUBMITTED + id, commit);
  if (incoming !== null) await objectsOf(repo).setOwnRef(incoming, null);
}

/** Lets a submission's commit go: git may prune it unless something else reaches it. */
export async function dropSubmitted(repo: Repository, id: SubmissionId): Promise<void> {
  await objectsOf(repo).setOwnRef(SUBMITTED + id, null);
}

/** Every submission whose commit is kept, and the commit. */
export async function submittedCommits(
  repo: Repository,
): Promise<readonly { readonly id: SubmissionId; readonly commit: Oid }[]> {
  return (await refsBelow(repo, SUBMITTED)).flatMap(({ name, commit }) =>
    isSubmissionId(name) ? [{ id: name, commit }] : [],
  );
}

/** Lets incoming commits go whose submission never came. `now` is milliseconds since the epoch. */
export async function sweepIncoming(repo: Repository, now: number): Promise<void> {
  for (const { name } of await refsBelow(repo, INCOMING)) {
    if (now - Number.parseInt(name, 10) > INCOMING_MS) {
      await objectsOf(repo).setOwnRef(INCOMING + name, null);
    }
  }
}

async function refsBelow(
  repo: Repository,
  prefix: string,
): Promise<readonly { readonly name: string; readonly commit: Oid }[]> {
  const listed = await gitText(repo, ['for-each-ref', '--format=%(objectname) %(refname)', prefix]);
  return listed === ''
    ? []
    : listed.split('\n').map((line) => {
        const [commit = '', ref = ''] = line.split(' ');
        return { name: ref.slice(prefix.length), commit: asOid(commit) };
      });
}
