import type { Node } from 'web-tree-sitter';

/** Lines that hold one declaration and nothing else, 0-based; `to` is past the last. */
export interface DeclarationLines {
  readonly from: number;
  readonly to: number;
}

/** What counts as a declaration, by the grammar's names for it. */
const USUAL =
  /^(?:decorated_definition|class|module|method|singleton_method|template_declaration|record|function|signature|data_type|newtype|instance|rule|rule_set|media_statement|define_directive|function_statement)$|_(?:definition|declaration|item)$/;

const OF_GRAMMAR: Readonly<Record<string, RegExp>> = {
  bash: /^(?:function_definition|if_statement|for_statement|while_statement|case_statement)$/,
  clojure: /^list_lit$/,
  elixir: /^call$/,
  hcl: /^block$/,
  html: /^element$/,
  make: /^(?:rule|define_directive|variable_assignment)$/,
  nix: /^binding$/,
  r: /^binary_operator$/,
  sql: /^statement$/,
  svelte: /^element$/,
  terraform: /^block$/,
  vue: /^element$/,
  xml: /^element$/,
};

/** Parts of a larger whole, in spite of their names. */
const NEVER = /parameter|argument|import|package|include|preproc|enum_item|attribute/;

const DEEPEST = 8;
/** More stand in tables of data. */
const MOST_CHILDREN = 3000;

/**
 * The declarations of a text that can be taken out whole: each stands on lines of its own beside others of its kind, so
 * that the text stays as sound as it was. A tree with errors gives those that hold none.
 */
export function wholeDeclarations(
  grammar: string,
  root: Node,
  lines: readonly string[],
): readonly DeclarationLines[] {
  const isDeclaration = (kind: string): boolean =>
    (OF_GRAMMAR[grammar] ?? USUAL).test(kind) && !NEVER.test(kind);
  const found: DeclarationLines[] = [];
  const visit = (parent: Node, depth: number): void => {
    // A node is asked for over a border: once.
    const children = parent.namedChildCount > MOST_CHILDREN ? [] : parent.namedChildren;
    const kinds = children.map((child) => child?.type ?? '');
    const counts = new Map<string, number>();
    for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const own = parent.type;
    const isExpression = /operator|pipe/.test(own);
    children.forEach((child, at) => {
      const kind = kinds[at] ?? '';
      if (child === null || child.startPosition.row === child.endPosition.row) return;
      const isOneOfMany = (counts.get(kind) ?? 0) > 1 && kind !== own && !isExpression;
      const extent = isOneOfMany && isDeclaration(kind) ? linesOf(child, lines) : null;
      if (extent !== null && !child.hasError) found.push(extent);
      if (depth < DEEPEST) visit(child, depth + 1);
    });
  };
  visit(root, 0);
  return found;
}

/** Null where it shares a line with something else, or is on one line alone. */
function linesOf(
  { startPosition, endPosition }: Node,
  lines: readonly string[],
): DeclarationLines | null {
  const endsWithBreak = endPosition.column === 0;
  const last = endsWithBreak ? endPosition.row - 1 : endPosition.row;
  const before = (lines[startPosition.row] ?? '').slice(0, startPosition.column);
  const after = endsWithBreak ? '' : (lines[last] ?? '').slice(endPosition.column);
  if (last <= startPosition.row || before.trim() !== '' || !/^\s*[;,]?\s*$/.test(after))
    return null;
  return { from: startPosition.row, to: last + 1 };
}
