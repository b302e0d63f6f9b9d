import { parseAllDocuments } from 'yaml';
import type { SyntaxProblem } from './checker.ts';

/** What is wrong with a YAML text, all its documents; empty: well formed. Nothing is resolved or built. */
export function parseYaml(text: string): readonly SyntaxProblem[] {
  try {
    const documents = parseAllDocuments(text, { prettyErrors: false, logLevel: 'silent' });
    const errors = Array.isArray(documents) ? documents.flatMap((each) => each.errors) : [];
    return errors.map(({ pos: [start, end], message }) => ({
      offset: Math.min(start, text.length),
      end: Math.min(Math.max(start, end), text.length),
      message: message.split('\n')[0] ?? '',
    }));
  } catch {
    // The parser recurses: a text nested thousands of levels deep exhausts the stack.
    return [{ offset: 0, message: 'nested too deeply' }];
  }
}
