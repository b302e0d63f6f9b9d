/** Escape sequences of terminals: colours, cursor movements, titles, links. */
const ESCAPES =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[PX^_][^\u001b]*\u001b\\|[@-Z\\-_]|[ -/]+[0-~])|\u009b[0-?]*[ -/]*[@-~]/g;

/** What is left of control characters, and characters that reorder or hide text. */
const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A program's output as text that does nothing to a terminal: escape sequences removed, a line that was overwritten
 * (carriage return) reduced to its last state, other control characters shown as `\xHH`.
 */
export const plainText = (output: string): string =>
  output
    .replace(ESCAPES, '')
    .replace(/\r+\n/g, '\n')
    .replace(/^.*\r(?=[^\n])/gm, '')
    .replace(/\r/g, '')
    .replace(INVISIBLE, (character) => shown(character.charCodeAt(0)));

const shown = (code: number): string =>
  code < 0x100
    ? `\\x${code.toString(16).padStart(2, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
