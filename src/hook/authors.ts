import { agentInCommit } from '../core/check/agent-signature.ts';
import type { CheckAuthor } from '../core/check/check-finding.ts';
import { agentVariables } from '../exec/agent-environment.ts';
import type { CommitFacts } from '../git/commit-facts.ts';
import type { Environment } from '../git/git-environment.ts';

const PERSON: CheckAuthor = { kind: 'person' };

const asAuthor = (agent: string | null): CheckAuthor =>
  agent === null ? PERSON : { kind: 'agent', name: agent };

/** Who runs this process, as far as its environment tells. */
export function authorOfEnvironment(env: Environment): CheckAuthor {
  const named = env['SALLYPORT_AGENT'];
  if (named !== undefined && named !== '') return asAuthor(named);
  return asAuthor(agentVariables(env)[0]?.toLowerCase() ?? null);
}

/** Who made a commit, as it says itself. */
export const authorOfCommit = ({
  author,
  message,
}: Pick<CommitFacts, 'author' | 'message'>): CheckAuthor =>
  asAuthor(agentInCommit({ ...author, message }));

/** A person's name for a record: as git knows it, or what the system calls them. */
export const nameOfPerson = (env: Environment): string =>
  env['GIT_AUTHOR_NAME'] ??
  env['GIT_COMMITTER_NAME'] ??
  env['USER'] ??
  env['LOGNAME'] ??
  'somebody';
