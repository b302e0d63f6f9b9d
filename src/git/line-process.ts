import type { ChildProcess } from 'node:child_process';
import { Fault } from '../core/model/fault.ts';
import { startGit, systemsFault, type GitOptions, type GitPlace } from './plumbing.ts';

/** Milliseconds after its last answer that a long-lived process is ended; the next request starts a new one. */
const IDLE_MS = 60_000;

/**
 * Takes one answer off the front of `bytes`: how long it is and what it says. A number while it is not complete: how
 * many bytes there must be at least before it makes sense to look again.
 */
export type TakeAnswer<Answer> = (bytes: Buffer) => { length: number; answer: Answer } | number;

/** How a git process is talked to. */
export interface LineOptions extends GitOptions {
  /** What has the process send what it has gathered; absent: it sends each answer at once. */
  readonly flush?: string;
}

/** A git process that answers requests in the order in which they came. */
export interface LineProcess<Answer> {
  readonly request: (bytes: Uint8Array | string) => Promise<Answer>;
  /** Ends the process after the answers that are due; resolves when it is gone. */
  readonly close: () => Promise<void>;
}

/**
 * A git process kept alive between requests. States: not started -> running (first request) -> ended (idle, `close`, or
 * by itself) -> running again on the next request. When it ends by itself, the requests that are due fail. While nothing
 * is due it does not keep this process alive.
 */
export function lineProcess<Answer>(
  place: GitPlace,
  args: readonly string[],
  take: TakeAnswer<Answer>,
  options: LineOptions = {},
): LineProcess<Answer> {
  let running: Conversation<Answer> | null = null;
  let idle: NodeJS.Timeout | null = null;

  const stopIdling = (): void => {
    if (idle !== null) clearTimeout(idle);
    idle = null;
  };
  const close = async (): Promise<void> => {
    stopIdling();
    const ending = running;
    running = null;
    await ending?.end();
  };
  return {
    close,
    request: async (bytes) => {
      stopIdling();
      if (running === null || running.hasEnded) {
        running = new Conversation(startGit(place, args, options), args[0] ?? 'git', {
          take,
          flush: options.flush ?? '',
        });
      }
      const answer = await running.ask(bytes);
      stopIdling();
      idle = setTimeout(() => void close(), IDLE_MS).unref();
      return answer;
    },
  };
}

interface Waiting<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** One run of the process. Invariant: `#waiting` holds the requests without an answer, oldest first. */
class Conversation<Answer> {
  hasEnded = false;
  readonly #child: ChildProcess;
  readonly #take: TakeAnswer<Answer>;
  readonly #flush: string;
  /** Requests of this turn that are not written yet. */
  #unsent: (Uint8Array | string)[] = [];
  readonly #waiting: Waiting<Answer>[] = [];
  readonly #ended: Promise<void>;
  #pending = Buffer.alloc(0);
  #chunks: Buffer[] = [];
  #arrived = 0;
  #needed = 1;
  #said = '';

  constructor(
    child: ChildProcess,
    name: string,
    { take, flush }: { readonly take: TakeAnswer<Answer>; readonly flush: string },
  ) {
    this.#child = child;
    this.#take = take;
    this.#flush = flush;
    child.stdout?.on('data', (chunk: Buffer) => this.#receive(chunk));
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#said = (this.#said + chunk.toString('utf8')).slice(-2000);
    });
    // A process that ended breaks the pipe; its end is what is reported.
    child.stdin?.on('error', () => undefined);
    this.#ended = new Promise((resolve) => {
      const finish = (reason: string): void => {
        this.hasEnded = true;
        const message = `git ${name} ended early: ${reason}`;
        const error =
          systemsFault(name, reason) ?? new Fault('git-failed', message, { retryable: true });
        for (const { reject } of this.#waiting.splice(0)) reject(error);
        resolve();
      };
      child.on('error', (error) => finish(error.message));
      child.on('close', (code) => finish(this.#said.trim() || `exit code ${String(code)}`));
    });
    this.#hold(false);
  }

  async ask(bytes: Uint8Array | string): Promise<Answer> {
    this.#hold(true);
    return await new Promise<Answer>((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#unsent.push(bytes);
      // What is asked in one turn goes out together: a thousand objects are one write and few answers.
      if (this.#unsent.length === 1) queueMicrotask(() => this.#send());
    });
  }

  #send(): void {
    const parts = this.#unsent.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
    this.#unsent = [];
    if (parts.length > 0)
      this.#child.stdin?.write(Buffer.concat([...parts, Buffer.from(this.#flush)]));
  }

  async end(): Promise<void> {
    this.#hold(true);
    this.#send();
    this.#child.stdin?.end();
    await this.#ended;
  }

  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#arrived += chunk.length;
    for (let waiter = this.#waiting[0]; waiter !== undefined; waiter = this.#waiting[0]) {
      if (this.#arrived < this.#needed) return;
      this.#pending = Buffer.concat([this.#pending, ...this.#chunks]);
      this.#chunks = [];
      const taken = this.#take(this.#pending);
      if (typeof taken === 'number') {
        this.#needed = Math.max(taken, this.#arrived + 1);
        return;
      }
      this.#pending = this.#pending.subarray(taken.length);
      this.#arrived = this.#pending.length;
      this.#needed = 1;
      this.#waiting.shift();
      waiter.resolve(taken.answer);
    }
    this.#hold(false);
  }

  /** Whether the child and its pipes keep this process alive. */
  #hold(isDue: boolean): void {
    const { stdin, stdout, stderr } = this.#child;
    for (const handle of [this.#child, stdin, stdout, stderr] as readonly unknown[]) {
      const counted = handle as { ref?: () => void; unref?: () => void } | null;
      if (isDue) counted?.ref?.();
      else counted?.unref?.();
    }
  }
}

/** An answer of one line, without its line end. */
export const takeLine: TakeAnswer<string> = (bytes) => {
  const end = bytes.indexOf(0x0a);
  if (end === -1) return bytes.length + 1;
  return { length: end + 1, answer: bytes.toString('utf8', 0, end) };
};
