import { describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { asOid } from '../../../src/core/model/ids.ts';
import type { TreeNode } from '../../../src/git/objects.ts';
import { isTreeMode, parseTree, unlikeNodes } from '../../../src/git/tree-bytes.ts';

const FORMATS = [
  ['sha1', 20],
  ['sha256', 32],
] as const;

/** A tree object, its nodes in git's order. */
function treeOf(nodes: readonly TreeNode[]): Buffer {
  const ordered = (node: TreeNode): Buffer =>
    Buffer.from(isTreeMode(node.mode) ? `${node.name}/` : node.name);
  return Buffer.concat(
    nodes
      .toSorted((a, b) => Buffer.compare(ordered(a), ordered(b)))
      .flatMap(({ mode, name, oid }) => [
        Buffer.from(`${mode} ${name}\0`),
        Buffer.from(oid, 'hex'),
      ]),
  );
}

/** Few names that are each other's beginnings, few ids: sides that have much in common. */
const anyNodes = (idLength: number) =>
  fc
    .uniqueArray(
      fc.record({
        name: fc.constantFrom('a', 'a.b', 'a0', 'a-', 'ab', 'b', 'b c', 'é', 'z'.repeat(60)),
        mode: fc.constantFrom('100644', '100755', '120000', '160000', '40000'),
        oid: fc.constantFrom('00', '01', 'ff').map((byte) => asOid(byte.repeat(idLength))),
      }),
      { selector: ({ name }) => name },
    )
    .map((nodes): readonly TreeNode[] => nodes);

describe.each(FORMATS)('%s', (format, idLength) => {
  test('what is read is what was written', () => {
    fc.assert(
      fc.property(anyNodes(idLength), (nodes) => {
        const found = parseTree(treeOf(nodes), format);
        expect(new Map(found.map((node) => [node.name, node]))).toEqual(
          new Map(nodes.map((node) => [node.name, node])),
        );
      }),
    );
  });

  test('what differs is what a comparison name by name finds', () => {
    fc.assert(
      fc.property(anyNodes(idLength), anyNodes(idLength), (before, after) => {
        const pairs = unlikeNodes(treeOf(before), treeOf(after), format);
        const isIn = (side: readonly TreeNode[], { name, mode, oid }: TreeNode): boolean =>
          side.some((one) => one.name === name && one.mode === mode && one.oid === oid);
        const names = (nodes: readonly TreeNode[]): readonly string[] =>
          nodes.map(({ name }) => name).toSorted();
        const [lefts, rights] = [0, 1].map((side) =>
          pairs.flatMap((pair) => pair[side as 0 | 1] ?? []),
        );
        expect(names(lefts ?? [])).toEqual(names(before.filter((node) => !isIn(after, node))));
        expect(names(rights ?? [])).toEqual(names(after.filter((node) => !isIn(before, node))));
        for (const [left, right] of pairs)
          if (left !== null && right !== null) expect(left.name).toBe(right.name);
        expect(new Set(pairs.map(([left, right]) => (left ?? right)?.name)).size).toBe(
          pairs.length,
        );
      }),
    );
  });
});

test.each([
  ['no name', Buffer.from('100644')],
  ['no end of the name', Buffer.from('100644 a')],
  ['an id that is cut short', Buffer.from('100644 a\0abc')],
  ['nothing but a NUL', Buffer.from('\0')],
])('damaged: %s', (_, bytes) => {
  const whole = treeOf([{ mode: '100644', name: 'a', oid: asOid('1'.repeat(40)) }]);
  expect(() => parseTree(bytes, 'sha1')).toThrow('damaged');
  for (const tree of [bytes, Buffer.concat([whole, bytes])]) {
    expect(() => unlikeNodes(tree, whole, 'sha1')).toThrow('damaged');
    expect(() => unlikeNodes(whole, tree, 'sha1')).toThrow('damaged');
  }
});
