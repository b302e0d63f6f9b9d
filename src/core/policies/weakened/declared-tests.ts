import { baseName } from '../../apply/tree-index.ts';
import { extensionOf } from '../../source/source-language.ts';
import { isTestPath } from '../../source/test-path.ts';
import type { SourceView } from '../../source/source-view.ts';

/** A test as its file declares it. Lines are 0-based, `end` exclusive: up to the next declaration. */
export interface DeclaredTest {
  /** Its name; empty where it is computed. */
  readonly title: string;
  readonly line: number;
  readonly end: number;
}

/** How a family of languages declares tests: what the code of a line holds, and where the name stands. */
interface Declaration {
  readonly extensions: readonly string[];
  readonly pattern: RegExp;
  /** In the first string after the match, in the pattern's group, or in the next function's name. */
  readonly name: 'string' | 'group' | 'next-function';
  /** The words are too common to mean a test outside a test file. */
  readonly isTestPathOnly?: boolean;
}

const JAVASCRIPT = ['js', 'jsx', 'mjs', 'cjs', 'ts', 'tsx', 'mts', 'cts'];

/** Every pattern reads one line once: no nested repetition. */
const DECLARATIONS: readonly Declaration[] = [
  {
    extensions: JAVASCRIPT,
    pattern:
      /(?:(?<![\w$.])(?:[fx]?it|x?test|x?specify)|\b(?:t|tap|Deno)\.test)(?:\.(?:skip|only|concurrent|sequential|serial|fails|failing|fixme|skipIf|runIf|each|for)\b)*\s*[(`]/,
    name: 'string',
    isTestPathOnly: true,
  },
  { extensions: ['py'], pattern: /^\s*(?:async )?def (test\w*)/, name: 'group' },
  { extensions: ['go'], pattern: /^func ((?:Test|Fuzz|Benchmark|Example)\w*)/, name: 'group' },
  {
    extensions: ['rs'],
    pattern: /^\s*#\[(?:\w+::)*(?:test|rstest|test_case)\b/,
    name: 'next-function',
  },
  {
    extensions: ['java', 'kt', 'groovy', 'scala'],
    pattern: /^\s*@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest|Property)\b/,
    name: 'next-function',
  },
  {
    extensions: ['cs'],
    pattern: /^\s*\[(?:Test|TestMethod|TestCase|Fact|Theory)\b/,
    name: 'next-function',
  },
  {
    extensions: ['rb'],
    pattern: /^\s*(?:x?it|x?specify|test|x?scenario)\b\s*\(?["']/,
    name: 'string',
    isTestPathOnly: true,
  },
  { extensions: ['rb'], pattern: /^\s*def (test_\w+)/, name: 'group' },
  { extensions: ['exs'], pattern: /^\s*test\s+"/, name: 'string' },
  { extensions: ['php', 'swift'], pattern: /\bfunc(?:tion)? (test\w+)/, name: 'group' },
  {
    extensions: ['cc', 'cpp', 'cxx', 'c'],
    pattern: /^\s*(?:TEST(?:_F|_P)?|TYPED_TEST|BOOST_AUTO_TEST_CASE)\s*\(([\w\s,]+)/,
    name: 'group',
  },
  { extensions: ['cc', 'cpp', 'cxx'], pattern: /^\s*(?:TEST_CASE|SCENARIO)\s*\(/, name: 'string' },
];

const FUNCTION_NAME = /\b(?:fn|fun|void|def|Task)\s+`?([\w ]{1,200}?)`?\s{0,4}[(<]|\b(\w+)\s?\(/;

/** Attribute and annotation lines that may stand between the mark and the function that it is for. */
const LOOK_AHEAD = 8;

function declarationsFor(path: string): readonly Declaration[] {
  const extension = extensionOf(path);
  return DECLARATIONS.filter(
    ({ extensions, isTestPathOnly }) =>
      extensions.includes(extension) && (isTestPathOnly !== true || isTestPath(path)),
  );
}

/** Whether a file of this name can declare tests at all. */
export const mayDeclareTests = (path: string): boolean => declarationsFor(path).length > 0;

/** The tests that a file declares, in order. */
export function declaredTests(path: string, view: SourceView): readonly DeclaredTest[] {
  const declarations = declarationsFor(path);
  if (declarations.length === 0) return [];
  const found: { title: string; line: number }[] = [];
  view.code.forEach((code, line) => {
    for (const declaration of declarations) {
      const match = declaration.pattern.exec(code);
      if (match === null) continue;
      found.push({ title: titleOf(declaration, match, view, line), line });
      return;
    }
  });
  return found.map((test, at) => ({ ...test, end: found[at + 1]?.line ?? view.lines.length }));
}

function titleOf(
  { name }: Declaration,
  match: RegExpExecArray,
  view: SourceView,
  line: number,
): string {
  if (name === 'group') return (match[1] ?? '').trim();
  if (name === 'string') return firstString(view.lines[line] ?? '', match.index);
  for (const code of view.code.slice(line, line + LOOK_AHEAD)) {
    if (/^\s*(?:#\[|@|\[)/.test(code)) continue;
    const named = FUNCTION_NAME.exec(code);
    if (named !== null) return named[1] ?? named[2] ?? '';
  }
  return '';
}

function firstString(line: string, from: number): string {
  for (let at = from; at < line.length; at += 1) {
    const quote = line[at] ?? '';
    if (!`'"\``.includes(quote)) continue;
    const end = line.indexOf(quote, at + 1);
    return line.slice(at + 1, end === -1 ? undefined : end);
  }
  return '';
}

/** The name of what a test file is about: `cart` for `cart.test.ts`, `test_cart.py` and `CartTest.java`. */
export function subjectOf(path: string): string {
  const [stem = ''] = baseName(path).split('.');
  return stem.replace(/^test_|[_-](?:test|spec)s?$|(?:Test|Tests|Spec)$/g, '').toLowerCase();
}
