import type { Node } from 'web-tree-sitter';
import type { SyntaxProblem } from '../checker.ts';

/** Nodes with a body that says nothing to callers, by grammar. */
const FUNCTIONS: Readonly<Record<string, ReadonlySet<string>>> = {
  c: new Set(['function_definition']),
  cpp: new Set(['function_definition']),
  go: new Set(['function_declaration', 'method_declaration']),
  java: new Set(['method_declaration', 'constructor_declaration']),
  python: new Set(['function_definition']),
  ruby: new Set(['method', 'singleton_method']),
  rust: new Set(['function_item']),
};

/** Functions whose body makes what callers see: the attributes of an object, a type that is written nowhere. */
const TELLING = /^(?:__init__|__new__|__init_subclass__)$/;

/** Whether the bodies of functions can be told by a grammar. */
export const knowsBodies = (grammar: string): boolean => FUNCTIONS[grammar] !== undefined;

/** What stands for a text that is not well formed. */
export const NOT_WELL_FORMED: SyntaxProblem = { offset: -1, message: 'not well formed' };

/** The stretches of a text that are bodies of functions, in order, those inside others left out. */
export function functionBodies(grammar: string, root: Node): readonly SyntaxProblem[] {
  if (root.hasError) return [NOT_WELL_FORMED];
  const kinds = FUNCTIONS[grammar] ?? new Set();
  const found: SyntaxProblem[] = [];
  const visit = (node: Node): void => {
    const body = kinds.has(node.type) ? node.childForFieldName('body') : null;
    if (body === null || !isQuiet(node)) {
      for (const child of node.namedChildren) if (child !== null) visit(child);
      return;
    }
    found.push({ offset: body.startIndex, end: body.endIndex, message: 'body' });
  };
  visit(root);
  return found;
}

function isQuiet(node: Node): boolean {
  const name = node.childForFieldName('name')?.text ?? '';
  const type = node.childForFieldName('type')?.text ?? '';
  return !TELLING.test(name) && !/\b(?:auto|decltype)\b/.test(type);
}
