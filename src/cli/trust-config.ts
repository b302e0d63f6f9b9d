import type { Config } from '../config/config.ts';
import { executableCommands, executableHash } from '../config/executable-hash.ts';
import { openTrust } from '../config/trust.ts';
import type { Repository } from '../git/repository.ts';
import { actorOf } from './actor.ts';
import type { CliContext, GlobalOptions } from './cli-context.ts';
import { printable, type Output } from './output.ts';
import { ask, canAsk, isYes } from './person.ts';
import { agentVariables } from '../exec/agent-environment.ts';

/** Lists what a config runs, for the person who is about to allow it. */
export function listCommands(output: Output, config: Config): void {
  output.message('The config runs these commands on every candidate:');
  for (const { name, command } of executableCommands(config)) {
    output.message(`  ${printable(name)}: ${printable(command)}`);
  }
}

/**
 * Asks once per machine whether a config's commands may run. False: they may not, and what needs them is held; a
 * message says how to allow them later.
 */
export async function offerTrust(
  repo: Repository,
  config: Config,
  { context, options, output }: { context: CliContext; options: GlobalOptions; output: Output },
): Promise<boolean> {
  const hash = executableHash(config);
  const trust = openTrust(repo.stateDir, Date.now);
  if (trust.isTrusted(hash) || hash === null) return true;
  listCommands(output, config);
  const isPerson = agentVariables(context.env).length === 0;
  const isAllowed =
    isYes(context, options) ||
    (isPerson && canAsk(context) && (await ask(context, 'May they run on this machine?')));
  if (!isAllowed) {
    output.message(
      'Not allowed: what needs them is held until a person runs `sallyport config trust`.',
    );
    return false;
  }
  trust.trust(hash, (await actorOf(context, repo)).name);
  return true;
}
