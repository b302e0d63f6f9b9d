import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { announcedProcess, type AnnouncedProcess } from './announced-process.ts';
import { endProcessGroup, NEEDS_OWN_GROUP } from './end-process-group.ts';
import { createHeadTailBuffer } from './head-tail-buffer.ts';
import { endMarkedProcesses, MARK } from './marked-processes.ts';
import { watchUsage, type Overuse, type UsageBounds } from './usage-watch.ts';

/** A program to run. No shell is involved; `env` is the whole environment, to which only the run's mark is added. */
export interface ProcessRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Written to standard input, which is then closed; absent: standard input is empty. */
  readonly stdin?: string | Uint8Array;
  /** Wall-clock milliseconds until the whole process group is ended; `Infinity` for none. */
  readonly timeoutMs: number;
  /** Bytes kept of each of stdout and stderr: the first and the last half. */
  readonly maxOutputBytes: number;
  /** Ends the whole process group when aborted. */
  readonly signal?: AbortSignal;
  /** Milliseconds between the polite and the forced end. */
  readonly graceMs?: number;
  /** What it may take of the machine; absent: what it likes. Whatever takes more is ended at once. */
  readonly bounds?: UsageBounds;
  /** True: the program announces on descriptor 3 whose end is the end of all that it started: see `announcedProcess`. */
  readonly announces?: boolean;
  /** Whose run it is, as a part of its mark: see `endMarkedProcesses`. */
  readonly scope?: string;
}

/** How a process ended. A process that could not be started has a `reason` in words. */
export type ProcessOutcome =
  | { readonly ended: 'exit'; readonly code: number }
  | { readonly ended: 'signal'; readonly signal: string }
  | { readonly ended: 'timed-out' }
  | { readonly ended: 'over-bounds'; readonly over: Overuse }
  | { readonly ended: 'cancelled' }
  | { readonly ended: 'could-not-start'; readonly reason: string };

export type ProcessEnd = ProcessOutcome & {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /** True where bytes of either stream were left out. */
  readonly isTruncated: boolean;
  readonly durationMs: number;
  /** True where the program was to announce its end, and something of it may be running still. */
  readonly mayRunOn: boolean;
};

const DEFAULT_GRACE_MS = 2000;
/** After the exit: how long the pipes may stay silent, and may stay open, before they are closed from this side. */
const DRAIN_SILENCE_MS = 300;
const DRAIN_LIMIT_MS = 5000;
/** A process in uninterruptible sleep does not even end by force: it is not waited for longer than this. */
const UNKILLABLE_MS = 10_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Runs a program in a process group of its own and waits for its end. Never rejects, and never hangs: at the time-out,
 * on cancellation and after its exit the whole group is ended, and so is, where it can be found, what left the group.
 * Whoever holds the pipes even then is not waited for.
 */
export function runProcess(request: ProcessRequest): Promise<ProcessEnd> {
  const started = performance.now();
  const stdout = createHeadTailBuffer(request.maxOutputBytes);
  const stderr = createHeadTailBuffer(request.maxOutputBytes);
  const finish = (outcome: ProcessOutcome, mayRunOn = false): ProcessEnd => ({
    ...outcome,
    mayRunOn,
    isTruncated: stdout.isTruncated() || stderr.isTruncated(),
    stdout: stdout.read(),
    stderr: stderr.read(),
    durationMs: performance.now() - started,
  });
  if (request.signal?.aborted) return Promise.resolve(finish({ ended: 'cancelled' }));

  const mark = `${request.scope ?? 'run'}:${randomUUID()}`;
  let child: ChildProcess;
  try {
    child = startChild(request, mark);
  } catch (error) {
    return Promise.resolve(
      finish({ ended: 'could-not-start', reason: couldNotStart(request, error) }),
    );
  }
  let lastOutputAt = started;
  const collect = (buffer: { push: (chunk: Buffer) => void }) => (chunk: Buffer) => {
    lastOutputAt = performance.now();
    buffer.push(chunk);
  };
  child.stdout?.on('data', collect(stdout)).on('error', () => undefined);
  child.stderr?.on('data', collect(stderr)).on('error', () => undefined);
  // A program may end, or close its input, before it has read all of it (EPIPE): that is its right.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(request.stdin);
  const announced = announcementOf(child, request);
  return waitForEnd(child, { ...request, mark }, () => lastOutputAt).then(async (outcome) => {
    if (announced === null || outcome.ended === 'could-not-start') return finish(outcome);
    return finish(outcome, !(await announced.hasEnded()));
  });
}

function startChild(request: ProcessRequest, mark: string): ChildProcess {
  const input = request.stdin === undefined ? 'ignore' : 'pipe';
  const child = spawn(request.command, request.args, {
    cwd: request.cwd,
    env: { ...request.env, [MARK]: mark },
    detached: NEEDS_OWN_GROUP,
    windowsHide: true,
    stdio: [input, 'pipe', 'pipe', ...(request.announces === true ? (['pipe'] as const) : [])],
  });
  return child;
}

function announcementOf(child: ChildProcess, request: ProcessRequest): AnnouncedProcess | null {
  const stream = request.announces === true ? child.stdio[3] : null;
  return stream instanceof Readable ? announcedProcess(stream) : null;
}

/** First cause wins: a process that exits because it was told to has timed out or was cancelled, not exited. */
function waitForEnd(
  child: ChildProcess,
  request: ProcessRequest & { readonly mark: string },
  lastOutputAt: () => number,
): Promise<ProcessOutcome> {
  return new Promise((resolve) => {
    let outcome: ProcessOutcome | null = null;
    const timers = new Set<NodeJS.Timeout>();
    const after = (ms: number, act: () => void): void => {
      timers.add(setTimeout(act, Math.min(ms, LONGEST_TIMER_MS)));
    };
    const end = (cause: ProcessOutcome, graceMs = request.graceMs ?? DEFAULT_GRACE_MS): void => {
      if (outcome !== null || child.pid === undefined) return;
      outcome = cause;
      const leader = child.pid;
      endProcessGroup(leader, graceMs === 0 ? 'forced' : 'polite');
      after(graceMs, () => {
        endProcessGroup(leader, 'forced');
        after(UNKILLABLE_MS, () => settle(cause));
      });
    };
    const cancel = (): void => end({ ended: 'cancelled' });
    // What multiplies or swells is given no time for more of it.
    const stopWatching = watchBounds(child, request, (over) =>
      end({ ended: 'over-bounds', over }, 0),
    );
    const settle = (result: ProcessOutcome): void => {
      stopWatching();
      for (const timer of timers) clearTimeout(timer);
      request.signal?.removeEventListener('abort', cancel);
      closePipes(child);
      resolve(result);
    };

    if (request.timeoutMs <= LONGEST_TIMER_MS) {
      after(request.timeoutMs, () => end({ ended: 'timed-out' }));
    }
    request.signal?.addEventListener('abort', cancel, { once: true });
    child.on('error', (error) => {
      if (child.pid !== undefined) return;
      settle({ ended: 'could-not-start', reason: couldNotStart(request, error) });
    });
    child.on('exit', (code, signal) => {
      outcome ??=
        signal === null ? { ended: 'exit', code: code ?? 0 } : { ended: 'signal', signal };
      const result = outcome;
      for (const timer of timers) clearTimeout(timer);
      if (child.pid !== undefined) endProcessGroup(child.pid, 'forced');
      endMarkedProcesses(request.mark);
      child.on('close', () => settle(result));
      drain(performance.now(), lastOutputAt, after, () => settle(result));
    });
  });
}

const watchBounds = (
  { pid }: ChildProcess,
  { bounds }: ProcessRequest,
  onOver: (over: Overuse) => void,
): (() => void) =>
  pid === undefined || bounds === undefined ? () => undefined : watchUsage(pid, bounds, onOver);

/** Waits until the pipes have been silent for a while: whoever still holds them is not of our group. */
function drain(
  exitedAt: number,
  lastOutputAt: () => number,
  after: (ms: number, act: () => void) => void,
  give: () => void,
): void {
  after(DRAIN_SILENCE_MS, () => {
    const now = performance.now();
    const isSilent = now - lastOutputAt() >= DRAIN_SILENCE_MS;
    if (isSilent || now - exitedAt >= DRAIN_LIMIT_MS) give();
    else drain(exitedAt, lastOutputAt, after, give);
  });
}

function closePipes(child: ChildProcess): void {
  child.stdin?.destroy();
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.unref();
}

/** Node reports a missing working directory as a missing command; the two are told apart for the reader. */
function couldNotStart(request: ProcessRequest, error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return `${request.command}: no such command, or ${request.cwd} is missing`;
  if (code === 'EACCES') return `${request.command}: not executable`;
  if (code === 'E2BIG') return `${request.command}: the argument list is too long`;
  return error.message;
}
