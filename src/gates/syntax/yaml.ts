import { fileName, type SyntaxChecker } from './checker.ts';
import { parseInThread } from './thread/parse-in-thread.ts';

/** Lines of a template language: such a file is YAML only once it has been rendered. */
const TEMPLATE = /^\s*(?:\{\{|\{%|<%)|\{\{-|-\}\}|\{%-?\s*(?:if|for|end)/m;

/** YAML 1.2, also several documents in one file. */
export const yamlChecker: SyntaxChecker = {
  language: 'YAML',
  claims: (path, text) =>
    /(?:\.(?:ya?ml|sublime-syntax|cff)|^\.yamllint)$/.test(fileName(path)) && !TEMPLATE.test(text),
  verdict: 'rejects',
  findsAll: true,
  check: (text) => parseInThread({ kind: 'yaml' }, text),
};
