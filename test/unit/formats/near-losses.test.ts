import { describe, expect, test } from 'vitest';
import { apply } from '../../../src/core/apply/apply.ts';
import { decodeText, summary } from '../../support/decode-text.ts';
import { codes, snapshotOf } from '../../support/edit-values.ts';

const F = '```';
const SEARCH = '<<<<<<< SEARCH\nold one\n=======\nnew one\n>>>>>>> REPLACE\n';
const DIFF = '@@ -1,2 +1,2 @@\n k\n-a\n+b\n';
const EDIT = 'replace a.ts "old one" -> "new one"';

/** What an engine would carry out although the response asks for something else, or for more. */
const rows: readonly (readonly [name: string, response: string, expected: readonly string[]])[] = [
  [
    'a file of an unknown kind does not take over the last path',
    `a.ts\n${SEARCH}\nb.unheard\n${SEARCH}`,
    [EDIT, 'replace b.unheard "old one" -> "new one"'],
  ],
  [
    'a file that is called like a product does not either',
    `a.ts\n${SEARCH}\nexpress.js\n${SEARCH}`,
    [EDIT, 'replace express.js "old one" -> "new one"'],
  ],
  [
    'over a fence of edits too',
    `b.unheard\n${F}\n${SEARCH}${F}\n`,
    ['replace b.unheard "old one" -> "new one"'],
  ],
  [
    'no file is made under such a name',
    'b.unheard\n<<<<<<< SEARCH\n=======\nnew one\n>>>>>>> REPLACE\n',
    ['! malformed-edit create-needs-caption b.unheard'],
  ],
  [
    'a path that a word announces may be of any kind',
    `File: b.unheard\n${F}\nwhole\n${F}\n`,
    ['write b.unheard "whole\\n"'],
  ],
  [
    'the last path is kept over a word',
    `a.ts\n${SEARCH}\nAnd\n${SEARCH.replaceAll('one', 'two')}`,
    [EDIT, 'replace a.ts "old two" -> "new two"'],
  ],
  [
    'cut in an opener',
    `a.ts\n${SEARCH}\nb.ts\n[[[SEA`,
    [EDIT, '! truncated-response missing-closer'],
  ],
  [
    'cut in the first character of an opener',
    `a.ts\n${SEARCH}\nb.ts\n<`,
    [EDIT, '! truncated-response missing-closer'],
  ],
  ['cut in a patch', `a.ts\n${SEARCH}\n*** Beg`, [EDIT, '! truncated-response missing-closer']],
  ['a rule at the end is none', `a.ts\n${SEARCH}\n***\n`, [EDIT]],
  [
    'cut at the start of a call',
    '{"name":"edit","arguments":{"path":"a.ts","old_string":"old one","new_string":"new one"}}\n{"na',
    [EDIT, '! truncated-response unclosed-json'],
  ],
  ['braces that end the response', `a.ts\n${SEARCH}\n{"a"}\n`, [EDIT]],
  [
    'a diff under the longer name of its file',
    `tools/a.md\n${F}diff\n--- a/a.md\n+++ b/a.md\n${DIFF}${F}\n`,
    ['replace tools/a.md "k\\na" -> "k\\nb"'],
  ],
  [
    'a diff under the shorter name of its file',
    `a.md\n${F}diff\n--- a/tools/a.md\n+++ b/tools/a.md\n${DIFF}${F}\n`,
    ['replace tools/a.md "k\\na" -> "k\\nb"'],
  ],
  [
    'a diff under a name that ends alike',
    `ba.md\n${F}diff\n--- a/a.md\n+++ b/a.md\n${DIFF}${F}\n`,
    ['! malformed-edit paths-disagree'],
  ],
  [
    'a new file under the longer name of its file',
    `tools/a.md\n${F}diff\n--- /dev/null\n+++ b/a.md\n@@ -0,0 +1 @@\n+x\n${F}\n`,
    ['! malformed-edit paths-disagree'],
  ],
  [
    'a patch under the name of a file that it does not touch',
    `b.ts\n${F}\n*** Begin Patch\n*** Update File: a.ts\n@@\n k\n-a\n+b\n*** End Patch\n${F}\n`,
    ['replace a.ts "k\\na" -> "k\\nb"', '! malformed-edit paths-disagree'],
  ],
  [
    'a patch under the name of a file that it touches',
    `a.ts\n${F}\n*** Begin Patch\n*** Update File: src/a.ts\n@@\n k\n-a\n+b\n*** End Patch\n${F}\n`,
    ['replace src/a.ts "k\\na" -> "k\\nb"'],
  ],
  [
    'a patch in a call that makes a file with the other separator',
    '{"name":"apply_patch","arguments":{"input":"*** Begin Patch\\n*** Add File: src\\\\b.ts\\n+x\\n*** End Patch"}}',
    ['create src\\b.ts "x\\n"'],
  ],
  [
    'blank context at the end of the response, without its blank',
    '--- a/a.md\n+++ b/a.md\n@@ -1,3 +1,3 @@\n k\n-a\n+b\n\n',
    ['replace a.md "k\\na" -> "k\\nb"'],
  ],
  [
    'the path in the line of the fence, of a file without an extension',
    `${F}text LICENSE\nfree\n${F}\n`,
    ['write LICENSE "free\\n"'],
  ],
];

describe('what must not be lost or carried over', () => {
  test.each(rows)('%s', (_name, response, expected) => {
    expect(summary(response)).toEqual(expected);
  });

  test.each([
    ['under its lone name', `\`b.unheard\`\n${F}\nwhole\n${F}\n`, ['unclassified-edit']],
    ['in the line of the fence', `${F}text b.unheard\nwhole\n${F}\n`, ['unclassified-edit']],
    ['quoted as it stands', `\`b.unheard\`\n${F}\nold\n${F}\n`, []],
    ['under a word that names nothing', `Output\n${F}\nwhole\n${F}\n`, []],
  ])('code of a tracked file that no format takes: %s', (_name, code, expected) => {
    const decoded = decodeText(`a.ts\n${SEARCH}\n${code}`);
    const files = { 'a.ts': 'old one\n', 'b.unheard': 'old\n' };
    const applied = apply(decoded, snapshotOf(files), { repoName: 'repo' });
    expect(codes(applied).map((code_) => code_.split('/')[0])).toEqual(expected);
  });
});
