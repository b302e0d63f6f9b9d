import { describe, expect, test } from 'vitest';
import { decodeText, summary } from '../../support/decode-text.ts';

const F = '```';
const patch = (...lines: readonly string[]): string =>
  ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');
const UPDATE = '*** Update File: a.ts';

const rows: readonly (readonly [name: string, response: string, expected: readonly string[]])[] = [
  ['add', patch('*** Add File: src/a.ts', '+a', '+', '+b'), ['create src/a.ts "a\\n\\nb\\n"']],
  ['add an empty file', patch('*** Add File: src/a.ts'), ['create src/a.ts ""']],
  [
    'add with an untagged line',
    patch('*** Add File: src/a.ts', '+a', 'b'),
    ['! malformed-edit untagged-line src/a.ts', '! malformed-edit unknown-header'],
  ],
  ['delete', patch('*** Delete File: src/a.ts'), ['delete src/a.ts']],
  ['update', patch(UPDATE, '@@', ' k', '-a', '+b'), ['replace a.ts "k\\na" -> "k\\nb"']],
  ['update without a chunk header', patch(UPDATE, '-a', '+b'), ['replace a.ts "a" -> "b"']],
  [
    'two chunks',
    patch(UPDATE, '@@', '-a', '+b', '@@', '-c'),
    ['replace a.ts "a" -> "b"', 'replace a.ts "c" -> ""'],
  ],
  [
    'blank context lines',
    patch(UPDATE, '@@', ' k', '', '-a', '', '*** Delete File: b.ts'),
    ['replace a.ts "k\\n\\na" -> "k\\n"', 'delete b.ts'],
  ],
  [
    'move and change',
    patch(UPDATE, '*** Move to: b.ts', '@@', '-a', '+b'),
    ['rename a.ts b.ts', 'replace a.ts "a" -> "b"'],
  ],
  ['move alone', patch(UPDATE, '*** Move to: b.ts'), ['rename a.ts b.ts']],
  ['update of nothing', patch(UPDATE), ['! malformed-edit empty-update a.ts']],
  [
    'a chunk that changes nothing',
    patch(UPDATE, '@@', ' a'),
    ['! malformed-edit hunk-without-change a.ts'],
  ],
  ['nothing', patch(), ['! malformed-edit empty-patch']],
  ['an unknown header', patch('*** Rename File: a.ts'), ['! malformed-edit unknown-header']],
  [
    '83 no end',
    '*** Begin Patch\n*** Update File: a.ts\n@@\n-a\n',
    ['replace a.ts "a" -> ""', '! truncated-response missing-closer'],
  ],
  [
    '83 no end in a fence',
    `${F}\n*** Begin Patch\n*** Delete File: a.ts\n${F}\n`,
    ['delete a.ts', '! truncated-response missing-closer'],
  ],
  [
    '110 the same file twice',
    patch(UPDATE, '@@', '-a', '+b', UPDATE, '@@', '-c', '+d'),
    ['replace a.ts "a" -> "b"', 'replace a.ts "c" -> "d"'],
  ],
  [
    '111 headers as content',
    patch('*** Add File: b.md', '+*** Update File: a.ts', '+*** End Patch'),
    ['create b.md "*** Update File: a.ts\\n*** End Patch\\n"'],
  ],
  [
    '111 headers as context',
    patch(UPDATE, '@@', ' *** End Patch', '+x'),
    ['replace a.ts "*** End Patch" -> "*** End Patch\\nx"'],
  ],
  ['112 in a fence', `${F}patch\n${patch(UPDATE, '-a', '+b')}${F}`, ['replace a.ts "a" -> "b"']],
  [
    '112 in a heredoc',
    `${F}bash\napply_patch <<'EOF'\n${patch(UPDATE, '-a', '+b')}EOF\n${F}`,
    ['replace a.ts "a" -> "b"'],
  ],
  [
    '112 in a bare heredoc',
    `apply_patch <<"PATCH"\n${patch(UPDATE, '-a', '+b')}PATCH\n`,
    ['replace a.ts "a" -> "b"'],
  ],
  [
    '10 indented',
    patch(UPDATE, '@@', ' k', '-a').replaceAll(/^/gm, '  '),
    ['replace a.ts "k\\na" -> "k"'],
  ],
  ['99 an elided chunk', patch(UPDATE, '@@', '-a', '...', '+b'), ['! elided-content a.ts']],
  ['139 a way out', patch('*** Add File: ../a.ts', '+a'), ['! path-denied escapes ../a.ts']],
  ['139 a move out', patch(UPDATE, '*** Move to: /tmp/a.ts'), ['! path-denied absolute /tmp/a.ts']],
];

describe('apply-patch envelopes', () => {
  test.each(rows)('%s', (_, response, expected) => {
    expect(summary(response)).toEqual(expected);
  });
  test.each([
    [['@@ class A', '@@   def f'], { anchors: ['class A', 'def f'], atEnd: false, atStart: false }],
    [['@@ def f @@'], { anchors: ['def f'], atEnd: false, atStart: false }],
    [['@@ ... @@'], { anchors: [], atEnd: false, atStart: false }],
    [['@@ -12,2 +12,3 @@'], { anchors: [], atEnd: false, atStart: false, lineHint: 12 }],
  ])('105, 106 anchors %j', (anchors, scope) => {
    expect(decodeText(patch(UPDATE, ...anchors, '-a')).edits[0]).toMatchObject({ scope });
  });
  test('102 a pure insertion keeps its anchor', () => {
    expect(decodeText(patch(UPDATE, '@@ def f', '+a')).edits[0]).toMatchObject({
      old: '',
      script: [{ tag: 'add', text: 'a' }],
      scope: { anchors: ['def f'] },
    });
  });
  test('109 the end of the file', () => {
    expect(decodeText(patch(UPDATE, '@@', ' k', '+a', '*** End of File')).edits[0]).toMatchObject({
      scope: { atEnd: true },
    });
  });
  test('untagged context is kept as it stands, and raw context is another reading', () => {
    expect(decodeText(patch(UPDATE, '@@', 'def f():', '    x', '-    y')).edits[0]).toMatchObject({
      old: 'def f():\n   x\n    y',
      alternates: [{ old: 'def f():\n    x\n    y', new: 'def f():\n    x' }],
    });
  });
});
