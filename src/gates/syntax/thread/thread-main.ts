/**
 * The thread that parsers run in, so that a text on which one hangs or dies costs this thread and no more. It gets one
 * job at a time. Grammars are loaded when first asked for and stay loaded.
 */
import { setFlagsFromString } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import type { SyntaxProblem } from '../checker.ts';
import { parseToml } from '../parse-toml.ts';
import { parseYaml } from '../parse-yaml.ts';
import { bodiesWithGrammar, parseWithGrammar } from '../tree-sitter/parse-with-grammar.ts';
import type { ParseAnswer, ParseJob } from './parse-job.ts';

// The optimising compiler takes seconds over a grammar's lexer, and every other grammar waits behind it.
setFlagsFromString('--liftoff-only');

async function read({
  parser,
  text,
  budgetMs,
}: ParseJob): Promise<readonly SyntaxProblem[] | null> {
  switch (parser.kind) {
    case 'yaml':
      return parseYaml(text);
    case 'toml':
      return parseToml(text);
    case 'grammar':
      return parseWithGrammar(parser.grammar, text, budgetMs);
    case 'bodies':
      return bodiesWithGrammar(parser.grammar, text, budgetMs);
  }
}

parentPort?.on('message', (job: ParseJob) => {
  read(job).then(
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    (problems) => parentPort?.postMessage({ id: job.id, problems } satisfies ParseAnswer),
    // A parser that threw may be in any state: the thread ends, and the next job gets a new one.
    () => process.exit(1),
  );
});
