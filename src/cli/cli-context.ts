import type { Readable, Writable } from 'node:stream';

/** Everything of the process that a command may touch, so that a command can be run without one. */
export interface CliContext {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Aborts on SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
}

/** Options that every command takes. */
export interface GlobalOptions {
  readonly json?: boolean;
  readonly repo?: string;
  readonly quiet?: boolean;
  readonly yes?: boolean;
}
