import { findingText, noteFinding, type CheckFinding } from '../core/check/check-finding.ts';
import type { Environment } from '../git/git-environment.ts';
import type { Repository } from '../git/repository.ts';
import { allowedCodes, ALLOW, recordAllowance, withAllowances } from './allowances.ts';
import { authorOfEnvironment, nameOfPerson } from './authors.ts';
import type { HookCall, HookEnd } from './hook-call.ts';
import { hookText, type HookWords } from './hook-text.ts';

/** Where a check runs, and its name for the record. */
export interface CheckPlace {
  readonly repo: Repository;
  readonly env: Environment;
  /** The hook or the command. */
  readonly what: string;
}

/** Lets pass what a person said may pass, and records that. */
export function letPass(
  { repo, env, what }: CheckPlace,
  found: readonly CheckFinding[],
): readonly CheckFinding[] {
  const { codes, unknown } = allowedCodes(env);
  const isPerson = authorOfEnvironment(env).kind === 'person';
  const findings = isPerson ? withAllowances(found, codes) : found;
  const passed = findings.filter(({ level }) => level === 'passed');
  if (passed.length > 0) {
    recordAllowance(repo, {
      at: Date.now(),
      what,
      by: nameOfPerson(env),
      codes: [...new Set(passed.map(({ code }) => code))],
      findings: passed.slice(0, 50).map(findingText),
    });
  }
  const asides = unknown.map((word) => `${word} is no code; \`sallyport explain\` lists them`);
  if (!isPerson && codes.size > 0)
    asides.push('only a person may let something pass; it was not looked at');
  return [...findings, ...asides.map((text) => noteFinding({ code: ALLOW, text }))];
}

/** Says which commands run: they take longer than anybody waits without a word. */
export const announcing =
  ({ say }: Pick<HookCall, 'say'>) =>
  (gates: readonly string[]): void =>
    say?.(`sallyport: running ${gates.join(', ')} ...`);

/** How a hook ends. */
export interface Settled extends HookEnd {
  readonly isStopped: boolean;
}

/** Lets pass what may pass, and puts what is left into words. */
export function settle(
  place: CheckPlace,
  found: readonly CheckFinding[],
  words: Omit<HookWords, 'isPerson'>,
): Settled {
  const findings = letPass(place, found);
  const isStopped = findings.some(({ level }) => level === 'error');
  const isPerson = authorOfEnvironment(place.env).kind === 'person';
  return {
    isStopped,
    exitCode: isStopped ? 1 : 0,
    text: hookText(findings, { ...words, isPerson }),
  };
}
