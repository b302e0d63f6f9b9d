import { pathGlobProblem, type GlobProblem } from './glob-problem.ts';

/** What the schema cannot see: where in the file, and what is wrong there. */
export interface CompletionProblem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly expected: string;
}

export type Report = (problem: CompletionProblem) => void;

/** Reports what was found wrong with a glob; null: nothing. */
export function refuseGlob(
  glob: string,
  found: GlobProblem | null,
  path: readonly PropertyKey[],
  report: Report,
): void {
  if (found === null) return;
  const message = `${JSON.stringify(glob)}: ${found.message}`;
  report({ path, message, expected: found.expected });
}

/** A list in which a `!` takes out again what those before it meant. */
export function checkGlobs(
  globs: readonly string[] | undefined,
  path: readonly PropertyKey[],
  report: Report,
): void {
  globs?.forEach((glob, at) =>
    refuseGlob(glob, pathGlobProblem(glob, true), [...path, at], report),
  );
}
