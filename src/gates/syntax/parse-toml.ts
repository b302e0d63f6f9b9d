import { parse, TomlError } from 'smol-toml';
import type { SyntaxProblem } from './checker.ts';

/** What is wrong with a TOML text; empty: well formed. The parser stops at the first. */
export function parseToml(text: string): readonly SyntaxProblem[] {
  const plain = text.replace(/^\uFEFF/, '');
  try {
    parse(plain, { integersAsBigInt: true });
    return [];
  } catch (error) {
    if (!(error instanceof TomlError)) return [{ offset: 0, message: 'nested too deeply' }];
    const offset = offsetOf(plain, error.line, error.column) + text.length - plain.length;
    return [{ offset: Math.min(offset, text.length), message: sentence(error.message) }];
  }
}

/** The message comes with a picture of the place below it. */
const sentence = (message: string): string =>
  (message.split('\n')[0] ?? '').replace(/^Invalid TOML document:\s*/, '');

/** `line` and `column` are 1-based. */
function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const next = text.indexOf('\n', start);
    if (next === -1) break;
    start = next + 1;
  }
  return start + column - 1;
}
