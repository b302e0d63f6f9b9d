import type { SyntaxChecker } from './checker.ts';
import { javascriptChecker } from './javascript.ts';
import { jsonChecker, jsonWithCommentsChecker } from './json.ts';
import { tomlChecker } from './toml.ts';
import { grammarChecker } from './tree-sitter/grammar-checker.ts';
import { GRAMMAR_LANGUAGES } from './tree-sitter/languages.ts';
import { yamlChecker } from './yaml.ts';

/**
 * The languages that are checked. Where several claim a path, the first one that the base's content satisfies decides;
 * a new file is held to the first.
 */
export const SYNTAX_CHECKERS: readonly SyntaxChecker[] = [
  jsonChecker,
  jsonWithCommentsChecker,
  javascriptChecker,
  yamlChecker,
  tomlChecker,
  ...GRAMMAR_LANGUAGES.map(grammarChecker),
];
