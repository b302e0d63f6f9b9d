import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { fileName, type SyntaxChecker, type SyntaxProblem } from './checker.ts';
import { parseJavascript } from './parse-javascript.ts';

/**
 * JavaScript and TypeScript, with and without JSX. The parser's stack holds some thousands of nested constructs, and a
 * text with more ends the process (measured: 2,500 always fit). So a text that has fewer constructs in all is parsed
 * here, and every other one in a worker process, which is started at need, kept, and replaced when it dies.
 */
export const javascriptChecker: SyntaxChecker = {
  language: 'JavaScript or TypeScript',
  claims: (path, text) =>
    (/\.(?:[cm]?[jt]s|[jt]sx)$/.test(fileName(path)) && !isFlow(text)) ||
    (!fileName(path).includes('.') && NODE_SCRIPT.test(text)),
  verdict: 'rejects',
  findsAll: false,
  check: (text, path) =>
    canCrashTheParser(text) ? askWorker(text, path) : parseJavascript(text, path),
};

const NODE_SCRIPT = /^#!.*[/\s](?:node|nodejs|bun|deno|tsx)(?:\s|$)/;

/** Another language under the same names; it says so in its first comment. */
const isFlow = (text: string): boolean =>
  /\/[*/][^\n]*@flow\b|^\s*\*\s*@flow\b/m.test(text.slice(0, 5000));

const NESTING = /[([{<?:=]|\b(?:if|else|for|while|do|with|new|extends|function)\b/g;
const CHAINING = /[^\w\s]|\b(?:typeof|void|delete|await|yield|keyof|in|of|as|is|infer)\b/g;
const SAFE_NESTING = 2000;
const SAFE_CHAINING = 15_000;

/** Whether a text may be too deep for the parser. Counts what may nest, whether it does or not: cheap, and never too low. */
export const canCrashTheParser = (text: string): boolean =>
  hasMoreThan(text, NESTING, SAFE_NESTING) || hasMoreThan(text, CHAINING, SAFE_CHAINING);

function hasMoreThan(text: string, pattern: RegExp, limit: number): boolean {
  let count = 0;
  for (const _ of text.matchAll(pattern)) {
    count += 1;
    if (count > limit) return true;
  }
  return false;
}

/** A parse takes milliseconds; one that takes this long does not end. */
const PATIENCE_MS = 20_000;
const SUFFIX = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const WORKER = fileURLToPath(new URL(`./parse-worker.${SUFFIX}`, import.meta.url));

let worker: ChildProcess | null = null;
/** The worker answers one question at a time. */
let lastAnswer: Promise<unknown> = Promise.resolve();

function askWorker(text: string, path: string): Promise<readonly SyntaxProblem[]> {
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
