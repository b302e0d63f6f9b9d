/** A place where a text breaks its language's syntax. Offsets count UTF-16 units from the start of the text. */
export interface SyntaxProblem {
  readonly offset: number;
  /** Where the broken part ends; absent: not known, or a point. Never before `offset`. */
  readonly end?: number;
  /** Where the parser noticed, if that is elsewhere. */
  readonly noticedAt?: number;
  /** One sentence, without a place. The same problem has the same message in another text. */
  readonly message: string;
}

/** Decides whether a text is well formed in one language. */
export interface SyntaxChecker {
  /** Name of the language, as people write it. */
  readonly language: string;
  /** Whether a file is of this language. Several checkers may claim one: see the registry. */
  readonly claims: (path: string, text: string) => boolean;
  /**
   * `notes`: a break is told but refuses nothing, since the checker fails on sound texts too. `rejects-unbalanced`: it
   * does so seldom, and a break refuses where the brackets say so as well. `rejects-changes`: it does so seldom, and a
   * break refuses in a file that it could read before.
   */
  readonly verdict: 'rejects' | 'rejects-changes' | 'rejects-unbalanced' | 'notes';
  /** Whether it goes on after the first problem; one that stops there says nothing of the rest. */
  readonly findsAll: boolean;
  /**
   * Empty: well formed. Null: not read, in the time allowed. Never rejects, whatever the text. `isOneOfMany`: others are
   * asked for at the same time, so that it may pay to work in another thread.
   */
  readonly check: (
    text: string,
    path: string,
    isOneOfMany?: boolean,
  ) => Promise<readonly SyntaxProblem[] | null>;
}

/** The last part of a path, in lower case. */
export const fileName = (path: string): string =>
  path.slice(path.lastIndexOf('/') + 1).toLowerCase();
