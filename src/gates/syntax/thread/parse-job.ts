import type { SyntaxProblem } from '../checker.ts';

/** One text for the parse thread. */
export interface ParseJob {
  readonly id: number;
  /** The parser: `yaml`, `toml`, or the name of a grammar; `bodies` asks for the bodies of functions instead of problems. */
  readonly parser:
    | { readonly kind: 'yaml' | 'toml' }
    | { readonly kind: 'grammar' | 'bodies'; readonly grammar: string };
  readonly text: string;
  /** How long a grammar may read, in milliseconds. */
  readonly budgetMs: number;
}

/** `problems` is null for a text that was not read to the end; for `bodies` see `functionBodies`. */
export interface ParseAnswer {
  readonly id: number;
  readonly problems: readonly SyntaxProblem[] | null;
}
