import { fileName, type SyntaxChecker } from './checker.ts';
import { parseInThread } from './thread/parse-in-thread.ts';

/** Lock files that are TOML without saying so in their names. */
const NAMES = /^(?:cargo|poetry|uv|pdm)\.lock$|^pipfile$/;

/** TOML 1.0. */
export const tomlChecker: SyntaxChecker = {
  language: 'TOML',
  claims: (path) => fileName(path).endsWith('.toml') || NAMES.test(fileName(path)),
  verdict: 'rejects',
  findsAll: false,
  check: (text) => parseInThread({ kind: 'toml' }, text),
};
