import { fileName, type SyntaxChecker } from './checker.ts';

/**
 * JavaScript and TypeScript, with and without JSX. The parser's stack holds some thousands of nested constructs, and a
 * text with more ends the process (measured: 2,500 always fit). So a text that has fewer constructs in all is parsed
 * here, and every other one in a worker process, which is started at need, kept, and replaced when it dies.
 */
export const javascriptChecker: SyntaxChecker = {
  language: 'JavaScript or TypeScript',
  claims: (path, text) =>
    (/\.(?:[cm]?[jt]s|[jt]sx)$/.test(fileName(path)) && !isFlow(text)) ||
    (!fileName(path).includes('.') && NODE_SCRIPT.test(text)),
  verdict: 'rejects',
  findsAll: false,
  check: async (text, path, isOneOfMany) => {
    // Loading either takes longer than most texts take to parse: only what needs it pays.
    if (canCrashTheParser(text)) {
      const { parseInProcess } = await import('./parse-process.ts');
      return parseInProcess(text, path);
    }
    const { parseJavascript } = await import('./parse-javascript.ts');
    return parseJavascript(text, path, isOneOfMany);
  },
};

const NODE_SCRIPT = /^#!.*[/\s](?:node|nodejs|bun|deno|tsx)(?:\s|$)/;

/** Another language under the same names; it says so in its first comment. */
const isFlow = (text: string): boolean =>
  /\/[*/][^\n]*@flow\b|^\s*\*\s*@flow\b/m.test(text.slice(0, 5000));

const NESTING = /[([{<?:=]|\b(?:if|else|for|while|do|with|new|extends|function)\b/g;
const CHAINING = /[^\w\s]|\b(?:typeof|void|delete|await|yield|keyof|in|of|as|is|infer)\b/g;
const SAFE_NESTING = 2000;
const SAFE_CHAINING = 15_000;

/** Whether a text may be too deep for the parser. Counts what may nest, whether it does or not: cheap, and never too low. */
export const canCrashTheParser = (text: string): boolean =>
  hasMoreThan(text, NESTING, SAFE_NESTING) || hasMoreThan(text, CHAINING, SAFE_CHAINING);

function hasMoreThan(text: string, pattern: RegExp, limit: number): boolean {
  // Each of them is a character at least.
  if (text.length <= limit) return false;
  let count = 0;
  for (const _ of text.matchAll(pattern)) {
    count += 1;
    if (count > limit) return true;
  }
  return false;
}
