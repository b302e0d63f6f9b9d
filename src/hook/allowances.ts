import { appendFileSync, closeSync, fsyncSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckFinding } from '../core/check/check-finding.ts';
import { HOLD_REASONS, REJECTION_CODES } from '../core/model/rejection.ts';
import type { Environment } from '../git/git-environment.ts';
import type { Repository } from '../git/repository.ts';

/** Variable in which a person names codes that may pass this once, with commas between them. */
export const ALLOW = 'SALLYPORT_ALLOW';

/** The word among them that lets a guarded branch move. */
export const ALLOW_GUARD = 'guard';

/** What a person let pass: `at` is milliseconds since the epoch, `what` the hook or command. */
export interface Allowance {
  readonly at: number;
  readonly what: string;
  readonly by: string;
  readonly codes: readonly string[];
  /** `path:line:column: code: message` of each finding that passed so. */
  readonly findings: readonly string[];
}

const CODES: ReadonlySet<string> = new Set([...REJECTION_CODES, ...HOLD_REASONS]);

/** The codes that the environment lets pass, and the words in it that are no code. */
export function allowedCodes(env: Environment): {
  readonly codes: ReadonlySet<string>;
  readonly unknown: readonly string[];
} {
  const words = (env[ALLOW] ?? '').split(/[\s,]+/).filter((word) => word !== '');
  return {
    codes: new Set(words.filter((word) => CODES.has(word))),
    unknown: words.filter((word) => !CODES.has(word) && word !== ALLOW_GUARD),
  };
}

/** The findings, with those that would have stopped the change and are allowed marked as passed. */
export const withAllowances = (
  findings: readonly CheckFinding[],
  codes: ReadonlySet<string>,
): readonly CheckFinding[] =>
  findings.map((finding) =>
    finding.level === 'error' && codes.has(finding.code)
      ? { ...finding, level: 'passed' }
      : finding,
  );

/** Name of the record in the state folder. */
export const ALLOWED_FILE = 'allowed.log';

/** Writes one line for good: it is on disk when this returns. */
export function recordAllowance(repo: Repository, allowance: Allowance): void {
  mkdirSync(repo.stateDir, { recursive: true, mode: 0o700 });
  const file = openSync(join(repo.stateDir, ALLOWED_FILE), 'a', 0o600);
  try {
    appendFileSync(file, `${JSON.stringify(allowance)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** What was let pass, oldest first. A line that cannot be read is left out. */
export function allowances(repo: Repository): readonly Allowance[] {
  return textOf(join(repo.stateDir, ALLOWED_FILE))
    .split('\n')
    .flatMap((line) => {
      try {
        const value = JSON.parse(line) as Partial<Allowance>;
        const { at, what, by, codes, findings } = value;
        if (at === undefined || what === undefined || by === undefined) return [];
        return [{ at, what, by, codes: codes ?? [], findings: findings ?? [] }];
      } catch {
        return [];
      }
    });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
