import { describe, expect, test } from 'vitest';
import { elidedLines } from '../../../src/core/check/elided-lines.ts';
import { DEFAULT_LIMITS } from '../../../src/core/policies/limits.ts';
import type { FileChange } from '../../../src/core/model/patch.ts';

const side = (text: string | null): FileChange['before'] =>
  text === null ? null : { bytes: Buffer.from(text), mode: '100644' };

function elided(path: string, before: string | null, after: string | null): readonly number[] {
  const change: FileChange = {
    path: path as FileChange['path'],
    before: side(before),
    after: side(after),
    regions: [],
    blocks: [],
    isWhole: false,
    isDeclaredDeletion: false,
  };
  const patch = { base: null, changes: [change] };
  const judged = elidedLines.judge({ patch, limits: DEFAULT_LIMITS, protectedRules: [] });
  return judged.rejections.flatMap(({ code, lines }) => {
    expect(code).toBe('elided-content');
    return lines ?? [];
  });
}

const BODY = 'function f() {\n  one();\n  two();\n}\n';

describe('a placeholder in the place of code', () => {
  test.each([
    ['a.ts', 'function f() {\n  // ... rest of the function ...\n}\n', 2],
    ['a.ts', 'function f() {\n  one();\n  // ...\n}\n', 3],
    ['a.py', 'def f():\n    # ... existing code ...\n', 2],
    ['a.css', 'a {\n  /* ... other styles ... */\n}\n', 2],
    ['a.ts', 'function f() {\n  // rest of the code unchanged\n}\n', 2],
    ['a.ts', 'function f() {\n  // _unchanged_\n}\n', 2],
    ['a.ts', 'function f() {\n  // no  changes\n}\n', 2],
    ['a.rs', 'fn f() {\r\n    // ... existing code ...\r\n}\r\n', 2],
  ])('%s %j', (path, after, line) => {
    expect(elided(path, BODY, after)).toEqual([line]);
  });

  test('also in a file that is new, where it has dots and words', () => {
    expect(elided('a.ts', null, 'f();\n// ... other handlers ...\n')).toEqual([2]);
    expect(elided('a.ts', null, 'f();\n// remaining handlers\ng();\n')).toEqual([]);
    expect(elided('a.ts', null, 'f();\n// ...\ng();\n')).toEqual([]);
  });
});

describe('no placeholder', () => {
  test.each([
    ['prose', 'a.md', '// ... existing code ...\n'],
    ['no source', 'notes', '// ... existing code ...\n'],
    ['part of a longer remark', 'a.ts', '// one\n// ... existing code ...\n// two\nf();\n'],
    ['inside a block comment', 'a.ts', '/**\n * ... existing code ...\n */\nf();\n'],
    ['inside a text', 'a.ts', 'const a = `\n// ... existing code ...\n`;\n'],
    ['an ordinary comment', 'a.ts', '// the rest is handled by the caller\nf();\n'],
    ['a body of dots', 'a.py', 'def f():\n    ...\n'],
    ['a spread', 'a.ts', 'const { a, ...rest } = b;\n'],
  ])('%s', (_what, path, after) => {
    expect(elided(path, BODY, after)).toEqual([]);
  });

  test('what the file said before', () => {
    const before = 'f();\n// ... existing code ...\n';
    expect(elided('a.ts', before, `g();\n${before}`)).toEqual([]);
  });

  test('a file that goes, and a binary one', () => {
    expect(elided('a.ts', BODY, null)).toEqual([]);
    expect(elided('a.ts', null, '\0// ... existing code ...\n')).toEqual([]);
  });
});
