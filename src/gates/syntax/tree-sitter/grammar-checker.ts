import { fileName, type SyntaxChecker, type SyntaxProblem } from '../checker.ts';
import { embeddedScriptProblems } from '../embedded-scripts.ts';
import { parseInThread } from '../thread/parse-in-thread.ts';
import type { GrammarLanguage } from './languages.ts';

/** A text past this many UTF-16 units is not read: the trees of such take hundreds of megabytes. */
const MOST_UNITS = 4_000_000;

/** A checker for a language that is read with a grammar. */
export const grammarChecker = (language: GrammarLanguage): SyntaxChecker => ({
  language: language.language,
  claims: (path, text) => isOf(language, fileName(path), text),
  verdict: language.verdict,
  findsAll: true,
  check: (text) => readText(language, text),
});

async function readText(
  { grammar, embedsScripts = false, readAs }: GrammarLanguage,
  text: string,
): Promise<readonly SyntaxProblem[] | null> {
  if (text.length > MOST_UNITS) return null;
  const readable = readAs === undefined ? text : text.replace(...readAs);
  const problems = await parseInThread({ kind: 'grammar', grammar }, readable);
  if (problems === null || !embedsScripts) return problems;
  const all = [...problems, ...(await embeddedScriptProblems(text))];
  return all.sort((a, b) => a.offset - b.offset);
}

function isOf(
  { extensions, names = [], interpreters = [] }: GrammarLanguage,
  name: string,
  text: string,
): boolean {
  if (names.includes(name) || extensions.some((end) => name.endsWith(end))) return true;
  return !name.includes('.') && interpreters.includes(interpreterOf(text));
}

/** The program that a first line `#!` names, without its folder and version: `python3.12` is `python3`. */
function interpreterOf(text: string): string {
  const line = /^#!\s*(.*)/.exec(text)?.[1] ?? '';
  const [program = '', ...words] = line.trim().split(/\s+/);
  const base = program.slice(program.lastIndexOf('/') + 1);
  const named = base === 'env' ? words.find((word) => !/^-|=/.test(word)) : base;
  return (named ?? '').toLowerCase().replace(/^((?:python|pypy)\d)\.\d+$/, '$1');
}
