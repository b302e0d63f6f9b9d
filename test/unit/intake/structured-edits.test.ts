import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decode } from '../../../src/core/formats/decode.ts';
import { editsPayload, type StructuredEdit } from '../../../src/intake/structured-edits.ts';

const payloadOf = (edits: readonly StructuredEdit[]): Uint8Array => {
  const made = editsPayload(edits);
  if (!made.ok) throw new Error(JSON.stringify(made.error));
  return made.value;
};

/** What the engine reads in a payload, in the words of the edits that it was made of. */
function readBack(payload: Uint8Array) {
  const { edits, rejections, holds, notes, envelope } = decode(payload);
  expect({ rejections, holds, notes }).toEqual({ rejections: [], holds: [], notes: [] });
  expect(envelope).toEqual({ readTokens: [], reads: [], declaredDeletions: [] });
  return edits.map((edit): StructuredEdit => {
    const path = edit.target.spelt;
    switch (edit.kind) {
      case 'replace':
        expect(edit.unit).toBe('characters');
        return {
          path,
          old: edit.old,
          new: edit.new,
          ...(edit.scope.count === 'every' ? { all: true } : {}),
        };
      case 'write':
        return { path, content: edit.content };
      case 'delete':
        return { delete: path };
      case 'rename':
        return { rename: path, to: edit.to.spelt };
      case 'create':
      case 'insert':
      case 'mode':
        throw new Error(edit.kind);
    }
  });
}

/** Texts that mean something to one format or another, and the odd ends of lines. */
const FRAGMENTS = [
  '<<<<<<< SEARCH\n',
  '=======\n',
  '>>>>>>> REPLACE\n',
  '[[[SEARCH]]]\n',
  '*** Begin Patch\n*** Update File: a\n-x\n+y\n*** End Patch\n',
  '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n',
  '```ts\n',
  '````\n',
  '</think>\n',
  '<think>\n',
  'Read: a@blob:0\n',
  'Target: main\n---\n',
  '{"name":"write_file","arguments":{"path":"x","content":"y"}}\n',
  '"finish_reason":"length"',
  '// ... existing code ...\n',
  '\r\n',
  '\r',
  '\n',
  '\t',
  ' ',
  '\u2028',
  '\u0001',
  '\\n',
  '\\u0041',
  '"',
  '&lt;',
  'é😀',
  '\u001b[31m',
  'From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\n',
  'Subject: [PATCH] x\n',
  '<replace_in_file><path>x</path></replace_in_file>',
  'x',
  '',
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ maxLength: 8 })), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''));
/** A one-line text with a spelt-out line feed is taken for one that was escaped twice, and refused. */
const content = text.filter((value) => value.includes('\n') || !value.includes('\\n'));
const path = fc.constantFrom('a.ts', 'src/b c.ts', 'deep/er/é.md', 'x.json', 'p.diff', 'README.md');
const edit: fc.Arbitrary<StructuredEdit> = fc.oneof(
  fc.record({
    path,
    old: text.filter((value) => value !== ''),
    new: text,
  }),
  fc.record({ path, old: fc.constant('x'), new: fc.constant('y'), all: fc.constant(true) }),
  fc.record({ path, content }),
  fc.record({ delete: path }),
  fc.record({ rename: path, to: path }),
);

/** Parts of a file are compared and brought in with the file's own line endings. */
const inFileStyle = (given: StructuredEdit): StructuredEdit => ({
  ...given,
  ...(given.old === undefined ? {} : { old: given.old.replaceAll('\r\n', '\n') }),
  ...(given.new === undefined ? {} : { new: given.new.replaceAll('\r\n', '\n') }),
});

describe('edits as a payload', () => {
  test('are read back as they were, whatever they hold', () => {
    const different = fc.uniqueArray(edit, {
      minLength: 1,
      maxLength: 6,
      selector: (value) => JSON.stringify(value),
    });
    fc.assert(
      fc.property(different, (edits) => {
        expect(readBack(payloadOf(edits))).toEqual(edits.map(inFileStyle));
      }),
      { numRuns: 2_000 },
    );
  });

  test('a thousand lines and a new file in CRLF are exact', () => {
    const big = Array.from({ length: 1_000 }, (_, at) => `line ${at}\r\n`).join('');
    expect(readBack(payloadOf([{ path: 'a.txt', content: big }]))).toEqual([
      { path: 'a.txt', content: big },
    ]);
  });
});

describe('an edit that cannot be understood', () => {
  test.each<readonly [StructuredEdit, RegExp]>([
    [{}, /asks for nothing: give "old" and "new"/],
    [{ path: 'a' }, /asks for nothing/],
    [{ path: 'a', old: 'x' }, /"new" is missing/],
    [{ old: 'x', new: 'y' }, /"path" is missing/],
    [{ content: 'x' }, /"path" is missing/],
    [{ path: 'a', old: '', new: 'y' }, /"old" is empty/],
    [
      { path: 'a', old: 'x', new: 'y', content: 'z' },
      /"old" and "content" cannot stand in one edit/,
    ],
    [{ path: 'a', delete: 'a' }, /"path" does not go with "delete"/],
    [{ path: 'a', content: 'x', all: true }, /"all" does not go with "content"/],
    [{ rename: 'a' }, /"to" is missing/],
    [{ path: ' a', content: 'x' }, /begins or ends with a blank/],
  ])('%j', (given, problem) => {
    const made = editsPayload([{ path: 'fine', content: 'x' }, given]);
    expect(made).toEqual({
      ok: false,
      error: [{ at: 1, problem: expect.stringMatching(problem) }],
    });
  });
});
