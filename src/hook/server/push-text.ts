import { findingText, type CheckFinding } from '../../core/check/check-finding.ts';

const MOST_SHOWN = 20;

/** What a push to one guarded branch came to. */
export interface JudgedPush {
  readonly branch: string;
  readonly level: 'warn' | 'enforce';
  /** Why the move itself is refused, whatever it brings; null where it is a plain step forward. */
  readonly move: string | null;
  readonly stopping: readonly CheckFinding[];
  readonly passed: readonly CheckFinding[];
  /** Whether the server takes `push -o`. */
  readonly hasOptions: boolean;
}

/** What the pusher reads; lines with their ends, which git puts `remote:` before. */
export function pushText(pushes: readonly JudgedPush[]): string {
  return pushes
    .flatMap(linesOf)
    .map((line) => `${line}\n`)
    .join('');
}

function linesOf(push: JudgedPush): readonly string[] {
  const { branch, level, move, stopping, passed } = push;
  const word = level === 'enforce' ? 'refused' : 'let through with a warning';
  const lines: string[] = [];
  if (move !== null)
    lines.push(`sallyport: ${branch} is guarded here; the push was ${word}: ${move}`);
  if (stopping.length > 0) {
    lines.push(
      `sallyport: ${branch} is guarded here; the push was ${word}: ${counted(stopping.length)}`,
      ...shown(stopping),
      ...(level === 'enforce' ? advice(push) : []),
    );
  }
  if (passed.length > 0) {
    lines.push(`sallyport: let pass by push option, and recorded: ${counted(passed.length)}`);
    lines.push(...shown(passed));
  }
  return lines;
}

function advice({ stopping, hasOptions }: JudgedPush): readonly string[] {
  const hints = [...new Set(stopping.flatMap(({ hint }) => (hint === null ? [] : [hint])))];
  const holds = stopping.filter(({ isHold }) => isHold);
  const codes = [...new Set(holds.map(({ code }) => code))].join(',');
  const isAllHeld = holds.length === stopping.length;
  return [
    ...hints.slice(0, 4).map((hint) => `  ${hint}`),
    ...(isAllHeld && hasOptions
      ? [`  a person may let it pass (it is recorded): git push -o sallyport.allow=${codes} ...`]
      : []),
    ...(isAllHeld && !hasOptions
      ? [
          '  a person could let it pass by a push option, which this server does not take:',
          '  its keeper turns them on with `git config receive.advertisePushOptions true`',
        ]
      : []),
    ...(isAllHeld
      ? []
      : ['  mend it in those commits (git commit --amend, git rebase -i), and push again']),
  ];
}

function shown(findings: readonly CheckFinding[]): readonly string[] {
  const lines = findings.slice(0, MOST_SHOWN).map((finding) => `  ${findingText(finding)}`);
  const more = findings.length - lines.length;
  return more > 0 ? [...lines, `  ... and ${more} more`] : lines;
}

const counted = (count: number): string => (count === 1 ? '1 problem' : `${count} problems`);
