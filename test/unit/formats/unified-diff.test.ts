import { describe, expect, test } from 'vitest';
import { decodeText, summary } from '../../support/decode-text.ts';
import { outcome } from '../../support/edit-values.ts';

const F = '```';
const AB = 'replace src/a.ts "k\\na" -> "k\\nb"';
const HEAD = '--- a/src/a.ts\n+++ b/src/a.ts\n';
const fenced = (body: string): string => `${F}diff\n${body}\n${F}\n`;

const rows: readonly (readonly [name: string, response: string, expected: readonly string[]])[] = [
  ['fenced', fenced(`${HEAD}@@ -1,2 +1,2 @@\n k\n-a\n+b`), [AB]],
  ['bare', `Text.\n\n${HEAD}@@ -1,2 +1,2 @@\n k\n-a\n+b\n\n- a list\n- of prose\n`, [AB]],
  [
    'git header',
    fenced(
      `diff --git a/src/a.ts b/src/a.ts\nindex 123..456 100644\n${HEAD}@@ -1,2 +1,2 @@\n k\n-a\n+b`,
    ),
    [AB],
  ],
  ['no prefixes', fenced('--- src/a.ts\n+++ src/a.ts\n@@ -1,2 +1,2 @@\n k\n-a\n+b'), [AB]],
  [
    'two files',
    fenced(`${HEAD}@@ -1,2 +1,2 @@\n k\n-a\n+b\n--- a/b.ts\n+++ b/b.ts\n@@ -1 +1 @@\n-c\n+d`),
    [AB, 'replace b.ts "c" -> "d"'],
  ],
  [
    'two hunks',
    fenced(`${HEAD}@@ -1,2 +1,2 @@\n k\n-a\n+b\n@@ -9 +9 @@\n-c\n+d`),
    [AB, 'replace src/a.ts "c" -> "d"'],
  ],
  ['86 counts too small', fenced(`${HEAD}@@ -1,1 +1,1 @@\n k\n-a\n+b`), [AB]],
  ['86 counts too large', fenced(`${HEAD}@@ -1,9 +1,9 @@\n k\n-a\n+b`), [AB]],
  [
    '86 counts that would take in the next header',
    fenced(`${HEAD}@@ -1,3 +1,3 @@\n k\n-a\n+b\n--- a/b.ts\n+++ b/b.ts\n@@ -1 +1 @@\n-c\n+d`),
    [AB, 'replace b.ts "c" -> "d"'],
  ],
  [
    '86 counts that would take in the header of a new file',
    fenced(`${HEAD}@@ -1,3 +1,3 @@\n k\n-a\n+b\n--- /dev/null\n+++ b/c.ts\n@@ -0,0 +1 @@\n+c`),
    [AB, 'create c.ts "c\\n"'],
  ],
  [
    '94 counts that take in a line of dashes',
    fenced(`${HEAD}@@ -1,3 +1,3 @@\n k\n-a\n+b\n--- old\n+++ new\n@@ -9 +9 @@\n-c\n+d`),
    ['replace src/a.ts "k\\na\\n-- old" -> "k\\nb\\n++ new"', 'replace src/a.ts "c" -> "d"'],
  ],
  ['86 counts too small in the open', `${HEAD}@@ -1 +1 @@\n k\n-a\n+b\n\nDone.\n`, [AB]],
  ['87 a placeholder header', fenced(`${HEAD}@@ ... @@\n k\n-a\n+b`), [AB]],
  ['87 a placeholder number', fenced(`${HEAD}@@ -XXX,10 +XXX,10 @@\n k\n-a\n+b`), [AB]],
  ['87 no hunk header', fenced(`${HEAD} k\n-a\n+b`), [AB]],
  ['87 no header at all, under a path', `src/a.ts\n${fenced(' k\n-a\n+b')}`, [AB]],
  ['87 no header at all, a path inside', fenced('src/a.ts\n k\n-a\n+b'), [AB]],
  [
    '87 no header at all, under a sentence',
    `In \`src/a.ts\`:\n\n${fenced('@@\n k\n-a\n+b')}`,
    [AB],
  ],
  ['no path anywhere', fenced(' k\n-a\n+b'), ['! malformed-edit no-path']],
  [
    '93 a blank context line',
    fenced(`${HEAD}@@ -1,3 +1,3 @@\n k\n\n-a\n+b`),
    ['replace src/a.ts "k\\n\\na" -> "k\\n\\nb"'],
  ],
  [
    '94 a removed line of dashes',
    fenced(`${HEAD}@@ -1,2 +1,1 @@\n--- x\n k`),
    ['replace src/a.ts "-- x\\nk" -> "k"'],
  ],
  [
    '94 dashes and pluses inside the counts',
    fenced(`${HEAD}@@ -1,2 +1,2 @@\n--- x\n+++ y\n k`),
    ['replace src/a.ts "-- x\\nk" -> "++ y\\nk"'],
  ],
  [
    '99 an elided hunk',
    fenced(`${HEAD}@@ -1,9 +1,9 @@\n k\n...\n-a\n+b`),
    ['! elided-content src/a.ts'],
  ],
  [
    'an elided hunk in the open, where a line without a tag ends it',
    `${HEAD}@@ -1,4 +1,3 @@\n-a\n[...]\n c\n-d\n+D\n`,
    ['! elided-content src/a.ts'],
  ],
  [
    '100 new file',
    fenced(
      'diff --git a/n.sh b/n.sh\nnew file mode 100755\nindex 0..1\n--- /dev/null\n+++ b/n.sh\n@@ -0,0 +1,2 @@\n+a\n+b',
    ),
    ['create n.sh "a\\nb\\n"'],
  ],
  [
    '100 new file without a git header',
    fenced('--- /dev/null\n+++ b/n.ts\n@@ -0,0 +1 @@\n+a'),
    ['create n.ts "a\\n"'],
  ],
  [
    '100 an empty new file',
    fenced('diff --git a/n.ts b/n.ts\nnew file mode 100644\nindex 0..1'),
    ['create n.ts ""'],
  ],
  [
    '100 a new file with context',
    fenced('--- /dev/null\n+++ b/n.ts\n@@ -0,0 +1 @@\n k\n+a'),
    ['! malformed-edit mixed-lines n.ts'],
  ],
  [
    '100 deleted file',
    fenced(
      'diff --git a/o.ts b/o.ts\ndeleted file mode 100644\n--- a/o.ts\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a',
    ),
    ['delete o.ts'],
  ],
  [
    '100 rename',
    fenced('diff --git a/o.ts b/n.ts\nsimilarity index 100%\nrename from o.ts\nrename to n.ts'),
    ['rename o.ts n.ts'],
  ],
  [
    '100 rename with a change',
    fenced(
      'diff --git a/o.ts b/n.ts\nsimilarity index 90%\nrename from o.ts\nrename to n.ts\n--- a/o.ts\n+++ b/n.ts\n@@ -1 +1 @@\n-a\n+b',
    ),
    ['rename o.ts n.ts', 'replace n.ts "a" -> "b"'],
  ],
  [
    '100 mode',
    fenced('diff --git a/x.sh b/x.sh\nold mode 100644\nnew mode 100755'),
    ['mode x.sh 100755'],
  ],
  [
    '100 timestamps',
    fenced(
      '--- src/a.ts\t2024-01-01 10:00:00\n+++ src/a.ts\t2024-01-01 10:00:01 +0100\n@@ -1,2 +1,2 @@\n k\n-a\n+b',
    ),
    [AB],
  ],
  [
    '100 quoted paths',
    fenced('--- "a/src/\\303\\244.ts"\n+++ "b/src/\\303\\244.ts"\n@@ -1 +1 @@\n-a\n+b'),
    ['replace src/ä.ts "a" -> "b"'],
  ],
  [
    '100 an original beside',
    fenced('--- src/a.ts.orig\n+++ src/a.ts\n@@ -1,2 +1,2 @@\n k\n-a\n+b'),
    [AB],
  ],
  [
    '100 binary',
    fenced(
      'diff --git a/x.png b/x.png\nindex 1..2 100644\nBinary files a/x.png and b/x.png differ',
    ),
    ['! file-kind-refused binary x.png'],
  ],
  [
    '101 binary patch',
    fenced('diff --git a/x.png b/x.png\nindex 1..2\nGIT binary patch\nliteral 3\nabc'),
    ['! file-kind-refused binary x.png'],
  ],
  [
    '101 combined',
    fenced(
      'diff --cc src/a.ts\nindex 1,2..3\n--- a/src/a.ts\n+++ b/src/a.ts\n@@@ -1,2 -1,2 +1,2 @@@\n- a\n +b',
    ),
    ['! malformed-edit combined src/a.ts'],
  ],
  [
    '140 a symlink',
    fenced(
      'diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc\n\\ No newline at end of file',
    ),
    ['! file-kind-refused symlink l'],
  ],
  [
    '140 a submodule',
    fenced(
      'diff --git a/s b/s\nindex 1..2 160000\n--- a/s\n+++ b/s\n@@ -1 +1 @@\n-Subproject commit 1\n+Subproject commit 2',
    ),
    ['! file-kind-refused submodule s'],
  ],
  [
    '146 two paths',
    fenced('--- a/src/a.ts\n+++ b/src/b.ts\n@@ -1 +1 @@\n-a\n+b'),
    ['! malformed-edit paths-disagree'],
  ],
  [
    '146 a caption and a path',
    `src/z.ts\n${fenced(`${HEAD}@@ -1,2 +1,2 @@\n k\n-a\n+b`)}`,
    ['! malformed-edit paths-disagree'],
  ],
  [
    'a hunk that changes nothing',
    fenced(`${HEAD}@@ -1 +1 @@\n k`),
    ['! malformed-edit hunk-without-change src/a.ts'],
  ],
  ['a header alone', fenced(HEAD), ['! malformed-edit empty-diff src/a.ts']],
  [
    'a fence inside a hunk',
    `${F}\`diff\n${HEAD}@@ -1,2 +1,2 @@\n \`\`\`\n-a\n+b\n${F}\`\n`,
    ['replace src/a.ts "```\\na" -> "```\\nb"'],
  ],
  [
    'search blocks in a diff fence',
    fenced('src/a.ts\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE'),
    ['replace src/a.ts "a" -> "b"'],
  ],
  [
    'a patch file under its caption',
    `fix.patch\n${fenced(`${HEAD}@@ -1,2 +1,2 @@\n k\n-a\n+b`)}`,
    [`write fix.patch ${JSON.stringify(`${HEAD}@@ -1,2 +1,2 @@\n k\n-a\n+b\n`)}`],
  ],
  [
    '139 a way out',
    fenced('--- a/../x\n+++ b/../x\n@@ -1 +1 @@\n-a\n+b'),
    ['! path-denied escapes ../x'],
  ],
  [
    'in an item of a list',
    `1. First:\n\n   ${F}diff\n   --- a/src/a.ts\n   +++ b/src/a.ts\n   @@ -1,2 +1,2 @@\n    k\n   -a\n   +b\n   ${F}\n`,
    [AB],
  ],
  [
    'in an item of a list, closed at the margin',
    `1. First:\n\n   ${F}diff\n   --- a/src/a.ts\n   +++ b/src/a.ts\n   @@ -1,2 +1,2 @@\n    k\n   -a\n   +b\n${F}\n`,
    [AB],
  ],
  [
    'in an item of a list, its lines at the margin',
    `1. First:\n\n   ${F}diff\n${HEAD}@@ -1,2 +1,2 @@\n k\n-a\n+b\n   ${F}\n`,
    [AB],
  ],
  [
    'in an item of a list, in a fence without a name',
    `- First:\n\n  ${F}\n  diff --git a/src/a.ts b/src/a.ts\n  --- a/src/a.ts\n  +++ b/src/a.ts\n  @@ -1,2 +1,2 @@\n   k\n  -a\n  +b\n  ${F}\n`,
    [AB],
  ],
  [
    'in an item of a list, under a caption alone',
    `- src/a.ts\n\n\t${F}diff\n\t k\n\t-a\n\n\t+b\n\t${F}\n`,
    ['replace src/a.ts "k\\na\\n" -> "k\\n\\nb"'],
  ],
  [
    'in an item of a list, moved and nothing else',
    `- First:\n\n  ${F}diff\n  diff --git a/o.ts b/n.ts\n  rename from o.ts\n  rename to n.ts\n  ${F}\n`,
    ['rename o.ts n.ts'],
  ],
  [
    'deeper than the margin, without a fence',
    `- First:\n\n  --- a/src/a.ts\n  +++ b/src/a.ts\n  @@ -1,2 +1,2 @@\n   k\n  -a\n  +b\n`,
    ['! malformed-edit indented-diff'],
  ],
  [
    'deeper than the margin, without a fence, as git writes it',
    `- First:\n\n    diff --git a/src/a.ts b/src/a.ts\n    index 1..2 100644\n    --- a/src/a.ts\n    +++ b/src/a.ts\n    @@ -1,2 +1,2 @@\n     k\n    -a\n    +b\n`,
    ['! malformed-edit indented-diff'],
  ],
  [
    'a rule deeper than the margin is no diff',
    `  --- a\n  +++ b\n${HEAD}@@ -1,2 +1,2 @@\n k\n-a\n+b\n`,
    [AB],
  ],
  [
    'an open hunk without counts, lines to add or a list after it',
    `${HEAD}@@ @@\n k\n-a\n+b\n\n+ an item\n  of a list\n- and another\n`,
    ['! malformed-edit list-or-lines src/a.ts'],
  ],
  [
    'an open hunk with counts too large, and a list after it',
    `${HEAD}@@ -1,9 +1,9 @@\n k\n-a\n+b\n\n- an item\n\n- and another\n\nDone.\n`,
    ['! malformed-edit list-or-lines src/a.ts'],
  ],
  [
    'an open hunk whose counts say that a list is in it',
    `${HEAD}@@ -1,3 +1,3 @@\n k\n\n- a\n+ b\n`,
    ['replace src/a.ts "k\\n\\n a" -> "k\\n\\n b"'],
  ],
  [
    'an open hunk without counts, whose code goes on after an empty line',
    `${HEAD}@@ @@\n k\n-a\n+b\n\n+  return b;\n`,
    ['replace src/a.ts "k\\na\\n" -> "k\\nb\\n\\n  return b;"'],
  ],
  [
    'a fenced hunk holds no list',
    fenced(`${HEAD}@@ @@\n k\n-a\n+b\n\n+ an item`),
    ['replace src/a.ts "k\\na\\n" -> "k\\nb\\n\\n an item"'],
  ],
  ['147 an ed script', 'src/a.ts:\n0a\nhello\n.\nw\n', ['! no-edits only-prose']],
];

describe('unified diffs', () => {
  test.each(rows)('%s', (_, response, expected) => {
    expect(summary(response)).toEqual(expected);
  });
  test('85 numbers are hints', () => {
    expect(decodeText(fenced(`${HEAD}@@ -7,2 +9,2 @@ def f\n k\n-a\n+b`)).edits[0]).toMatchObject({
      scope: { anchors: [], lineHint: 7 },
      script: [
        { tag: 'keep', text: 'k' },
        { tag: 'remove', text: 'a' },
        { tag: 'add', text: 'b' },
      ],
    });
  });
  test('87 a header of text is an anchor', () => {
    expect(decodeText(fenced(`${HEAD}@@ def f @@\n-a`)).edits[0]).toMatchObject({
      scope: { anchors: ['def f'] },
    });
  });
  test.each([
    ['-a\n\\ No newline at end of file\n+b', true],
    ['-a\n+b\n\\ No newline at end of file', false],
    ['-a\n+b', undefined],
  ])('97 the final newline of %j', (body, expected) => {
    const [edit] = decodeText(fenced(`${HEAD}@@ -1 +1 @@\n${body}`)).edits;
    expect(edit?.kind === 'replace' && edit.finalNewline).toBe(expected);
  });
  test.each([
    ['a list', 'k\na\nz\n', { files: { 'src/a.ts': 'k\nb\nz\n' } }],
    [
      'lines of the file',
      'k\na\n\n an item\n and another\nz\n',
      { files: { 'src/a.ts': 'k\nb\n\nz\n' } },
    ],
    ['neither', 'q\n', { refused: ['stale-anchor/nowhere'] }],
  ])('87 after a hunk without counts, lines to remove that are %s', (_, content, expected) => {
    const response = `${HEAD}@@ @@\n k\n-a\n+b\n\n- an item\n- and another\n`;
    expect(outcome({ 'src/a.ts': content }, decodeText(response).edits)).toEqual(expected);
  });
  test('100 the mode of a new file', () => {
    const response = fenced(
      'diff --git a/n b/n\nnew file mode 100755\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+a\n\\ No newline at end of file',
    );
    expect(decodeText(response).edits[0]).toMatchObject({ mode: '100755', content: 'a' });
  });
  test('133 a deletion carries the content it believes in', () => {
    const response = fenced('--- a/o.ts\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b');
    expect(decodeText(response).edits[0]).toMatchObject({ kind: 'delete', old: 'a\nb\n' });
  });
});
