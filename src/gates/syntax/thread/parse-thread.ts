import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { SyntaxProblem } from '../checker.ts';
import type { ParseAnswer, ParseJob } from './parse-job.ts';

export interface ParseThreadOptions {
  /** How long a grammar may read one text, in milliseconds. */
  readonly budgetMs: number;
  /** After this long without an answer (start and loading included) the thread is ended. */
  readonly patienceMs: number;
  /** A thread without work for this long is ended, which gives back its memory. */
  readonly idleMs: number;
}

/**
 * Reads texts in a thread: none yet, idle, or busy with one job. It is started by the first job, answers jobs one after
 * another, and is replaced after a text that it could not read in time, ran out of memory over, or died of. An idle
 * thread does not keep the process alive. Nothing is written to disk.
 */
export interface ParseThread {
  /** Null: not read to the end. Never rejects. */
  readonly parse: (
    parser: ParseJob['parser'],
    text: string,
  ) => Promise<readonly SyntaxProblem[] | null>;
  /** Ends the thread; a later job starts another. */
  readonly close: () => Promise<void>;
}

const SUFFIX = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const ENTRY = fileURLToPath(new URL(`./thread-main.${SUFFIX}`, import.meta.url));
const MOST_HEAP_MB = 1024;

/** See `ParseThread`. */
export function createParseThread(options: ParseThreadOptions): ParseThread {
  let thread: Worker | null = null;
  let lastAnswer: Promise<unknown> = Promise.resolve();
  let lastId = 0;
  let idle: NodeJS.Timeout | undefined;

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = thread;
    thread = null;
    await ending?.terminate();
  };

  const answerOf = async (
    parser: ParseJob['parser'],
    text: string,
  ): Promise<readonly SyntaxProblem[] | null> => {
    clearTimeout(idle);
    thread ??= startThread();
    lastId += 1;
    const job = { id: lastId, parser, text, budgetMs: options.budgetMs };
    const problems = await ask(thread, job, options.patienceMs);
    if (problems === null) await end();
    idle = setTimeout(() => void end(), options.idleMs).unref();
    return problems;
  };

  return {
    parse: (parser, text) => {
      const answer = lastAnswer.then(() => answerOf(parser, text));
      lastAnswer = answer;
      return answer;
    },
    close: end,
  };
}

const startThread = (): Worker => {
  const thread = new Worker(ENTRY, {
    execArgv: [],
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
  });
  // Without a listener an error between two jobs would end the process.
  thread.on('error', () => undefined);
  return thread;
};

function ask(
  thread: Worker,
  job: ParseJob,
  patienceMs: number,
): Promise<readonly SyntaxProblem[] | null> {
  return new Promise((resolve) => {
    const settle = (problems: readonly SyntaxProblem[] | null): void => {
      clearTimeout(timer);
      thread.off('message', onMessage);
      thread.off('exit', onEnd);
      thread.off('error', onEnd);
      thread.unref();
      resolve(problems);
    };
    const onEnd = (): void => settle(null);
    const onMessage = (answer: ParseAnswer): void => {
      if (answer.id === job.id) settle(answer.problems);
    };
    const timer = setTimeout(onEnd, patienceMs);
    thread.ref();
    thread.on('message', onMessage);
    thread.on('exit', onEnd);
    thread.on('error', onEnd);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    thread.postMessage(job);
  });
}

/** The process's own. */
export const parseThread: ParseThread = createParseThread({
  budgetMs: 2000,
  patienceMs: 20_000,
  idleMs: 60_000,
});
