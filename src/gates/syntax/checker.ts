/** A place where a text breaks its language's syntax. `offset` counts UTF-16 units from the start of the text. */
export interface SyntaxProblem {
  readonly offset: number;
  /** One sentence, without a place. */
  readonly message: string;
}

/** Decides whether a text is well formed in one language. */
export interface SyntaxChecker {
  /** Name of the language, as people write it. */
  readonly language: string;
  /** Whether a path is of this language. Several checkers may claim one: see the registry. */
  readonly claims: (path: string) => boolean;
  /** Empty: well formed. Never rejects, whatever the text. */
  readonly check: (text: string, path: string) => Promise<readonly SyntaxProblem[]>;
}

/** The last part of a path, in lower case. */
export const fileName = (path: string): string =>
  path.slice(path.lastIndexOf('/') + 1).toLowerCase();
