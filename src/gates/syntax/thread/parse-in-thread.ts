import type { SyntaxProblem } from '../checker.ts';
import type { ParseJob } from './parse-job.ts';

/** Parses in the process's thread, which is loaded when something first needs it: see `ParseThread`. */
export async function parseInThread(
  parser: ParseJob['parser'],
  text: string,
): Promise<readonly SyntaxProblem[] | null> {
  const { parseThread } = await import('./parse-thread.ts');
  return parseThread.parse(parser, text);
}
