import { styleText } from 'node:util';
import type { CliContext, GlobalOptions } from './cli-context.ts';

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Where a command writes: results on stdout, messages on stderr, colour only where a terminal asks for none less. */
export interface Output {
  readonly isJson: boolean;
  /** One line of the result, for people; nothing with `--json`. */
  readonly line: (text?: string) => void;
  /** The result as one document; only with `--json`. */
  readonly document: (value: unknown) => void;
  /** A message about the work; silent with `--quiet`. */
  readonly message: (text: string) => void;
  readonly style: (style: Style | Style[], text: string) => string;
}

/** Control characters that could move the cursor or recolour the terminal; tab and newline stay. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** Text of unknown origin made safe for a terminal. */
export const printable = (text: string): string =>
  text.replace(CONTROL, (one) => `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** Whether colour is wanted on a stream (no-color.org; FORCE_COLOR; a dumb terminal has none). */
function wantsColour(isTerminal: boolean, env: CliContext['env']): boolean {
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false;
  if (env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '0') return true;
  return isTerminal && env['TERM'] !== 'dumb';
}

/** The output of one command. */
export function createOutput(context: CliContext, options: GlobalOptions): Output {
  const isJson = options.json === true;
  const hasColour = wantsColour(context.stdout.isTTY === true, context.env);
  return {
    isJson,
    line: (text = '') => {
      if (!isJson) context.stdout.write(`${text}\n`);
    },
    document: (value) => {
      if (isJson) context.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
    },
    message: (text) => {
      if (options.quiet !== true) context.stderr.write(`${text}\n`);
    },
    style: (style, text) => (hasColour ? styleText(style, text, { validateStream: false }) : text),
  };
}
