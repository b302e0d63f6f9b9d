import { agentVariables } from '../exec/agent-environment.ts';
import type { Actor } from '../core/lifecycle/events.ts';
import type { SubmissionFacts } from '../core/model/submission.ts';
import { committerIdentity } from '../git/identity.ts';
import type { Repository } from '../git/repository.ts';
import type { CliContext } from './cli-context.ts';

/** Name of the coding agent that this runs in, as far as the environment tells; null: none. */
export function agentName(context: CliContext): string | null {
  const named = context.env['SALLYPORT_AGENT'];
  if (named !== undefined && named !== '') return named;
  return agentVariables(context.env)[0]?.toLowerCase() ?? null;
}

/** Who runs this command. */
export async function actorOf(context: CliContext, repo: Repository): Promise<Actor> {
  const agent = agentName(context);
  if (agent !== null) return { kind: 'agent', name: agent };
  const { name, email } = await committerIdentity(repo);
  return { kind: 'person', name: `${name} <${email}>` };
}

/** Who hands in what this command submits. */
export async function submitterOf(
  context: CliContext,
  repo: Repository,
): Promise<SubmissionFacts['author']> {
  return { ...(await committerIdentity(repo)), agent: agentName(context) };
}
