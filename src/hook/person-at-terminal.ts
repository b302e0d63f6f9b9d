import { closeSync, openSync } from 'node:fs';
import { agentVariables } from '../exec/agent-environment.ts';
import type { Environment } from '../git/git-environment.ts';
import { ALLOW, ALLOW_GUARD } from './allowances.ts';

/** Whether somebody says, in the variable that lets things pass, that the guard shall let this move pass. */
export const saysGuard = (env: Environment): boolean =>
  (env[ALLOW] ?? '').split(/[\s,]+/).includes(ALLOW_GUARD);

/**
 * Why the word in the environment is not a person's; null where it is. A person sits at a terminal where no coding
 * agent's variables are set. A guard against accident, not against somebody who means to get round it.
 */
export function notAPerson(env: Environment): string | null {
  const variables = agentVariables(env);
  if (variables.length > 0)
    return `this runs inside a coding agent (${variables.join(', ')} is set)`;
  return hasTerminal() ? null : 'no terminal is at hand';
}

/** A hook's own streams are pipes; the terminal that its process belongs to is there all the same. */
function hasTerminal(): boolean {
  if (process.stderr.isTTY || process.stdin.isTTY) return true;
  if (process.platform === 'win32') return false;
  try {
    closeSync(openSync('/dev/tty', 'r+'));
    return true;
  } catch {
    return false;
  }
}
