import { findingText, type CheckFinding } from '../core/check/check-finding.ts';
import type { Note } from '../core/model/rejection.ts';
import { noteFinding } from '../core/check/check-finding.ts';
import { allowedCodes, ALLOW, recordAllowance, withAllowances } from './allowances.ts';
import { authorOfEnvironment, nameOfPerson } from './authors.ts';
import type { HookCall, HookEnd } from './hook-call.ts';
import { hookText, type HookWords } from './hook-text.ts';

/** What a hook is about. */
export interface Settled extends HookEnd {
  readonly isStopped: boolean;
}

/** Lets pass what a person said may pass, records that, and puts what is left into words. */
export function settle(
  { repo, env }: Pick<HookCall, 'repo' | 'env'>,
  hook: string,
  found: readonly CheckFinding[],
  words: Omit<HookWords, 'isPerson'>,
): Settled {
  const isPerson = authorOfEnvironment(env).kind === 'person';
  const { codes, unknown } = allowedCodes(env);
  const findings = isPerson ? withAllowances(found, codes) : found;
  const passed = findings.filter(({ level }) => level === 'passed');
  if (passed.length > 0) {
    recordAllowance(repo, {
      at: Date.now(),
      what: hook,
      by: nameOfPerson(env),
      codes: [...new Set(passed.map(({ code }) => code))],
      findings: passed.slice(0, 50).map(findingText),
    });
  }
  const notes: Note[] = unknown.map((word) => ({
    code: ALLOW,
    text: `${word} is no code; \`sallyport explain\` lists them`,
  }));
  if (!isPerson && codes.size > 0)
    notes.push({ code: ALLOW, text: 'only a person may let something pass; it was not looked at' });
  const isStopped = findings.some(({ level }) => level === 'error');
  return {
    isStopped,
    exitCode: isStopped ? 1 : 0,
    text: hookText([...findings, ...notes.map(noteFinding)], { ...words, isPerson }),
  };
}
