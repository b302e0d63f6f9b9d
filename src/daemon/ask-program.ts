import { basename } from 'node:path';
import type { AnswerRun } from '../core/lifecycle/answering.ts';
import type { Command } from '../config/config.ts';
import { answeringEnvironment } from '../exec/answering-environment.ts';
import { runProcess, type ProcessEnd } from '../exec/run-process.ts';
import type { Repository } from '../git/repository.ts';
import type { RetryQuestion } from '../intake/retry-loop.ts';
import { plainLine } from '../reporters/plain-text.ts';

/**
 * Runs the program that answers for the model, in the checkout, with the packet on its standard input. It has the time
 * that the config gives it; then, and when the daemon stops, its whole process group is ended.
 */
export async function askProgram(
  repo: Repository,
  env: Readonly<Record<string, string | undefined>>,
  question: RetryQuestion,
): Promise<AnswerRun> {
  const { command, packet, timeout, maxBytes, submission, attempt, signal } = question;
  const [program = '', ...args] = wordsOf(command);
  const end = await runProcess({
    command: program,
    args,
    cwd: repo.worktree,
    env: {
      ...answeringEnvironment(env, question.env),
      SALLYPORT_SUBMISSION: submission,
      SALLYPORT_ATTEMPT: String(attempt),
    },
    stdin: packet,
    timeoutMs: timeout * 1_000,
    maxOutputBytes: maxBytes,
    signal,
    scope: 'retry',
  });
  if (end.ended === 'cancelled') return { kind: 'stopped' };
  const broken = brokenBy(end, { program: basename(program), timeout, maxBytes });
  return broken === null
    ? { kind: 'printed', output: end.stdout }
    : { kind: 'broke', detail: broken };
}

const wordsOf = (command: Command): readonly string[] =>
  command.kind === 'shell' ? ['sh', '-c', command.script] : command.words;

/** Why what it printed is no answer, in one sentence; null: it ended well. */
function brokenBy(
  end: ProcessEnd,
  {
    program,
    timeout,
    maxBytes,
  }: { readonly program: string; readonly timeout: number; readonly maxBytes: number },
): string | null {
  const said = plainLine(end.stderr.toString('utf8').trim().split('\n').at(-1) ?? '', 200);
  const more = said === '' ? '' : ` (${said})`;
  switch (end.ended) {
    case 'timed-out':
      return `${program} took over ${timeout} s (retry.timeout)${more}`;
    case 'signal':
      return `${program} was ended by ${end.signal}${more}`;
    case 'could-not-start':
      return end.reason;
    case 'over-bounds':
      return `${program} took more than it may`;
    case 'cancelled':
      return `${program} was stopped`;
    case 'exit':
      if (end.code !== 0) return `${program} exited with ${end.code}${more}`;
      // Bytes that were left out make the rest another text.
      return end.stdout.length > maxBytes
        ? `${program} printed over ${maxBytes} bytes (limits.response)`
        : null;
  }
}
