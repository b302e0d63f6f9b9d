import { isFault, type Fault } from '../../core/model/fault.ts';
import { refused, type Result } from '../../core/model/result.ts';
import type { Call, DoorContext } from '../door-context.ts';
import { inputProblem } from './input-problem.ts';
import type { Answer, CallRefusal, Verb } from './verb.ts';

/** How a call ended where it was not simply done. A bug has no refusal: it is thrown. */
export type CallEnd = Result<Answer<object>, CallRefusal>;

/** Checks the input and runs a verb. What the machine cannot do is a refusal too: the caller needs to know what next. */
export async function runVerb(
  made: Verb,
  context: DoorContext,
  input: unknown,
  call: Call,
): Promise<CallEnd> {
  const parsed = made.input.safeParse(input ?? {});
  if (!parsed.success) return refused(inputProblem(parsed.error, made.input, input ?? {}));
  try {
    const run = (): ReturnType<Verb['run']> => made.run(context, parsed.data, call);
    return await (made.isCostly === true ? context.turns.take(run) : run());
  } catch (error) {
    if (!isFault(error)) throw error;
    return refused(faultRefusal(error));
  }
}

/** A fault in words for a caller that is not at the machine. */
const faultRefusal = ({ code, message, hint, retryable }: Fault): CallRefusal => ({
  code,
  title: message.replace(/\.$/, ''),
  hint:
    hint ??
    (retryable
      ? 'Try again in a moment.'
      : 'This is the fault of the machine, not of your input: tell the person who runs it.'),
});
