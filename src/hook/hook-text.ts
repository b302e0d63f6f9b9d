import { findingText, type CheckFinding } from '../core/check/check-finding.ts';
import { plainText } from '../core/model/explain/plain-text.ts';
import { ALLOW } from './allowances.ts';

/** Most lines of a kind that a hook prints. */
const MAX_ERRORS = 20;
const MAX_WARNINGS = 5;

/** What a hook says in its own words. */
export interface HookWords {
  /** What is stopped: `commit`, `push`. */
  readonly what: string;
  /** What to run again: `git commit ...`. */
  readonly again: string;
  /** Lists everything. */
  readonly all: string;
  /** False: nobody in this process's place may let something pass. */
  readonly isPerson: boolean;
}

/**
 * What a hook prints: what stops it first, then what to do, then what else was found. Nothing where nothing was found.
 */
export function hookText(findings: readonly CheckFinding[], words: HookWords): string {
  const of = (level: CheckFinding['level']): readonly CheckFinding[] =>
    findings.filter((finding) => finding.level === level);
  const [errors, warnings, passed, notes] = [of('error'), of('warning'), of('passed'), of('note')];
  const lines: string[] = [];
  if (errors.length > 0) {
    lines.push(
      `sallyport stopped the ${words.what}: ${counted(errors.length, 'problem')}`,
      '',
      ...listed(errors, MAX_ERRORS, words.all),
      '',
      ...hintsOn(errors),
      passLine(errors, words),
    );
  }
  if (passed.length > 0) {
    lines.push(`sallyport let pass, and recorded it: ${counted(passed.length, 'problem')}`);
    lines.push(...listed(passed, MAX_ERRORS, words.all));
  }
  if (warnings.length > 0) {
    if (lines.length > 0) lines.push('');
    lines.push(`sallyport: ${counted(warnings.length, 'warning')}`);
    lines.push(...listed(warnings, MAX_WARNINGS, words.all));
  }
  lines.push(...notes.filter(isWorthAHook).map((note) => `sallyport: ${findingText(note)}`));
  return lines.map((line) => `${line}\n`).join('');
}

/** Notes that only a whole report has room for. */
const QUIET: ReadonlySet<string> = new Set([
  'executable',
  'form-alone',
  'syntax-not-checked',
  'dependents-unknown',
]);

const isWorthAHook = ({ code }: CheckFinding): boolean => !QUIET.has(code);

const counted = (count: number, what: string): string =>
  count === 1 ? `1 ${what}` : `${count} ${what}s`;

function listed(findings: readonly CheckFinding[], most: number, all: string): readonly string[] {
  const shown = findings
    .slice(0, most)
    .flatMap((finding) => [
      `  ${findingText(finding)}`,
      ...(finding.output ?? []).map((line) => `    | ${line}`),
    ]);
  const more = findings.length - most;
  return more > 0 ? [...shown, `  ... and ${more} more: ${all}`] : shown;
}

/** Each hint once, in the order of the findings. */
function hintsOn(errors: readonly CheckFinding[]): readonly string[] {
  const hints = new Map<string, string>();
  for (const { code, hint } of errors) if (hint !== null && !hints.has(hint)) hints.set(hint, code);
  const isOne = hints.size === 1;
  return [...hints].slice(0, 6).map(([hint, code]) => plainText(isOne ? hint : `${code}: ${hint}`));
}

function passLine(errors: readonly CheckFinding[], { isPerson, again }: HookWords): string {
  const codes = [...new Set(errors.map(({ code }) => code))].join(',');
  return isPerson
    ? `To pass it this once (recorded): ${ALLOW}=${codes} ${again}`
    : `Only a person can let it pass: ${ALLOW}=${codes} ${again}`;
}
