import { describe, expect, test } from 'vitest';
import { decodeText, summary } from '../../support/decode-text.ts';

const F = '```';
const body = `${F}ts\na\n${F}`;
const WRITE = ['write src/a.ts "a\\n"'];

const captions: readonly string[] = [
  'src/a.ts',
  '`src/a.ts`',
  '### `src/a.ts`',
  '**src/a.ts**:',
  '**`src/a.ts`**',
  'File: src/a.ts',
  'Target: `src/a.ts`',
  '**File:** `src/a.ts`',
  '**File: src/a.ts**',
  'src/a.ts (new file)',
  '`src/a.ts` (updated)',
  '### src/a.ts — new file',
  '1. src/a.ts',
  '- `src/a.ts`:',
  'Create src/a.ts',
  'Create `src/a.ts`:',
  'Create a new file `src/a.ts`:',
  'Add `src/a.ts`',
  'New file: src/a.ts',
  'Save as `src/a.ts`',
  '#### 2. `src/a.ts`',
  'Filename: src/a.ts',
  '<!-- src/a.ts -->',
  '## Step 1: `src/a.ts`',
];

describe('23 captions', () => {
  test.each(captions)('%s', (caption) => {
    expect(summary(`Some text.\n\n${caption}\n${body}\n`)).toEqual(WRITE);
    expect(summary(`${caption}\n\n${body}\n`)).toEqual(WRITE);
  });
});

const rows: readonly (readonly [name: string, response: string, expected: readonly string[]])[] = [
  ['the path in the info string', `${F}ts src/a.ts\na\n${F}`, WRITE],
  ['title=', `${F}ts title="src/a.ts"\na\n${F}`, WRITE],
  ['file=', `${F}ts file=src/a.ts\na\n${F}`, WRITE],
  ['lang:path', `${F}ts:src/a.ts\na\n${F}`, WRITE],
  [
    'a path without an extension in the info string',
    `${F}text hooks/forward\na\n${F}`,
    ['write hooks/forward "a\\n"'],
  ],
  [
    'a path without an extension on a line of its own',
    `bin/set-up\n${F}\na\n${F}`,
    ['write bin/set-up "a\\n"'],
  ],
  [
    'a script without an extension',
    `bin/set-up\n${F}bash\n#!/bin/sh\na\n${F}`,
    ['write bin/set-up "#!/bin/sh\\na\\n"'],
  ],
  [
    'commands under the program that they run',
    `bin/set-up\n${F}bash\nbin/set-up --all\n${F}`,
    ['! unclassified-edit commands bin/set-up'],
  ],
  [
    'a new file without an extension',
    `data/seed (new file)\n${F}\na\n${F}`,
    ['write data/seed "a\\n"'],
  ],
  [
    'words that are no path, though they are new',
    `Tools (new file)\n${F}\na\n${F}`,
    ['! no-edits only-examples'],
  ],
  ['words with a slash', `Input/Output\n${F}\na\n${F}`, ['! no-edits only-examples']],
  ['only a path as info', `${F}src/a.ts\na\n${F}`, WRITE],
  ['25 a language is no path', `${F}php\n<?php\n${F}`, ['! no-edits only-examples']],
  ['26 the path in a first comment', `${F}ts\n// src/a.ts\na\n${F}`, WRITE],
  ['26 the path above and in a first comment', `src/a.ts\n${F}ts\n// src/a.ts\na\n${F}`, WRITE],
  [
    '146 two different paths',
    `src/a.ts\n${F}ts\n// src/b.ts\na\n${F}`,
    ['! malformed-edit paths-disagree src/a.ts'],
  ],
  [
    '24 a path in a sentence makes no file',
    `Put this into \`src/a.ts\` please:\n\n${body}`,
    ['! unclassified-edit path-in-sentence src/a.ts'],
  ],
  [
    'a sentence with two paths captions nothing',
    `From \`src/a.ts\` to \`src/b.ts\`:\n\n${body}`,
    ['! no-edits only-examples'],
  ],
  ['an excerpt', `\`src/a.ts\` (excerpt)\n${body}`, ['! unclassified-edit excerpt src/a.ts']],
  ['an excerpt by lines', `src/a.ts:10-20\n${body}`, ['! unclassified-edit excerpt src/a.ts']],
  ['a citation', `${F}10:20:src/a.ts\na\n${F}`, ['! unclassified-edit excerpt src/a.ts']],
  ['prose alone', 'Nothing to do.', ['! no-edits only-prose']],
  ['nothing at all', '', ['! no-edits only-prose']],
  [
    '20 shell commands',
    `Run this:\n${F}bash\ncat > src/a.ts <<EOF\nx\nEOF\n${F}`,
    ['! no-edits only-commands'],
  ],
  [
    '20 shell commands under a path that is no script',
    `package.json\n${F}bash\nnpm i x\n${F}`,
    ['! unclassified-edit commands package.json'],
  ],
  ['a script under its path', `bin/run.sh\n${F}bash\necho\n${F}`, ['write bin/run.sh "echo\\n"']],
  [
    '8 a README with labelled inner fences',
    `README.md\n${F}md\n# T\n\n${F}bash\nnpm i\n${F}\n\nend\n${F}\n`,
    ['write README.md "# T\\n\\n```bash\\nnpm i\\n```\\n\\nend\\n"'],
  ],
  [
    '8 a README with bare inner fences',
    `README.md\n${F}md\n# T\n\n${F}\nnpm i\n${F}\n\nend\n${F}\n`,
    ['! malformed-edit fence-end-unsure README.md'],
  ],
  [
    '9 a longer outer fence',
    `README.md\n${F}\`md\n# T\n${F}\nnpm i\n${F}\n${F}\`\n`,
    ['write README.md "# T\\n```\\nnpm i\\n```\\n"'],
  ],
  [
    '9 a tilde outer fence',
    `README.md\n~~~md\n# T\n${F}\nnpm i\n${F}\n~~~\n`,
    ['write README.md "# T\\n```\\nnpm i\\n```\\n"'],
  ],
  [
    'a docstring with bare fences',
    `src/a.py\n${F}py\n"""\n${F}\nx\n${F}\n"""\n${F}\n`,
    ['! malformed-edit fence-end-unsure src/a.py'],
  ],
  [
    'a plain fence later, after prose',
    `src/a.ts\n${F}ts\na\n${F}\n\nThen run:\n\n${F}\nnpm test\n${F}\n`,
    WRITE,
  ],
  [
    '10 an indented fence',
    `1. src/a.ts\n   ${F}ts\n   a\n     b\n   ${F}\n`,
    ['write src/a.ts "a\\n  b\\n"'],
  ],
  [
    '10 an indented fence round text that is not',
    `1. src/a.ts\n   ${F}ts\n   a\nb\n   ${F}\n`,
    ['write src/a.ts "   a\\nb\\n"'],
  ],
  [
    '117 no closing fence',
    `src/a.ts\n${F}ts\na\n`,
    ['! truncated-response unclosed-fence src/a.ts'],
  ],
  [
    '83 no closing fence anywhere',
    `src/a.ts\n${F}ts\na\n${F}\n\nRun:\n\n${F}bash\nnpm\n`,
    [...WRITE, '! truncated-response unclosed-fence'],
  ],
  ['121 the same whole file twice', `src/a.ts\n${body}\n\nsrc/a.ts\n${body}\n`, WRITE],
  [
    '121 two contents',
    `src/a.ts\n${body}\n\nsrc/a.ts\n${F}ts\nb\n${F}\n`,
    [...WRITE, 'write src/a.ts "b\\n"'],
  ],
  [
    'a hedged caption is held',
    `The file could look something like this:\n\nsrc/a.ts\n${body}\n`,
    [...WRITE, '? hedged-edit src/a.ts'],
  ],
  [
    'hedging further up is not',
    `For example, logins fail. Here is the fix.\n\nsrc/a.ts\n${body}\n`,
    WRITE,
  ],
  ['a product is no path', `### Node.js\n${F}js\nx()\n${F}`, ['! no-edits only-examples']],
  ['and/or is no path', `and/or\n${F}js\nx()\n${F}`, ['! no-edits only-examples']],
  ['a method is no path', `\`user.name\`\n${F}js\nx()\n${F}`, ['! no-edits only-examples']],
  [
    '33 a path with spaces',
    `\`my docs/read me.md\`\n${F}\na\n${F}`,
    ['write my docs/read me.md "a\\n"'],
  ],
  ['32 a Windows path', `src\\a.ts\n${body}`, ['write src\\a.ts "a\\n"']],
  ['dunder names', `pkg/__init__.py\n${F}py\na\n${F}`, ['write pkg/__init__.py "a\\n"']],
  [
    'a route group',
    `\`app/(shop)/page.tsx\`\n${F}tsx\na\n${F}`,
    ['write app/(shop)/page.tsx "a\\n"'],
  ],
  ['a Makefile', `Makefile\n${F}make\na\n${F}`, ['write Makefile "a\\n"']],
  ['139 out of the tree', `../a.ts\n${body}`, ['! path-denied escapes ../a.ts']],
  ['139 into .git', `.git/config\n${F}\na\n${F}`, ['! path-denied git-directory .git/config']],
  ['139 home', `File: ~/a.ts\n${F}\na\n${F}`, ['! path-denied absolute ~/a.ts']],
  ['139 a drive', `C:\\a.ts\n${F}\na\n${F}`, ['! path-denied absolute C:\\a.ts']],
  [
    'markers in the middle of code',
    `${F}\nsome text\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n${F}\n and more`,
    ['! unclassified-edit markers-in-code'],
  ],
  ['a fence round the whole response', `${F}\`markdown\nsrc/a.ts\n${body}\n${F}\``, WRITE],
  ['an empty block', `src/__init__.py\n${F}py\n${F}`, ['write src/__init__.py ""']],
  [
    'a pasted reply',
    `<!-- sallyport reply -->\nsrc/a.ts\n${body}\n<!-- end of sallyport reply -->`,
    ['! no-edits pasted-reply'],
  ],
  [
    'a pasted reply and an answer',
    `<!-- sallyport reply -->\nsrc/b.ts\n${body}\n<!-- end of sallyport reply -->\n\nsrc/a.ts\n${body}`,
    WRITE,
  ],
];

describe('whole files', () => {
  test.each(rows)('%s', (_, response, expected) => {
    expect(summary(response)).toEqual(expected);
  });
  test('26 a comment that only names the path is kept apart', () => {
    expect(decodeText(`src/a.ts\n${F}ts\n// src/a.ts\na\n${F}`).edits[0]).toMatchObject({
      content: 'a\n',
      captionLine: '// src/a.ts',
    });
  });
  test('32 an absolute path inside a root is made relative', () => {
    const { edits } = decodeText(`/w/shop/src/a.ts\n${body}`, { roots: ['/w/shop'] });
    expect(edits[0]?.target).toEqual({ spelt: '/w/shop/src/a.ts', path: 'src/a.ts' });
  });
  test('quoted code carries its text, so that the file can clear it', () => {
    const { spans } = decodeText(`Now \`src/a.ts\` says:\n\n${body}\n\nDone.`);
    expect(spans.find(({ kind }) => kind === 'unclassified')).toMatchObject({
      path: 'src/a.ts',
      quoted: 'a\n',
      firstLine: 3,
      lastLine: 5,
    });
  });
});

describe('bounds', () => {
  test('bytes', () => {
    expect(decodeText('x'.repeat(11), { maxBytes: 10 }).rejections).toEqual([
      { code: 'payload-too-large', reason: 'bytes', facts: { actual: 11, limit: 10 } },
    ]);
  });
  test('blocks', () => {
    const two = `a.ts\n${body}\n\nb.ts\n${body}\n`;
    expect(decodeText(two, { maxBlocks: 1 }).rejections).toEqual([
      { code: 'payload-too-large', reason: 'blocks', facts: { actual: 2, limit: 1 } },
    ]);
  });
});
