import { describe, expect, test } from 'vitest';
import { decodeText, summary } from '../../support/decode-text.ts';

const S = '<<<<<<< SEARCH';
const D = '=======';
const R = '>>>>>>> REPLACE';

const rows: readonly (readonly [name: string, response: string, expected: readonly string[]])[] = [
  [
    'bracket markers',
    'File: src/a.ts\n[[[SEARCH]]]\na\n[[[DIVIDER]]]\nb\n[[[REPLACE]]]\n',
    ['replace src/a.ts "a" -> "b"'],
  ],
  [
    'bracket markers with backticks',
    'Target: `src/a.ts`\n\n[[[SEARCH]]]\na\n[[[DIVIDER]]]\n[[[REPLACE]]]',
    ['replace src/a.ts "a" -> ""'],
  ],
  [
    'bracket markers keep dividers of the other kind',
    `File: a.md\n[[[SEARCH]]]\nT\n${D}\n[[[DIVIDER]]]\nU\n${D}\n[[[REPLACE]]]`,
    ['replace a.md "T\\n=======" -> "U\\n======="'],
  ],
  [
    'bracket markers without a divider',
    'File: a.ts\n[[[SEARCH]]]\na\n[[[REPLACE]]]',
    ['! malformed-edit missing-divider'],
  ],
  [
    'bracket markers with two dividers',
    'File: a.ts\n[[[SEARCH]]]\na\n[[[DIVIDER]]]\nb\n[[[DIVIDER]]]\nc\n[[[REPLACE]]]',
    ['! malformed-edit two-dividers', '! malformed-edit stray-marker'],
  ],
  [
    'bracket markers unclosed',
    'File: a.ts\n[[[SEARCH]]]\na\n[[[DIVIDER]]]\nb',
    ['! truncated-response missing-closer'],
  ],
  [
    'a path in a hidden folder, without an extension',
    'x\n\n.husky/pre-commit\n[[[SEARCH]]]\na\n[[[DIVIDER]]]\nb\n[[[REPLACE]]]\n',
    ['replace .husky/pre-commit "a" -> "b"'],
  ],
  [
    'a path without an extension, alone over the block',
    `data/seed\n${S}\na\n${D}\nb\n${R}`,
    ['replace data/seed "a" -> "b"'],
  ],
  [
    'a path without an extension makes no file',
    `data/seed\n${S}\n${D}\nb\n${R}`,
    ['! malformed-edit create-needs-caption data/seed'],
  ],
  [
    'the next path without an extension is no longer the file before',
    `a.ts\n${S}\na\n${D}\nb\n${R}\n\ndata/seed\nThis one too:\n${S}\na\n${D}\nb\n${R}`,
    ['replace a.ts "a" -> "b"', '! malformed-edit no-path'],
  ],
  [
    'conflict markers, path above',
    `src/a.ts\n${S}\na\n${D}\nb\n${R}`,
    ['replace src/a.ts "a" -> "b"'],
  ],
  [
    'conflict markers in a fence, path above the fence',
    `**src/a.ts**:\n\n\`\`\`ts\n${S}\na\n${D}\nb\n${R}\n\`\`\`\n`,
    ['replace src/a.ts "a" -> "b"'],
  ],
  [
    'conflict markers in a fence, path inside',
    `\`\`\`\nsrc/a.ts\n${S}\na\n${D}\nb\n${R}\n\`\`\`\n`,
    ['replace src/a.ts "a" -> "b"'],
  ],
  [
    'conflict markers, path in a comment inside',
    `\`\`\`ts\n// src/a.ts\n${S}\na\n${D}\nb\n${R}\n\`\`\`\n`,
    ['replace src/a.ts "a" -> "b"'],
  ],
  [
    'conflict markers, path in the info string',
    `\`\`\`ts src/a.ts\n${S}\na\n${D}\nb\n${R}\n\`\`\`\n`,
    ['replace src/a.ts "a" -> "b"'],
  ],
  [
    'conflict markers, path in a sentence',
    `In \`src/a.ts\`, rename it:\n\n${S}\na\n${D}\nb\n${R}`,
    ['replace src/a.ts "a" -> "b"'],
  ],
  [
    'a fence inside the old text',
    `a.md\n\`\`\`\n${S}\n\`\`\`bash\nx\n\`\`\`\n${D}\ny\n${R}\n\`\`\`\n`,
    ['replace a.md "```bash\\nx\\n```" -> "y"'],
  ],
  [
    'two blocks in one fence',
    `\`\`\`\nsrc/a.ts\n${S}\na\n${D}\nb\n${R}\n\nsrc/b.ts\n${S}\nc\n${D}\nd\n${R}\n\`\`\``,
    ['replace src/a.ts "a" -> "b"', 'replace src/b.ts "c" -> "d"'],
  ],
  [
    '1 an underline in the new text',
    `a.rst\n${S}\nT\n${D}\nTitle\n=====\n${R}`,
    ['replace a.rst "T" -> "Title\\n====="'],
  ],
  [
    '2 an underline in the old text',
    `a.rst\n${S}\nTitle\n=====\nBody\n${D}\nTitle\n${R}`,
    ['replace a.rst "Title\\n=====\\nBody" -> "Title"'],
  ],
  [
    '1 an underline as long as the divider',
    `a.rst\n${S}\nTitle\n${D}\nBody\n${D}\nTitle\n${R}`,
    ['! malformed-edit two-dividers'],
  ],
  [
    '3 real conflict markers as content',
    `a.ts\n${S}\n<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> main\n${D}\nz\n${R}`,
    ['replace a.ts "<<<<<<< HEAD\\nx\\n=======\\ny\\n>>>>>>> main" -> "z"'],
  ],
  [
    '3 real conflict markers out of balance',
    `a.ts\n${S}\n<<<<<<< HEAD\nx\n=======\ny\n${D}\nz\n${R}`,
    ['! malformed-edit unbalanced-markers'],
  ],
  [
    '4 a trailing > and other lengths',
    `a.ts\n<<<<< SEARCH>\na\n=====\nb\n>>>>> REPLACE`,
    ['replace a.ts "a" -> "b"'],
  ],
  [
    '4 nine characters',
    `a.ts\n<<<<<<<<< SEARCH\na\n=========\nb\n>>>>>>>>> REPLACE`,
    ['replace a.ts "a" -> "b"'],
  ],
  [
    '5 the other dialect',
    `a.ts\n------- SEARCH\na\n${D}\nb\n+++++++ REPLACE`,
    ['replace a.ts "a" -> "b"'],
  ],
  ['5 mixed dialects', `a.ts\n------- SEARCH\na\n${D}\nb\n${R}`, ['replace a.ts "a" -> "b"']],
  ['6 no closer at the end', `a.ts\n${S}\na\n${D}\nb\n`, ['! truncated-response missing-closer']],
  [
    '7 no closer before the next block',
    `a.ts\n${S}\na\n${D}\nb\n\nb.ts\n${S}\nc\n${D}\nd\n${R}`,
    ['replace b.ts "c" -> "d"', '! truncated-response missing-closer'],
  ],
  [
    '10 indented markers',
    `1. src/a.ts\n   ${S}\n   a\n     b\n   ${D}\n   c\n   ${R}`,
    ['replace src/a.ts "a\\n  b" -> "c"'],
  ],
  [
    '10 indented markers, content not',
    `src/a.ts\n  ${S}\na\n  ${D}\n  c\n  ${R}`,
    ['replace src/a.ts "a" -> "  c"'],
  ],
  ['11 a quoted block', `src/a.ts\n> ${S}\n> a\n> ${D}\n> b\n> ${R}`, ['! no-edits only-examples']],
  [
    '11 a block that must not be applied',
    `For illustration only, do not apply this to src/a.ts:\n\`\`\`text\n${S}\na\n${D}\nb\n${R}\n\`\`\``,
    ['! no-edits only-examples'],
  ],
  [
    '12 reasoning is dropped',
    `<think>\nsrc/a.ts\n${S}\nx\n${D}\ny\n${R}\n</think>\nsrc/a.ts\n${S}\na\n${D}\nb\n${R}`,
    ['replace src/a.ts "a" -> "b"'],
  ],
  [
    '12 reasoning without its opener',
    `src/a.ts\n${S}\nx\n${D}\ny\n${R}\n</think>\nsrc/a.ts\n${S}\na\n${D}\nb\n${R}`,
    ['replace src/a.ts "a" -> "b"'],
  ],
  [
    '13 the same block twice',
    `src/a.ts\n${S}\na\n${D}\nb\n${R}\n\nsrc/a.ts\n${S}\na\n${D}\nb\n${R}`,
    ['replace src/a.ts "a" -> "b"'],
  ],
  [
    '22 CRLF',
    `src/a.ts\r\n${S}\r\na\r\nb\r\n${D}\r\nc\r\n${R}\r\n`,
    ['replace src/a.ts "a\\nb" -> "c"'],
  ],
  [
    '24 a sentence is no path',
    `And then in the tests:\n\n${S}\na\n${D}\nb\n${R}`,
    ['! malformed-edit no-path'],
  ],
  [
    '30 the second block takes the path over',
    `src/a.ts\n${S}\na\n${D}\nb\n${R}\n\nand\n\n${S}\nc\n${D}\nd\n${R}`,
    ['replace src/a.ts "a" -> "b"', 'replace src/a.ts "c" -> "d"'],
  ],
  [
    '30 not past another path',
    `src/a.ts\n${S}\na\n${D}\nb\n${R}\n\nThis is used by src/b.ts and src/c.ts.\n\n${S}\nc\n${D}\nd\n${R}`,
    ['replace src/a.ts "a" -> "b"', '! malformed-edit no-path'],
  ],
  ['an empty SEARCH makes a file', `src/new.ts\n${S}\n${D}\na\n${R}`, ['create src/new.ts "a\\n"']],
  [
    'an empty SEARCH under a sentence does not',
    `It belongs in src/new.ts I think:\n${S}\n${D}\na\n${R}`,
    ['! malformed-edit create-needs-caption src/new.ts'],
  ],
  [
    '146 two paths that disagree',
    `src/b.ts\n\`\`\`\nsrc/a.ts\n${S}\na\n${D}\nb\n${R}\n\`\`\``,
    ['! malformed-edit paths-disagree'],
  ],
  ['a stray closer', `src/a.ts\na\n${D}\nb\n${R}`, ['! malformed-edit stray-marker']],
  [
    'residue of a rendered chat',
    `src/a.ts\ntypescript\nCopy code\n${S}\na\n${D}\nb\n${R}`,
    ['replace src/a.ts "a" -> "b"'],
  ],
  [
    'alternatives are held',
    `Option A\n\nsrc/a.ts\n${S}\na\n${D}\nb\n${R}\n\nOption B\n\nsrc/a.ts\n${S}\na\n${D}\nc\n${R}`,
    [
      'replace src/a.ts "a" -> "b"',
      'replace src/a.ts "a" -> "c"',
      '? alternatives',
      '? alternatives',
    ],
  ],
  [
    'an edit after "or, if you prefer" is held',
    `src/a.ts\n${S}\na\n${D}\nb\n${R}\n\nOr, if you prefer:\n\nsrc/a.ts\n${S}\na\n${D}\nc\n${R}`,
    ['replace src/a.ts "a" -> "b"', 'replace src/a.ts "a" -> "c"', '? alternatives'],
  ],
  [
    'a hedged block is held',
    `The fix might look like this:\n\nsrc/a.ts\n${S}\na\n${D}\nb\n${R}`,
    ['replace src/a.ts "a" -> "b"', '? hedged-edit src/a.ts'],
  ],
  ['a path out of the tree', `../a.ts\n${S}\na\n${D}\nb\n${R}`, ['! path-denied escapes ../a.ts']],
  [
    'an absolute path',
    `/etc/a.conf\n${S}\na\n${D}\nb\n${R}`,
    ['! path-denied absolute /etc/a.conf'],
  ],
];

describe('search and replace blocks', () => {
  test.each(rows)('%s', (_, response, expected) => {
    expect(summary(response)).toEqual(expected);
  });
});

const edit = (response: string) => decodeText(response).edits[0];

describe('what a block carries besides its sides', () => {
  test.each([
    [':start_line:42\n-------\n'],
    [':start_line: 42\n'],
    [':start_line=42\n:end_line=44\n-------\n'],
  ])('16 hint lines %j are no content', (hint) => {
    expect(edit(`a.ts\n${S}\n${hint}a\n${D}\nb\n${R}`)).toMatchObject({
      old: 'a',
      new: 'b',
      scope: { lineHint: 42 },
    });
  });
  test.each(['<<<<<<< SEARCH line=42', '<<<<<<< SEARCH:start_line:42', '<<<<<<< SEARCH (line 42)'])(
    '16 the hint in %s',
    (opener) => {
      expect(edit(`a.ts\n${opener}\na\n${D}\nb\n${R}`)).toMatchObject({ scope: { lineHint: 42 } });
    },
  );
  test('17 line numbers are another reading', () => {
    expect(edit(`a.ts\n${S}\n47 | a\n48 | }\n${D}\n47 | b\n0 | new\n${R}`)).toMatchObject({
      old: '47 | a\n48 | }',
      alternates: [{ old: 'a\n}', new: 'b\nnew', why: 'line-numbers' }],
      scope: { lineHint: 47 },
    });
  });
  test('17 numbers that do not rise are content', () => {
    expect(edit(`a.ts\n${S}\n2 | a\n1 | b\n${D}\nc\n${R}`)).not.toHaveProperty('alternates');
  });
  test('19 HTML entities are another reading', () => {
    expect(edit(`a.ts\n${S}\na &lt; b &amp;&amp; c\n${D}\na &gt; b\n${R}`)).toMatchObject({
      alternates: [{ old: 'a < b && c', new: 'a > b', why: 'html-entities' }],
    });
  });
  test('fences wrapped round both sides are another reading', () => {
    const response = `a.ts\n${S}\n\`\`\`ts\na\n\`\`\`\n${D}\n\`\`\`ts\nb\n\`\`\`\n${R}`;
    expect(edit(response)).toMatchObject({
      alternates: [{ old: 'a', new: 'b', why: 'wrapped-fences' }],
    });
  });
  test('3 escaped markers are another reading', () => {
    const response = `a.ts\n${S}\n\\<<<<<<< HEAD\nx\n\\=======\n${D}\nb\n${R}`;
    expect(edit(response)).toMatchObject({
      alternates: [{ old: '<<<<<<< HEAD\nx\n=======', new: 'b', why: 'escaped-markers' }],
    });
  });
  test('78 paired gaps become pieces', () => {
    expect(edit(`a.ts\n${S}\na\n...\nb\n${D}\nA\n...\nB\n${R}`)).toMatchObject({
      pieces: [
        { old: 'a', new: 'A' },
        { old: 'b', new: 'B' },
      ],
    });
    expect(edit(`a.ts\n${S}\na\n...\nb\n${D}\nA\n${R}`)).not.toHaveProperty('pieces');
  });
  test('a new text of one blank line is not a removal', () => {
    expect(edit(`a.ts\n${S}\na\n${D}\n\n${R}`)).toMatchObject({
      script: [
        { tag: 'remove', text: 'a' },
        { tag: 'add', text: '' },
      ],
    });
    expect(edit(`a.ts\n${S}\na\n${D}\n${R}`)).not.toHaveProperty('script');
  });
  test('positions are lines of the response', () => {
    expect(edit(`text\n\na.ts\n${S}\na\n${D}\nb\n${R}\n`)).toMatchObject({
      origin: { block: 1, format: 'conflict-markers', line: 4, endLine: 8 },
    });
  });
});

describe('markers of another dialect never become content, and are not passed over', () => {
  const F = '```';
  const known = `a.ts\n${S}\na\n${D}\nb\n${R}\n`;
  test.each([
    ['[[SEARCH]]', '[[/SEARCH]]', '[[REPLACE]]', '[[/REPLACE]]'],
    ['[SEARCH]', '[/SEARCH]', '[REPLACE]', '[/REPLACE]'],
    ['{{SEARCH}}', '{{/SEARCH}}', '{{REPLACE}}', '{{/REPLACE}}'],
    ['<SEARCH>', '</SEARCH>', '<REPLACE>', '</REPLACE>'],
    ['=== SEARCH ===', '===', '=== REPLACE ===', '==='],
    ['<<<<<<< ORIGINAL', '=======', '>>>>>>> UPDATED', ''],
    ['[[[FIND]]]', '', '[[[REPLACE WITH]]]', ''],
  ])('%s', (...signs) => {
    const [opens, ends, news, closes] = signs;
    const body = [opens, 'a', ends, news, 'b', closes].join('\n');
    expect(summary(`src/a.ts\n${F}ts\n${body}\n${F}\n`)).toEqual([
      '! malformed-edit foreign-markers src/a.ts',
    ]);
    expect(summary(`src/a.ts\n${body}\n`).join(' ')).toMatch(/(?:foreign|stray)-marker/);
    expect(summary(`${known}\nsrc/b.ts\n${body}\n`).join(' ')).toMatch(/(?:foreign|stray)-marker/);
    expect(summary(`${known}\nLike this:\n${F}\n${body}\n${F}\n`)).toContain(
      '! unclassified-edit markers-in-code',
    );
  });

  test('a file may say one of the words, and a document may show all', () => {
    const lines = `const a = [\n  OLD,\n];\n=== NEW ===\n`;
    expect(summary(`src/a.ts\n${F}ts\n${lines}${F}\n`)).toHaveLength(1);
    const shown = `# How\n\n${F}text\n[[SEARCH]]\na\n[[REPLACE]]\nb\n${F}\n`;
    expect(summary(`docs/a.md\n${F}${F}md\n${shown}${F}${F}\n`)).toEqual([
      `write docs/a.md ${JSON.stringify(shown)}`,
    ]);
  });
});
