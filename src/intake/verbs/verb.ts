import type * as z from 'zod';
import type { Result } from '../../core/model/result.ts';
import type { Call, DoorContext } from '../door-context.ts';

/**
 * Why a call was not done, as data: `title` says what is wrong and `hint` what to do next. `code` is one of those below,
 * of `ContextProblem`, or of `Fault`.
 */
export interface CallRefusal {
  readonly code: string;
  readonly title: string;
  readonly hint: string;
}

/** What a call gives: `data` for programs; `text` says the same for whoever reads. */
export interface Answer<Data> {
  readonly data: Data;
  readonly text: string;
  /** True: what was asked about went wrong for its author (a refused submission), though the call was done. */
  readonly isProblem?: boolean;
}

/**
 * One thing that agents can do, the same behind every door: a tool of the MCP server, an endpoint over HTTP. Its schemas
 * are what is advertised and what is checked.
 */
export interface Verb<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** For clients that ask before they let a tool run. */
  readonly isReadOnly: boolean;
  readonly isDestructive: boolean;
  readonly isIdempotent: boolean;
  /** True: it reads or computes much, so that only some run at once. */
  readonly isCostly?: true;
  // A method, so that verbs of different inputs fit one list.
  run(
    context: DoorContext,
    input: z.infer<Input>,
    call: Call,
  ): Promise<Result<Answer<z.infer<Output>>, CallRefusal>>;
}

/** A verb whose handler is checked against its own schemas. */
export const verb = <Input extends z.ZodObject, Output extends z.ZodObject>(
  made: Verb<Input, Output>,
): Verb<Input, Output> => made;
