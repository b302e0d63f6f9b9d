import { Language, Parser, type Node, type Tree } from 'web-tree-sitter';
import type { SyntaxProblem } from '../checker.ts';
import { TextLines } from '../text-lines.ts';
import { loadGrammarFile } from './grammar-file.ts';
import { firstDeadEnd } from './first-dead-end.ts';
import { functionBodies } from './function-bodies.ts';
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
export const parseWithGrammar = (
  grammar: string,
  text: string,
  budgetMs: number,
): Promise<readonly SyntaxProblem[] | null> =>
  withTree({ grammar, text, budgetMs }, ({ root, parser, deadline }) =>
    withPlace(parser, treeProblems(root, text), text, deadline - performance.now()),
  );

/** See `functionBodies`; null where the grammar did not come to the end in `budgetMs`. */
export const bodiesWithGrammar = (
  grammar: string,
  text: string,
  budgetMs: number,
): Promise<readonly SyntaxProblem[] | null> =>
  withTree({ grammar, text, budgetMs }, ({ root }) => functionBodies(grammar, root));

/** A text as a grammar reads it; the deadline is a reading of the clock. */
interface ReadTree {
  readonly root: Node;
  readonly parser: Parser;
  readonly deadline: number;
}

async function withTree(
  { grammar, text, budgetMs }: { grammar: string; text: string; budgetMs: number },
  use: (tree: ReadTree) => readonly SyntaxProblem[],
): Promise<readonly SyntaxProblem[] | null> {
  const language = await languageOf(grammar);
  const parser = new Parser();
  let tree: Tree | null = null;
  try {
    parser.setLanguage(language);
    const deadline = performance.now() + budgetMs;
    tree = parser.parse(text, null, {
      progressCallback: () => performance.now() > deadline,
    });
    return tree === null ? null : use({ root: tree.rootNode, parser, deadline });
  } finally {
    tree?.delete();
    parser.delete();
  }
}

/** The log of a longer text takes too long to read. */
const MOST_LOGGED = 200_000;

/** A first problem that goes over several lines says little of where the fault is. */
function withPlace(
  parser: Parser,
  problems: readonly SyntaxProblem[],
  text: string,
  budgetMs: number,
): readonly SyntaxProblem[] {
  const [first, ...others] = problems;
  const part = text.slice(first?.offset, first?.end ?? first?.offset).trimEnd();
  if (first === undefined || !/[\r\n]/.test(part) || text.length > MOST_LOGGED) return problems;
  const place = firstDeadEnd(parser, text, budgetMs);
  if (place === null) return problems;
  const fitted = new TextLines(text).startOf(place.row) + place.column / 2;
  const blanks = /^\s*/.exec(text.slice(fitted))?.[0].length ?? 0;
  const noticedAt = fitted + blanks < text.length ? fitted + blanks : Math.min(fitted, text.length);
  return [{ ...first, noticedAt }, ...others];
}
