import {
  answerFormat,
  ANSWER_FORMATS,
  type AnswerFormatName,
} from '../../core/formats/answer-format.ts';
import { closestName } from '../../config/closest-name.ts';
import { Fault } from '../../core/model/fault.ts';
import type { GlobalOptions } from '../cli-context.ts';
import { addCommand, runAction, type CommandHost } from '../command-spec.ts';
import { EXIT } from '../exit-code.ts';

/** The formats, for a help text. */
export const FORMAT_NAMES = ANSWER_FORMATS.join(', ');

/** `prompt`: what to tell a model about how to answer, for a prompt of one's own. */
export function addPrompt(host: CommandHost): void {
  addCommand(host, 'prompt [format]', `print how a model should answer: ${FORMAT_NAMES}`).action(
    (format: string | undefined, options: GlobalOptions) =>
      runAction(host, options, async ({ output }) => {
        const name = formatOf(format);
        const text = answerFormat(name, null);
        output.document({ format: name, text });
        output.line(text);
        return EXIT.done;
      }),
  );
}

/** A format by its name; the first one where none is named. Throws `Fault` usage for an unknown one. */
export function formatOf(text: string | undefined): AnswerFormatName {
  const found = ANSWER_FORMATS.find((name) => name === (text ?? ANSWER_FORMATS[0]));
  if (found !== undefined) return found;
  const near = closestName(text ?? '', ANSWER_FORMATS);
  throw new Fault('usage', `there is no format ${JSON.stringify(text)}`, {
    hint: near === null ? `the formats are ${FORMAT_NAMES}` : `did you mean ${near}?`,
  });
}
