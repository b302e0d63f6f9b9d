import type { CommitSignature } from '../core/check/agent-signature.ts';
import { asOid, type Oid } from '../core/model/ids.ts';
import type { BranchCommit } from '../core/planning/branch-message.ts';
import { splitNul } from './path-bytes.ts';
import { git, gitText } from './plumbing.ts';
import type { Repository } from './repository.ts';

/** More commits than this are counted no further and read no further. */
const MAX_COMMITS = 1_000;

/** Settings of the user that would change what `log` prints. */
const CONFIG = ['log.showSignature=false', 'log.mailmap=false', 'log.showRoot=true'];

/** The commits that are reachable from `tip` and from none of `from`, newest first, at most a thousand. */
export async function branchCommits(
  repo: Repository,
  tip: Oid,
  from: readonly Oid[],
): Promise<readonly BranchCommit[]> {
  const { stdout } = await git(
    repo,
    [
      'log',
      '-z',
      '--topo-order',
      '--no-notes',
      '--no-decorate',
      `--max-count=${MAX_COMMITS}`,
      '--format=%H%x00%P%x00%an%x00%ae%x00%B',
      tip,
      ...from.map((commit) => `^${commit}`),
    ],
    { config: CONFIG },
  );
  const fields = splitNul(stdout).map((field) => field.toString('utf8'));
  return Array.from({ length: Math.floor(fields.length / 5) }, (_, at) => {
    const [commit = '', parents = '', name = '', email = '', message = ''] = fields.slice(at * 5);
    return {
      commit: asOid(commit),
      parents: parents === '' ? [] : parents.split(' ').map(asOid),
      author: { name, email },
      message,
    };
  });
}

/**
 * Where the branch left the history of `target` by its own line of first parents: what it merged in later does not
 * count. Null where that line shares nothing with it.
 */
export async function forkPoint(repo: Repository, target: Oid, tip: Oid): Promise<Oid | null> {
  const listed = await gitText(repo, [
    'rev-list',
    '--first-parent',
    '--parents',
    tip,
    `^${target}`,
  ]);
  const [, fork] = (listed.split('\n').at(-1) ?? '').split(' ');
  return fork === undefined || fork === '' ? null : asOid(fork);
}

/** Whether history is cut off here, so that commits may share a past that this repository does not have. */
export const isShallow = async (repo: Repository): Promise<boolean> =>
  (await gitText(repo, ['rev-parse', '--is-shallow-repository'])) === 'true';

/** Who made a commit, and what they said. */
export async function commitSignature(repo: Repository, commit: Oid): Promise<CommitSignature> {
  const { stdout } = await git(
    repo,
    ['log', '-1', '--no-notes', '--no-decorate', '--format=%an%x00%ae%x00%B', commit],
    { config: CONFIG },
  );
  const [name = '', email = '', message = ''] = stdout.toString('utf8').split('\0');
  return { name: name === '' ? 'unknown' : name, email, message };
}
