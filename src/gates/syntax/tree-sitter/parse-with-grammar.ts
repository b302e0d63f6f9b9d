import { Language, Parser } from 'web-tree-sitter';
import type { SyntaxProblem } from '../checker.ts';
import { loadGrammarFile } from './grammar-file.ts';
import { treeProblems } from './tree-problems.ts';

let ready: Promise<void> | null = null;
const languages = new Map<string, Promise<Language>>();

function languageOf(grammar: string): Promise<Language> {
  const known = languages.get(grammar);
  if (known !== undefined) return known;
  ready ??= Parser.init();
  const loading = ready.then(async () => Language.load(await loadGrammarFile(grammar)));
  languages.set(grammar, loading);
  return loading;
}

/** What a grammar cannot read in a text; null where it did not come to the end in `budgetMs`. */
export async function parseWithGrammar(
  grammar: string,
  text: string,
  budgetMs: number,
): Promise<readonly SyntaxProblem[] | null> {
  const language = await languageOf(grammar);
  const parser = new Parser();
  try {
    parser.setLanguage(language);
    const deadline = performance.now() + budgetMs;
    const tree = parser.parse(text, null, {
      progressCallback: () => performance.now() > deadline,
    });
    if (tree === null) return null;
    try {
      return treeProblems(tree.rootNode, text);
    } finally {
      tree.delete();
    }
  } finally {
    parser.delete();
  }
}
