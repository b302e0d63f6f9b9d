import {
  findingText,
  type CheckAuthor,
  type CheckFinding,
} from '../../core/check/check-finding.ts';
import { Fault } from '../../core/model/fault.ts';
import { packageVersion } from '../../daemon/version.ts';
import { letPass } from '../../hook/settle.ts';
import type { GlobalOptions } from '../cli-context.ts';
import { addCommand, runAction, type CommandHost } from '../command-spec.ts';
import { EXIT } from '../exit-code.ts';
import { printable, type Output } from '../output.ts';
import {
  checkDocument,
  outcomeOf,
  type CheckOutcome,
  type CheckSubject,
} from '../render/check-document.ts';
import { hintLine } from '../render/hint-line.ts';
import { sarifLog } from '../render/sarif.ts';
import { runCheck } from '../run-check.ts';
import { repositoryOf } from '../workspace.ts';

interface CheckOptions extends GlobalOptions {
  readonly staged?: boolean;
  readonly worktree?: boolean;
  readonly range?: string;
  readonly sarif?: boolean;
  readonly as?: string;
}

/** `check`: judges what is staged (or on disk, or in commits) by the same policies and gates as the queue. */
export function addCheck(host: CommandHost): void {
  addCommand(host, 'check', 'judge what is staged, on disk or committed, and change nothing')
    .option('--staged', 'what is staged (the default)')
    .option('--worktree', 'the files as they are on disk, new ones included')
    .option('--range <a..b>', 'the commits that B has and A has not, one by one')
    .option('--as <who>', "judge it as a person's, or as an agent's: person, agent or agent:NAME")
    .option('--sarif', 'print one SARIF 2.1.0 document on stdout')
    .action((options: CheckOptions) =>
      runAction(host, options, async ({ context, output }) => {
        requireOneSubject(options);
        const repo = await repositoryOf(context, options);
        const {
          subject,
          findings: found,
          recordPasses,
        } = await runCheck(repo, context, {
          range: options.range ?? null,
          isWorktree: options.worktree === true,
          author: authorNamed(options.as),
          onGates: (names) => output.message(`running ${names.join(', ')} ...`),
        });
        const findings = letPass({ repo, env: context.env, what: 'check' }, found);
        if (outcomeOf(findings) === 'passed') await recordPasses?.();
        output.document(checkDocument(subject, findings));
        if (options.sarif === true) {
          const log = sarifLog(findings, packageVersion());
          context.stdout.write(`${JSON.stringify(log, null, 2)}\n`);
        } else show(output, subject, findings);
        return EXIT_CODES[outcomeOf(findings)];
      }),
    );
}

const EXIT_CODES = {
  passed: EXIT.done,
  rejected: EXIT.rejected,
  held: EXIT.held,
} as const satisfies Readonly<Record<CheckOutcome, number>>;

function requireOneSubject({ staged, worktree, range, json, sarif }: CheckOptions): void {
  const subjects = [staged === true, worktree === true, range !== undefined];
  if (subjects.filter(Boolean).length > 1)
    throw new Fault('usage', '--staged, --worktree and --range exclude each other', {
      hint: 'choose one; without any, what is staged is checked',
    });
  if (json === true && sarif === true)
    throw new Fault('usage', '--json and --sarif are two forms of one document', {
      hint: 'choose one',
    });
}

function authorNamed(who: string | undefined): CheckAuthor | null {
  if (who === undefined) return null;
  if (who === 'person') return { kind: 'person' };
  const [, name = 'agent'] = /^agent(?::(.+))?$/.exec(who) ?? [];
  if (/^agent(?::.+)?$/.test(who)) return { kind: 'agent', name };
  throw new Fault('usage', `--as ${JSON.stringify(who)} is nobody`, {
    hint: 'use person, agent, or agent:NAME for the limits of that agent',
  });
}

const ORDER = ['error', 'passed', 'warning', 'note'] as const;
const STYLES = { error: 'red', passed: 'yellow', warning: 'yellow', note: 'dim' } as const;

function show(output: Output, subject: CheckSubject, findings: readonly CheckFinding[]): void {
  const sorted = ORDER.flatMap((level) => findings.filter((finding) => finding.level === level));
  for (const finding of sorted) {
    const { level } = finding;
    const mark = level === 'error' ? '' : ` [${level}]`;
    output.line(output.style(STYLES[level], `${printable(findingText(finding))}${mark}`));
    for (const line of finding.output ?? []) output.line(`  | ${printable(line)}`);
  }
  const hints = sorted.flatMap(({ level, hint }) => (level === 'error' && hint ? [hint] : []));
  for (const hint of new Set(hints)) output.message(`  ${printable(hintLine(hint))}`);
  output.message(summaryOf(subject, findings));
}

const UNITS = {
  staged: ['staged file', 'staged files'],
  worktree: ['changed file', 'changed files'],
  range: ['commit', 'commits'],
} as const;

function summaryOf({ kind, count }: CheckSubject, findings: readonly CheckFinding[]): string {
  const [one, many] = UNITS[kind];
  const about = `${count} ${count === 1 ? one : many}`;
  if (count === 0 && kind === 'staged')
    return 'Nothing is staged; `sallyport check --worktree` looks at the files on disk.';
  const of = (level: CheckFinding['level']): number =>
    findings.filter((finding) => finding.level === level).length;
  const [errors, warnings] = [of('error'), of('warning')];
  if (errors === 0 && warnings === 0) return `Nothing wrong in ${about}.`;
  const parts = [
    ...(errors === 0 ? [] : [`${errors} ${errors === 1 ? 'problem stops' : 'problems stop'} it`]),
    ...(warnings === 0 ? [] : [`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`]),
  ];
  return `${parts.join(', ')} in ${about}.`;
}
