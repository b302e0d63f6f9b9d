/** Codes a consumer branches on; a new one is added only when somebody does. */
export type FaultCode =
  | 'git-failed'
  | 'git-too-old'
  | 'not-a-repository'
  | 'bare-repository'
  | 'no-identity'
  | 'detached-head'
  | 'no-permission'
  | 'disk-full'
  | 'store-broken'
  | 'store-busy'
  | 'already-running'
  | 'not-running'
  | 'config-invalid'
  | 'usage'
  | 'busy'
  | 'io-failed';

/**
 * The machine's problem, or the user's set-up: thrown, never returned. `message` is one sentence for a person, `hint`
 * says what to do next. `retryable` marks what may pass by itself.
 */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly code: FaultCode;
  readonly retryable: boolean;
  readonly hint: string | undefined;

  constructor(
    code: FaultCode,
    message: string,
    options: {
      readonly retryable?: boolean;
      readonly hint?: string;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.hint = options.hint;
  }
}

export const isFault = (error: unknown): error is Fault => error instanceof Fault;
