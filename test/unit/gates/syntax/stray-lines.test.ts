import { expect, test } from 'vitest';
import { mapLines } from '../../../../src/gates/syntax/line-map.ts';
import { strayLines } from '../../../../src/gates/syntax/stray-lines.ts';
import { TextLines } from '../../../../src/gates/syntax/text-lines.ts';

const strayIn = (before: string | null, after: string) => {
  const base = before === null ? null : new TextLines(before);
  const text = new TextLines(after);
  return strayLines(base, text, mapLines(base, text)).map(({ offset }) => text.lineAt(offset) + 1);
};

const DOC = 'def f():\n    """Doc.\n\n    ```\n    f()\n    ```\n    """\n    return 1\n';

test.each([
  ['a marker of a conflict', 'a\n', 'a\n<<<<<<< HEAD\n', [2]],
  ['each marker', '', '<<<<<<< a\nb\n||||||| c\n=======\nd\n>>>>>>> e\n', [1, 3, 6]],
  ['a fence without its partner', 'a\nb\nc\n', 'a\n```\nb\nc\n', [2]],
  ['fences round a file', null, '```ts\nconst a = 1;\n```\n', [1, 3]],
  ['a plus before a line as it was', 'a\n  b\nc\n', 'a\n+  b\nc\n', [2]],
  ['a plus before a tab', 'a\n\tb\nc\n', 'a\n+\tb\nc\n', [2]],
  ['a minus before a line as it was', 'a\n  b\nc\n', 'a\n-  b\nc\n', [2]],
  ['a plus before every line of a new file', null, '+a\n+\n+b\n+c\n', [1]],
  ['a placeholder', 'a\n', 'a\n... rest of the code remains unchanged ...\n', [2]],
  ['a NUL', 'a\n', 'a\nb\0c\n', [2]],
])('%s is stray', (_, before, after, lines) => {
  expect(strayIn(before, after)).toEqual(lines);
});

test.each([
  ['what the file had before', 'a\n<<<<<<< HEAD\n```\n\0\n', 'A\n<<<<<<< HEAD\n```\n\0\n'],
  ['a marker that moved', '<<<<<<< a\nb\nc\n', 'b\nc\n<<<<<<< a\n'],
  ['a rule of equal signs', 'a\n', 'Title\n=======\n'],
  ['a pair of fences in a comment', null, DOC],
  ['a pair of fences added to a comment', DOC.replaceAll('    ```\n', ''), DOC],
  ['a sum over two lines', 'x = a\n', 'x = a\n+ b\n'],
  ['an item of a list', 'a:\n  b\n', 'a:\n- b\n'],
  ['a sign flipped', 'x = [\n  1,\n]\n', 'x = [\n  -1,\n]\n'],
  ['a spread', 'f(\n)\n', 'f(\n  ...rest,\n)\n'],
  ['a comment about the rest', 'a\n', 'a\n# ... rest of the code ...\n'],
])('%s is not', (_, before, after) => {
  expect(strayIn(before, after)).toEqual([]);
});
