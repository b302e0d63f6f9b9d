import * as fc from 'fast-check';

/** Lines that mean something to some format, whole and broken. */
const FRAGMENTS: readonly string[] = [
  'File: src/a.ts',
  'src/b.ts',
  '### `src/c.ts` (new file)',
  'In `src/a.ts` you could write:',
  'Option A',
  'Target: main',
  'Read: token-1',
  '---',
  '[[[SEARCH]]]',
  '[[[DIVIDER]]]',
  '[[[REPLACE]]]',
  '<<<<<<< SEARCH',
  ':start_line:3',
  '-------',
  '=======',
  '=====',
  '>>>>>>> REPLACE',
  '<<<<<<< HEAD',
  '>>>>>>> main',
  '------- SEARCH',
  '+++++++ REPLACE',
  '```',
  '```ts',
  '```diff',
  '```ts src/d.ts',
  '````md',
  '````',
  '~~~',
  '   ```json',
  '*** Begin Patch',
  '*** Update File: src/a.ts',
  '*** Add File: src/e.ts',
  '*** Move to: src/f.ts',
  '*** End of File',
  '*** End Patch',
  "apply_patch <<'EOF'",
  'EOF',
  'diff --git a/src/a.ts b/src/a.ts',
  'diff --cc src/a.ts',
  'new file mode 100755',
  'rename from src/a.ts',
  'rename to src/z.ts',
  '--- a/src/a.ts',
  '+++ b/src/a.ts',
  '--- /dev/null',
  '@@ -1,2 +1,2 @@',
  '@@ def f @@',
  '@@@ -1 -1 +1 @@@',
  ' context',
  '-removed',
  '+added',
  '\\ No newline at end of file',
  'GIT binary patch',
  '{"path": "src/a.ts", "old_str": "a", "new_str": "b"}',
  '{"name": "edit", "arguments": {',
  '{',
  '[',
  '}',
  ']',
  '"old_str": "x",',
  '<think>',
  '</think>',
  '<edits>',
  '<old_text>a</old_text>',
  '<new_text>',
  '</new_text>',
  '</edits>',
  '<write_to_file>',
  '<path>src/a.ts</path>',
  '</write_to_file>',
  '<invoke name="edit">',
  '<parameter name="path">x.ts</parameter>',
  '</invoke>',
  '> quoted',
  '<!-- sallyport reply -->',
  '<!-- end of sallyport reply -->',
  'From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001',
  'From: A <a@b.c>',
  'Subject: [PATCH] x',
  '...',
  '// ... rest of code ...',
  '../../etc/passwd',
  '',
];

const line = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...FRAGMENTS) },
  { weight: 1, arbitrary: fc.constantFrom(...FRAGMENTS).map((text) => `    ${text}`) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
const ending = fc.constantFrom('\n', '\n', '\n', '\r\n', '');

/** A response made of such lines in any order. */
export const brokenResponse: fc.Arbitrary<string> = fc
  .array(fc.tuple(line, ending), { maxLength: 40 })
  .map((lines) => lines.map((parts) => parts.join('')).join(''));

const word = fc.constantFrom(
  'a',
  'foo',
  'return',
  '{',
  '}',
  '=',
  '"x"',
  '// why',
  'é',
  '日本',
  '\t',
  '$&',
  '\\1',
);

/** One line of code that no format could take for a marker of its own. */
const codeLine: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('', '  ', '    ', '\t'), fc.array(word, { maxLength: 6 }))
  .map(([indent, words]) => (words.length === 0 ? '' : `${indent}x ${words.join(' ')};`));

/** Lines of code, at least one of them with text. */
export const codeLines: fc.Arbitrary<readonly string[]> = fc
  .array(codeLine, { minLength: 1, maxLength: 8 })
  .filter((lines) => lines.some((text) => text !== ''));

/** Paths as a repository has them. */
export const repoPaths: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(fc.constantFrom('src', 'lib', 'test', 'a-b', '日本'), { maxLength: 3 }),
    fc.constantFrom('a', 'index', 'user_name', '__init__'),
    fc.constantFrom('ts', 'py', 'go', 'md', 'css'),
  )
  .map(([folders, name, extension]) => [...folders, `${name}.${extension}`].join('/'));
