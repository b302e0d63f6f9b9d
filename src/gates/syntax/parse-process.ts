import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SyntaxProblem } from './checker.ts';

/** A parse takes milliseconds; one that takes this long does not end. */
const PATIENCE_MS = 20_000;
const SUFFIX = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const WORKER = fileURLToPath(new URL(`./parse-worker.${SUFFIX}`, import.meta.url));

let worker: ChildProcess | null = null;
/** The worker answers one question at a time. */
let lastAnswer: Promise<unknown> = Promise.resolve();

/** Parses JavaScript or TypeScript in a process of its own, whatever the text does to the parser. Never rejects. */
export function parseInProcess(text: string, path: string): Promise<readonly SyntaxProblem[]> {
  const answer = lastAnswer.then(() => askTwice(text, path));
  lastAnswer = answer;
  return answer;
}

/** A worker may also end for reasons of its own, so that only a text which two of them die over is blamed. */
async function askTwice(text: string, path: string): Promise<readonly SyntaxProblem[]> {
  const message = 'the parser cannot take this text: it is nested too deeply';
  return (
    (await ask(runningWorker(), text, path)) ??
    (await ask(runningWorker(), text, path)) ?? [{ offset: 0, message }]
  );
}

function runningWorker(): ChildProcess {
  if (worker !== null && worker.connected) return worker;
  const started = fork(WORKER, [], {
    execArgv: [],
    env: {},
    stdio: 'ignore',
    serialization: 'advanced',
  });
  started.on('exit', () => {
    if (worker === started) worker = null;
  });
  // Whoever asks hears of it too; without a listener of its own, one that comes late would end this process.
  started.on('error', () => undefined);
  worker = started;
  return started;
}

/** Null where the worker died, or had to be ended because it did not answer. Never rejects. */
function ask(
  child: ChildProcess,
  text: string,
  path: string,
): Promise<readonly SyntaxProblem[] | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    const settle = (problems: readonly SyntaxProblem[] | null): void => {
      clearTimeout(timer);
      child.removeAllListeners('message');
      child.removeListener('exit', onEnd);
      child.removeListener('error', onEnd);
      // An idle worker does not keep this process alive.
      child.unref();
      child.channel?.unref();
      resolve(problems);
    };
    const onEnd = (): void => {
      if (worker === child) worker = null;
      settle(null);
    };
    child.on('message', (problems) => settle(problems as readonly SyntaxProblem[]));
    child.on('exit', onEnd);
    child.on('error', onEnd);
    child.ref();
    child.channel?.ref();
    child.send({ text, path }, (error) => {
      if (error !== null) onEnd();
    });
  });
}
