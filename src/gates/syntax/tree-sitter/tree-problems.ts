import type { Node } from 'web-tree-sitter';
import type { SyntaxProblem } from '../checker.ts';

/** More would tell nobody anything. */
const MOST = 500;
const SHOWN = 40;

/** The parts of a tree that its grammar could not make sense of, in the order of the text. */
export function treeProblems(root: Node, text: string): readonly SyntaxProblem[] {
  const problems: SyntaxProblem[] = [];
  const pending = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (problems.length >= MOST) break;
    if (node.isMissing) {
      problems.push({ offset: node.startIndex, message: `${missing(node.type)} is missing` });
    } else if (node.isError) {
      problems.push(unread(node, text));
    } else if (node.hasError) {
      pending.push(...node.children.toReversed());
    }
  }
  return problems;
}

const missing = (type: string): string =>
  /^\w+$/.test(type) ? type.replaceAll('_', ' ') : JSON.stringify(type);

function unread(node: Node, text: string): SyntaxProblem {
  const part = text.slice(node.startIndex, node.endIndex);
  const [firstLine = ''] = part.trimStart().split(/[\r\n]/, 1);
  const shown = firstLine.length > SHOWN ? `${firstLine.slice(0, SHOWN)}…` : firstLine.trimEnd();
  const offset = node.startIndex + part.length - part.trimStart().length;
  return {
    offset: Math.min(offset, node.endIndex),
    end: node.endIndex,
    message: shown === '' ? 'this cannot be read' : `cannot be read: ${shown}`,
  };
}
