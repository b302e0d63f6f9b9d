import { isFault, type FaultCode } from '../core/model/fault.ts';
import type { State } from '../core/lifecycle/states.ts';

/** What the process's exit status means; the same for every command. */
export const EXIT = {
  done: 0,
  rejected: 1,
  usage: 2,
  fault: 3,
  unreachable: 4,
  held: 5,
  bug: 70,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Faults that the person who typed the command mends: the command line, the config or the repository's set-up. */
const SETUP_FAULTS: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'usage',
  'config-invalid',
  'not-a-repository',
  'bare-repository',
  'no-identity',
  'detached-head',
  'git-too-old',
]);

/** Exit status for something thrown. */
export function exitCodeOf(error: unknown): ExitCode {
  if (!isFault(error)) return EXIT.bug;
  if (error.code === 'not-running') return EXIT.unreachable;
  return SETUP_FAULTS.has(error.code) ? EXIT.usage : EXIT.fault;
}

/** Exit status for where a submission stands. */
export function exitCodeOfState(state: State): ExitCode {
  if (state === 'landed') return EXIT.done;
  if (state === 'rejected' || state === 'cancelled') return EXIT.rejected;
  return state === 'failed' ? EXIT.fault : EXIT.held;
}
