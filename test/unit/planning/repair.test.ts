import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decode } from '../../../src/core/formats/decode.ts';
import { HOSTILE_RESPONSES } from '../../support/hostile-responses.ts';
import { afterOf, plannedOn, repairOf, REPAIR_SETTINGS, triedOn } from '../../support/repairs.ts';

const FILES = {
  'src/a.js': 'function a() {\n\tif (x) {\n\t\treturn "one";\n\t}\n}\n',
  'src/b.js':
    'export function greet(name) {\n  return `hi ${name}`;\n}\nconst s = \'<b>"x"</b>\';\nconst t = "a < b && c > d";\n',
  'docs/c.md': 'Some words about the greeting.\nAnd some more of them here.\n',
};
const GREET = '  return `hi ${name}`;';
const HELLO = '  return `hello ${name}`;';

const block = (
  path: string,
  old: string,
  text: string,
  marks: readonly [string, string, string] = ['<<<<<<< SEARCH', '=======', '>>>>>>> REPLACE'],
): string => `${path}\n\`\`\`\n${marks[0]}\n${old}\n${marks[1]}\n${text}\n${marks[2]}\n\`\`\`\n`;

const call = (path: string, old: string, text: string): string =>
  `${JSON.stringify({ name: 'edit_file', arguments: { path, old_string: old, new_string: text } })}\n`;

describe('a response that one correction mends', () => {
  test.each([
    [
      'the wrong file of those that were read',
      block(
        'src/a.js',
        `export function greet(name) {\n${GREET}`,
        `export function greet(name) {\n${HELLO}`,
      ),
      'Edit 1 names `src/a.js`; of the files that were read or named, the old text stands in `src/b.js` alone.',
    ],
    [
      'a file that is not there, its content in one that was read',
      block(
        'src/greet.js',
        `export function greet(name) {\n${GREET}`,
        `export function greet(name) {\n${HELLO}`,
      ),
      'Edit 1 names `src/greet.js`; of the files that were read or named, the old text stands in `src/b.js` alone.',
    ],
    [
      'markers with other words',
      block('src/b.js', GREET, HELLO, ['<<<<<<< ORIGINAL', '=======', '>>>>>>> UPDATED']),
      'The response would apply with `<<<<<<< SEARCH`, `=======` and `>>>>>>> REPLACE` as its markers, where it has `<<<<<<< ORIGINAL`, `>>>>>>> UPDATED`.',
    ],
    [
      'markers in small letters',
      block('src/b.js', GREET, HELLO, ['<<<<<<< search', '=======', '>>>>>>> replace']),
      expect.stringContaining('`<<<<<<< search`'),
    ],
    [
      'a divider of another kind',
      block('src/b.js', GREET, HELLO, ['<<<<<<< SEARCH', '-------', '>>>>>>> REPLACE']),
      expect.stringContaining('where it has `-------`'),
    ],
    [
      'two pairs of brackets',
      block('src/b.js', GREET, HELLO, ['[[SEARCH]]', '[[DIVIDER]]', '[[REPLACE]]']),
      expect.stringContaining('where it has `[[SEARCH]]`, `[[DIVIDER]]`, `[[REPLACE]]`'),
    ],
    [
      'headings',
      block('src/b.js', GREET, HELLO, ['### SEARCH', '### REPLACE', '### END']),
      expect.stringContaining('where it has `### SEARCH`'),
    ],
    [
      'a level of four blanks for one of two',
      block(
        'src/b.js',
        'export function greet(name) {\n    return `hi ${name}`;\n}',
        'export function greet(name) {\n    return `hello ${name}`;\n}',
      ),
      'Edit 1 would apply with 2 blanks a level where it has 4 blanks.',
    ],
    [
      'tabs and blanks mixed where the file has tabs',
      block(
        'src/a.js',
        '    if (x) {\n\t    return "one";\n\t}',
        '    if (x) {\n\t    return "two";\n\t}',
      ),
      'Edit 1 would apply with tabs a level where it has 4 blanks.',
    ],
    [
      'quotes escaped once too often',
      block('src/a.js', '\t\treturn \\"one\\";', '\t\treturn \\"two\\";'),
      'Edit 1 would apply without the escapes of quotes, which it has once too often.',
    ],
    [
      'the same in a call of several lines',
      call('src/a.js', '\tif (x) {\n\t\treturn \\"one\\";', '\tif (x) {\n\t\treturn \\"two\\";'),
      'Edit 1 would apply without the escapes of quotes, which it has once too often.',
    ],
    [
      'line breaks escaped once too often',
      block('src/a.js', '\tif (x) {\\n\\t\\treturn "one";', '\tif (x) {\\n\\t\\treturn "two";'),
      'Edit 1 would apply without the escapes of line breaks, which it has once too often.',
    ],
    [
      'entities by number',
      block('src/b.js', 'const t = "a &#60; b &#38;&#x26; c &#62; d";', 'const t = "a &#60; b";'),
      'Edit 1 would apply with the characters that its HTML entities stand for.',
    ],
    [
      'entities of entities',
      block(
        'src/b.js',
        'const t = "a &amp;lt; b &amp;amp;&amp;amp; c &amp;gt; d";',
        'const t = "a &amp;lt; b";',
      ),
      expect.stringContaining('HTML entities of HTML entities'),
    ],
  ])('%s', (_, text, sentence) => {
    expect(plannedOn(FILES, text)).not.toEqual(repairedTo(text));
    const repair = repairOf(FILES, text);
    expect(repair?.sentence).toEqual(sentence);
    expect(repair?.blocks).toEqual([1]);
    expect(plannedOn(FILES, repair?.diff ?? '')).toEqual(repairedTo(text));
  });

  test('the other edits are kept as they are, and the diff is the whole of it', () => {
    const text = `${block('docs/c.md', 'And some more of them here.', 'And no more.')}\n${block('src/a.js', `export function greet(name) {\n${GREET}`, `export function greet(name) {\n${HELLO}`)}`;
    const repair = repairOf(FILES, text);
    expect([repair?.kind, repair?.blocks]).toEqual(['wrong-file', [2]]);
    expect(repair?.diff).toBe(
      [
        'diff --git a/docs/c.md b/docs/c.md',
        '--- a/docs/c.md',
        '+++ b/docs/c.md',
        '@@ -1,2 +1,2 @@',
        ' Some words about the greeting.',
        '-And some more of them here.',
        '+And no more.',
        'diff --git a/src/b.js b/src/b.js',
        '--- a/src/b.js',
        '+++ b/src/b.js',
        '@@ -1,5 +1,5 @@',
        ' export function greet(name) {',
        '-  return `hi ${name}`;',
        '+  return `hello ${name}`;',
        ' }',
        ' const s = \'<b>"x"</b>\';',
        ' const t = "a < b && c > d";',
        '',
      ].join('\n'),
    );
  });
});

/** What each of the responses above means. */
function repairedTo(text: string): Record<string, string> {
  if (text.includes('one')) return { 'src/a.js': FILES['src/a.js'].replace('one', 'two') };
  if (text.includes('const t')) {
    return { 'src/b.js': FILES['src/b.js'].replace(' && c > d', '') };
  }
  return { 'src/b.js': FILES['src/b.js'].replace('`hi', '`hello') };
}

describe('nothing is offered', () => {
  const twice = { ...FILES, 'src/d.js': FILES['src/b.js'] };
  test.each([
    [
      'where two files have the text',
      twice,
      block('src/a.js', `export function greet(name) {\n${GREET}`, 'x'),
    ],
    [
      'where it stands there twice',
      { ...FILES, 'src/b.js': FILES['src/b.js'].repeat(2) },
      block('src/a.js', `export function greet(name) {\n${GREET}`, 'x'),
    ],
    ['of a text too short to tell', FILES, block('src/b.js', '\tif (x) {', '\tif (y) {')],
    ['where nothing helps', FILES, block('src/b.js', 'nothing of the kind stands here', 'x')],
    [
      'where one correction is not enough',
      FILES,
      block('src/a.js', 'const t = "a &#60; b &#38;&#38; c &#62; d";', 'x'),
    ],
    [
      'for one of two that fail',
      FILES,
      `${block('src/a.js', '\t\treturn \\"one\\";', '\t\treturn 1;')}\n${block('src/b.js', 'nowhere at all to be found', 'x')}`,
    ],
    [
      'where two corrections come to different files',
      { 'a.txt': 'say "x\\\\n" now here\nsay "x\\n" now here\n' },
      block('a.txt', 'say \\"x\\\\n\\" now here', 'say nothing'),
    ],
    [
      'where markers are not all there',
      FILES,
      `src/b.js\n<<<<<<< ORIGINAL\n${GREET}\n=======\n${HELLO}\n`,
    ],
    [
      "of git's own conflicts",
      FILES,
      block('src/b.js', GREET, HELLO, ['<<<<<<< HEAD', '=======', '>>>>>>> topic']),
    ],
  ])('%s', (_, files, text) => {
    expect(repairOf(files, text)).toBeNull();
  });

  test('that is held, or replaces a file whole', () => {
    const text = block(
      'src/a.js',
      `export function greet(name) {\n${GREET}`,
      `export function greet(name) {\n${HELLO}`,
    );
    const rules = [{ glob: 'src/b.js', action: 'hold' as const }];
    expect(repairOf(FILES, text, { ...REPAIR_SETTINGS, protectedRules: rules })).toBeNull();
    const whole = `docs/c.md\n\`\`\`md\nOther words about the greeting.\nAnd some more of them here.\n\`\`\`\n\n${text}`;
    expect(repairOf(FILES, text)).not.toBeNull();
    expect(repairOf(FILES, whole)).toBeNull();
  });

  test('of a very large response', () => {
    const long = `${'words\n'.repeat(50_000)}${block('src/a.js', '\t\treturn \\"one\\";', '\t\treturn 1;')}`;
    expect(triedOn(FILES, long)).toEqual([]);
  });
});

describe('whatever a response holds', () => {
  const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'omega', 'sigma');
  const line = fc
    .tuple(fc.nat({ max: 3 }), fc.array(word, { minLength: 3, maxLength: 5 }), fc.nat({ max: 999 }))
    .map(
      ([depth, words, number]) => `${'  '.repeat(depth)}set("${words.join(' ')}", ${number} < 7);`,
    );
  const lines = fc.uniqueArray(line, { minLength: 4, maxLength: 12 });
  const scene = fc.record({
    mine: lines,
    other: lines,
    from: fc.nat({ max: 2 }),
    count: fc.integer({ min: 1, max: 3 }),
    added: fc.array(line, { minLength: 1, maxLength: 3 }),
    damage: fc.constantFrom('wrong-file', 'markers', 'indentation', 'escapes', 'entities', 'none'),
  });
  type Scene = typeof scene extends fc.Arbitrary<infer T> ? T : never;

  const DAMAGE: Readonly<Record<Scene['damage'], (text: string) => string>> = {
    'wrong-file': (text) => text,
    markers: (text) => text,
    none: (text) => text,
    indentation: (text) => text.replaceAll(/^(?: {2})+/gm, (lead) => lead.repeat(2)),
    escapes: (text) => text.replaceAll('"', '\\"'),
    entities: (text) => text.replaceAll('<', '&#60;').replaceAll('"', '&#x22;'),
  };

  test('a repair is what the undamaged response says, and nothing besides', () => {
    const repaired = new Set<string>();
    fc.assert(
      fc.property(scene, ({ mine, other, from, count, added, damage }) => {
        const files = { 'mine.js': `${mine.join('\n')}\n`, 'other.js': `${other.join('\n')}\n` };
        const old = mine.slice(from, from + count).join('\n');
        const text = [...mine.slice(from, from + count - 1), ...added].join('\n');
        const meant = plannedOn(files, block('mine.js', old, text));
        const spoil = DAMAGE[damage];
        const response = block(
          damage === 'wrong-file' ? 'other.js' : 'mine.js',
          spoil(old),
          spoil(text),
          damage === 'markers' ? ['<<<< OLD', '====', '>>>> NEW'] : undefined,
        );
        const repair = repairOf(files, response);
        if (repair === null) return;
        repaired.add(repair.kind);
        expect(afterOf(repair.patch)).toEqual(meant);
        expect(plannedOn(files, repair.diff)).toEqual(meant);
      }),
      { numRuns: 300 },
    );
    expect([...repaired].sort()).toEqual([
      'entities',
      'escapes',
      'indentation',
      'markers',
      'wrong-file',
    ]);
  });

  test('edits that were not corrected are what they were', () => {
    fc.assert(
      fc.property(scene, scene, (one, two) => {
        const files = {
          'mine.js': `${one.mine.join('\n')}\n`,
          'other.js': `${two.other.join('\n')}\n`,
        };
        const response = `${block('mine.js', one.mine.slice(0, 2).join('\n'), one.added.join('\n'))}\n${block('other.js', DAMAGE[two.damage](two.other.slice(1, 3).join('\n')), DAMAGE[two.damage](two.added.join('\n')))}`;
        const before = decode(Buffer.from(response)).edits;
        for (const { kind, decoded, blocks } of triedOn(files, response)) {
          if (kind === 'markers') continue;
          const kept = (edits: typeof before) =>
            edits.filter(({ origin }) => !blocks.includes(origin.block));
          expect(kept(decoded.edits)).toEqual(kept(before));
          expect(decoded.edits.map(({ origin }) => origin)).toEqual(
            before.map(({ origin }) => origin),
          );
        }
      }),
      { numRuns: 100 },
    );
  });

  test.each(HOSTILE_RESPONSES)('%s is tried in time', (_, text) => {
    expect(repairOf(FILES, text.slice(0, 200_000))).toBeNull();
  });
});
