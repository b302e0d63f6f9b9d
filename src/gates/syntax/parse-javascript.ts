import type { ParserOptions } from 'oxc-parser';
import { fileName, type SyntaxProblem } from './checker.ts';
import { nativeParser, type NativeError } from './oxc-native.ts';

/** A file does not say which of these it is; it is well formed where one of them fits. */
const SOURCE_TYPES = ['module', 'script', 'commonjs'] as const;

/**
 * What is wrong with a JavaScript or TypeScript text; empty: well formed. The parser is native code that recurses: a
 * text nested thousands of levels deep ends this process (see `javascriptChecker`). `isOneOfMany`: see `SyntaxChecker`.
 */
export async function parseJavascript(
  text: string,
  path: string,
  isOneOfMany = false,
): Promise<readonly SyntaxProblem[]> {
  let furthest: readonly SyntaxProblem[] = [];
  for (const sourceType of SOURCE_TYPES) {
    const problems = await problemsAs({ text, path, isOneOfMany }, sourceType);
    const [first] = problems;
    if (first === undefined) return [];
    if (first.offset > (furthest[0]?.offset ?? -1)) furthest = problems;
  }
  return furthest;
}

/** UTF-16 units that are parsed in less time than it takes to hand them to another thread. */
const SHORT = 20_000;

type Language = NonNullable<ParserOptions['lang']>;

/** How the parser is to read a path. */
export function languageOf(path: string): Language {
  const name = fileName(path);
  if (/\.d\.(?:.+\.)?[cm]?ts$/.test(name)) return 'dts';
  if (name.endsWith('.tsx')) return 'tsx';
  // Projects keep JSX in `.js` as well.
  return name.endsWith('ts') ? 'ts' : 'jsx';
}

interface Question {
  readonly text: string;
  readonly path: string;
  readonly isOneOfMany: boolean;
}

async function problemsAs(
  question: Question,
  sourceType: (typeof SOURCE_TYPES)[number],
): Promise<readonly SyntaxProblem[]> {
  const lang = languageOf(question.path);
  const errors = await errorsIn(question, { lang, sourceType, showSemanticErrors: true });
  return errors
    .filter(({ severity }) => severity === 'Error')
    .map((error) => ({
      // The last place is where the parser stopped; those before it say what it belongs to.
      offset: Math.max(0, ...error.labels.map((label) => label.start)),
      message: error.message,
    }))
    .sort((a, b) => a.offset - b.offset);
}

async function errorsIn(
  { text, path, isOneOfMany }: Question,
  options: ParserOptions,
): Promise<readonly NativeError[]> {
  const name = fileName(path);
  const native = text.length <= SHORT ? nativeParser() : null;
  if (native !== null)
    return isOneOfMany ? native.aside(name, text, options) : native.atOnce(name, text, options);
  const { parse } = await import('oxc-parser');
  return (await parse(name, text, options)).errors;
}
