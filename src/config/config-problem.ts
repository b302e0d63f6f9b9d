/** One thing wrong with a config file, for a person. `line` and `column` are 1-based. */
export interface ConfigProblem {
  /** Key as people write it: `limits.files`, `gates[0].run`; empty for the file as a whole. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** One sentence: what was found. */
  readonly message: string;
  /** What may stand there. */
  readonly expected: string;
  /** The known name that was probably meant. */
  readonly suggestion?: string;
}

/** One line of text: `FILE:line:column: path: message; expected ...`. */
export function renderConfigProblem(problem: ConfigProblem, where: string): string {
  const place = `${where}:${problem.line}:${problem.column}`;
  const key = problem.path === '' ? '' : `${problem.path}: `;
  const expected = problem.expected === '' ? '' : `; expected ${problem.expected}`;
  const meant =
    problem.suggestion === undefined ? '' : ` (did you mean \`${problem.suggestion}\`?)`;
  return `${place}: ${key}${problem.message}${expected}${meant}`;
}

/** `['gates', 0, 'run']` as `gates[0].run`; a key that is no plain name is quoted. */
export function configPath(segments: readonly PropertyKey[]): string {
  let path = '';
  for (const segment of segments) {
    if (typeof segment === 'number') path += `[${segment}]`;
    else if (!/^[$\w-]+$/.test(String(segment))) path += `[${JSON.stringify(String(segment))}]`;
    else path += path === '' ? String(segment) : `.${String(segment)}`;
  }
  return path;
}
