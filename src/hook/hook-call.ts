import type { Environment } from '../git/git-environment.ts';
import type { Repository } from '../git/repository.ts';

/** One call of a git hook, as git made it. */
export interface HookCall {
  readonly repo: Repository;
  /** The arguments that git gave to the hook, such as the file of the message or the name of the remote. */
  readonly args: readonly string[];
  /** All of standard input as text; reads it with the first call. */
  readonly stdin: () => Promise<string>;
  /** The hook's own environment, with what git put there for it (`GIT_INDEX_FILE`). */
  readonly env: Environment;
  /** The hook's working folder: relative paths in `env` and `args` start here. */
  readonly cwd: string;
  /** Says something at once, while the hook goes on; absent: what is said is part of how it ends. */
  readonly say?: (line: string) => void;
  /** Fires when the hook is to end early: the call leaves nothing behind and rejects with its reason. */
  readonly signal: AbortSignal;
}

/** How a hook ends. */
export interface HookEnd {
  /** 0 lets git go on. */
  readonly exitCode: number;
  /** For standard error: rendered lines with their line ends, without colours; empty where there is nothing to say. */
  readonly text: string;
}
