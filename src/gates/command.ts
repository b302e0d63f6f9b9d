import type { Command } from '../config/config.ts';
import type { Oid } from '../core/model/ids.ts';
import { runProcess, type ProcessEnd } from '../exec/run-process.ts';
import type { Sandbox } from '../exec/sandbox.ts';
import type { Overuse, UsageBounds } from '../exec/usage-watch.ts';
import { commandWords } from './command-words.ts';
import { findingsIn, type Findings } from './findings/findings-in.ts';
import type { GateTree } from './gate-tree.ts';
import { plainText } from './plain-text.ts';

/** How a command ended on one tree; plain JSON, so that it can be kept. */
export interface CommandRun {
  readonly outcome: 'passed' | 'failed' | 'timed-out' | 'could-not-start' | 'cancelled';
  /** Exit code, or null where it did not exit by itself. */
  readonly code: number | null;
  /** One sentence: how it ended. */
  readonly detail: string;
  /** Both streams as plain text, the middle left out where they are long. */
  readonly output: string;
  readonly isTruncated: boolean;
  readonly durationMs: number;
  readonly findings: Findings;
  readonly isUnsandboxed: boolean;
}

export interface CommandRequest {
  readonly command: Command;
  readonly tree: GateTree;
  readonly files: readonly string[];
  /** What `{affectedTests}` stands for; absent: nothing, so that a runner takes all. */
  readonly tests?: readonly string[];
  readonly base: Oid | null;
  /** Seconds. */
  readonly timeout: number;
  readonly hasNetwork: boolean;
  readonly env: Readonly<Record<string, string>>;
  readonly sandbox: Sandbox | null;
  /** What it may take of the machine. */
  readonly bounds: UsageBounds;
  readonly signal?: AbortSignal;
  /** See `ProcessRequest`. */
  readonly scope?: string;
}

const MAX_OUTPUT_BYTES = 512 * 1024;

/** Runs one command on one tree. Never rejects: whatever happens is an outcome. */
export async function runCommand(request: CommandRequest): Promise<CommandRun> {
  const { tree, sandbox, env, bounds } = request;
  const { program, args } = commandWords(request.command, {
    files: request.files,
    tests: request.tests ?? [],
    base: request.base,
    candidate: tree.commit,
  });
  const plain = { command: program, args, env };
  const wrapped =
    sandbox?.wrap({
      ...plain,
      worktree: tree.path,
      readOnly: tree.readOnly,
      hidden: tree.hidden,
      hasNetwork: request.hasNetwork,
      memoryBytes: bounds.memoryBytes,
    }) ?? plain;
  if (sandbox?.endsAll !== true) tree.onDoubt?.();
  const end = await runProcess({
    ...wrapped,
    cwd: tree.path,
    timeoutMs: request.timeout * 1000,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    bounds,
    ...(request.signal === undefined ? {} : { signal: request.signal }),
    ...(request.scope === undefined ? {} : { scope: request.scope }),
  });
  if (end.ended !== 'exit' || end.mayRunOn) tree.onDoubt?.();
  const output = plainText(`${end.stdout.toString()}${separator(end)}${end.stderr.toString()}`);
  return {
    ...outcomeOf(end, program, request.timeout, sandbox),
    output,
    isTruncated: end.isTruncated,
    durationMs: end.durationMs,
    findings: findingsIn(output, tree.path),
    isUnsandboxed: sandbox === null,
  };
}

const separator = ({ stdout, stderr }: ProcessEnd): string =>
  stdout.length === 0 || stderr.length === 0 || stdout.at(-1) === 0x0a ? '' : '\n';

type Outcome = Pick<CommandRun, 'outcome' | 'code' | 'detail'>;

function outcomeOf(
  end: ProcessEnd,
  program: string,
  timeout: number,
  sandbox: Sandbox | null,
): Outcome {
  if (end.ended === 'exit') return exitOutcome(end.code, end, program, sandbox);
  if (end.ended === 'signal') return ended('failed', `${program} was ended by ${end.signal}`);
  if (end.ended === 'timed-out') return ended('timed-out', `${program} took over ${timeout} s`);
  if (end.ended === 'cancelled') return ended('cancelled', `${program} was cancelled`);
  if (end.ended === 'over-bounds') return ended('failed', overuseWords(program, end.over));
  return ended('could-not-start', end.reason);
}

const overuseWords = (program: string, { what, used, bound }: Overuse): string =>
  what === 'memory'
    ? `${program} was ended: it took ${inMegabytes(used)} MB of memory, and may take ${inMegabytes(bound)} MB (resources.memory)`
    : `${program} was ended: it ran ${used} processes at once, and may run ${bound} (resources.processes)`;

const inMegabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);

const ended = (outcome: CommandRun['outcome'], detail: string): Outcome => ({
  outcome,
  code: null,
  detail,
});

function exitOutcome(
  code: number,
  end: ProcessEnd,
  program: string,
  sandbox: Sandbox | null,
): Outcome {
  if (code === 0) return { outcome: 'passed', code, detail: `${program} exited with 0` };
  // The sandbox starts the program, and says so itself where it cannot.
  const said = sandbox?.name === 'bubblewrap' ? /^bwrap: (.+)$/m.exec(end.stderr.toString()) : null;
  if (said !== null && end.stdout.length === 0 && end.stderr.toString().startsWith('bwrap: ')) {
    return { outcome: 'could-not-start', code: null, detail: `${program}: ${said[1] ?? ''}` };
  }
  return { outcome: 'failed', code, detail: `${program} exited with ${code}` };
}
