import { describe, expect, test } from 'vitest';
import { apply } from '../../../src/core/apply/apply.ts';
import { decodeText } from '../../support/decode-text.ts';
import { snapshotOf } from '../../support/edit-values.ts';

const F = '```';
const A = [
  'export function parse(text) {',
  '  const lines = text.split("\\n");',
  '  return lines.map(trimLine);',
  '}',
  '',
  'export function trimLine(line) {',
  '  return line.trim().toLowerCase();',
  '}',
  '',
].join('\n');
const EDIT = [
  'src/a.js',
  '<<<<<<< SEARCH',
  '  return lines.map(trimLine);',
  '=======',
  '  return lines.filter(hasText).map(trimLine);',
  '>>>>>>> REPLACE',
].join('\n');

/** What comes of an edit of `src/a.js` with words and code without a path after it. */
function outcomeOf(words: string, code: string, language = 'js'): string {
  const response = `Here is the change.\n\n${EDIT}\n\n${words}\n\n${F}${language}\n${code}\n${F}\n`;
  const { patch, rejections, holds } = apply(
    decodeText(response),
    snapshotOf({ 'src/a.js': A, 'test/a.test.js': 'one line\n' }),
    { repoName: 'repo' },
  );
  const said = [...rejections, ...holds].map(({ code: own, reason }) => `${own}/${reason ?? ''}`);
  if (patch !== null) said.push(`${patch.changes.length} changed`);
  return said.join(' ');
}

const TEST = 'test("parse", () => {\n  expect(parse("a\\n\\nb")).toEqual(["a", "b"]);\n});';
const ASKED = 'unclassified-edit/code-without-path';
const PLAIN = '1 changed';

describe('code without a path beside an edit', () => {
  test.each([
    'Also update the test:',
    'Then, in the test file, add:',
    'And in the tests:',
    'Tests:',
    'For the caller:',
    "I've also updated the test:",
    'I added a test:',
    'Next, we need to replace the assertion with:',
    "Don't forget to add the new test.",
    "Here's the updated test:",
    'This is the new helper:',
    'The new test:',
    '### Update the test',
    '**Add a test**',
    '2. Change the expectation to:',
    'Finally, please add this test at the end of the suite, so that it can fail without the change:',
    'Put this into the suite:',
    'The caller has to know. Modify it like so:',
  ])('that the words ask for is not dropped: %s', (words) => {
    expect(outcomeOf(words, TEST)).toBe(ASKED);
  });

  test.each([
    'You can now use it like this:',
    'Usage:',
    'For example:',
    'An example test would look like this:',
    'Example config:',
    'Output:',
    'The output is now:',
    'Before:',
    'The original function was:',
    'This results in:',
    'You could also add a test:',
    'If you want, add a test:',
    'Optionally add a test:',
    'Add this to your shell profile:',
    'Run the tests:',
    'The signature is now:',
    'The new behaviour:',
    'Updated output:',
    'It works in three steps:',
    'The request is then:',
    'A quick sketch, for instance, to add a test:',
    'That is the whole change.',
    'This keeps the order of the lines.',
    '',
  ])('that only shows something does not disturb: %s', (words) => {
    expect(outcomeOf(words, TEST)).toBe(PLAIN);
  });

  test.each([
    ['commands', 'Also update the packages:', 'npm install\n$ npm test', ''],
    ['an output', 'Also update the test:', 'ok 1 - parse', 'output'],
    ['commands of a shell', 'Also update the test:', 'sed -i s/a/b/ x', 'bash'],
    ['nothing', 'Also update the test:', '', 'js'],
    [
      'what the edit made, not indented',
      'I changed the result to:',
      'const lines = text.split("\\n");\nreturn lines.filter(hasText).map(trimLine);',
      'js',
    ],
    [
      'what the edit made, with a part left out',
      'I changed the function to:',
      'export function parse(text) {\n  // ...\n  return lines.filter(hasText).map(trimLine);\n}',
      'js',
    ],
    ['what was there', 'Replace this:', A.slice(0, A.indexOf('\n\n')), 'js'],
  ])('%s is no edit', (_name, words, code, language) => {
    expect(outcomeOf(words, code, language)).toBe(PLAIN);
  });

  test('one line that stands somewhere is asked for all the same', () => {
    expect(outcomeOf('Also add:', '  return lines.map(trimLine);')).toBe(ASKED);
  });

  test('one line that is said to be there now, or a part of it', () => {
    expect(outcomeOf('I changed it to:', '  return lines.map(trimLine);')).toBe(PLAIN);
    expect(outcomeOf('I changed it to:', 'filter(hasText)')).toBe(PLAIN);
    expect(outcomeOf('I changed it to:', 'filter(isText)')).toBe(ASKED);
  });

  test('code that takes the place of what was quoted right above it', () => {
    const old = 'export function trimLine(line) {\n  return line.trim().toLowerCase();\n}';
    const words = `The other function:\n\n${F}js\n${old}\n${F}\n\nbecomes\n`;
    expect(outcomeOf(words, old.replace('toLowerCase', 'toUpperCase'))).toBe(ASKED);
    expect(outcomeOf(words, old)).toBe(PLAIN);
  });

  const version = A.replace('trim()', 'trimEnd()').trimEnd();

  test.each([
    ['', `hedged-edit/code-without-path ${PLAIN}`],
    ['The rest of it.', `hedged-edit/code-without-path ${PLAIN}`],
    ['Before:', PLAIN],
    ['The other function:', ASKED],
  ])('another version of a changed file, under %j', (words, expected) => {
    expect(outcomeOf(words, version)).toBe(expected);
  });

  test('a version with parts left out shows something', () => {
    expect(outcomeOf('', version.replace('\n\n', '\n// ... rest of the code\n'))).toBe(PLAIN);
  });

  test.each([
    ['few of its lines', version.split('\n').slice(5).join('\n')],
    ['many other lines', `${version}\n${'another long line\n'.repeat(9)}`],
  ])('code that has %s is no version of the file', (_name, code) => {
    expect(outcomeOf('', code)).toBe(PLAIN);
  });

  test('says where it stands and which file it is like', () => {
    const response = `${EDIT}\n\n${F}\n${version}\n${F}\n`;
    const { holds } = apply(decodeText(response), snapshotOf({ 'src/a.js': A }), { repoName: 'r' });
    expect(holds).toEqual([
      {
        code: 'hedged-edit',
        reason: 'code-without-path',
        path: 'src/a.js',
        responseLines: [8, 17],
      },
    ]);
  });

  test('made and deleted files are looked at too', () => {
    const made = `src/b.js\n${F}js\n${A}${F}\n`;
    const gone = `${F}diff\n--- a/src/c.js\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one long line\n-another long line\n${F}\n`;
    const shown = (code: string): string => `I changed it to:\n\n${F}js\n${code}\n${F}\n`;
    const said = (code: string): readonly string[] =>
      apply(
        decodeText(`${made}\n${gone}\n${shown(code)}`),
        snapshotOf({ 'src/c.js': 'one long line\nanother long line\n' }),
        { repoName: 'r' },
      ).rejections.map((one) => one.code);
    expect(said('return line.trim().toLowerCase();')).toEqual([]);
    expect(said('one long line\nanother long line')).toEqual([]);
    expect(said('one long line\nyet another')).toEqual(['unclassified-edit']);
  });

  test('is refused once where its lone name is a file', () => {
    const response = `${EDIT}\n\n\`b.unheard\`\n${F}\nnew\n${F}\n`;
    const files = { 'src/a.js': A, 'b.unheard': 'old\n' };
    const { rejections } = apply(decodeText(response), snapshotOf(files), { repoName: 'r' });
    expect(rejections).toHaveLength(1);
  });

  test('without any edit the response has none', () => {
    const response = `Add a test:\n\n${F}js\n${TEST}\n${F}\n`;
    const { rejections } = apply(decodeText(response), snapshotOf({}), { repoName: 'r' });
    expect(rejections).toEqual([{ code: 'no-edits', reason: 'only-examples' }]);
  });

  test('no more is refused, held or compared than is of use', () => {
    const asked = `Also add:\n${F}\nx\ny\n${F}\n`.repeat(700);
    const like = `That is it.\n${F}\n${version}\n${F}\n`.repeat(600);
    const quoted = `In src/a.js:\n${F}\n${A}${F}\n`.repeat(600);
    const response = `${EDIT}\n\n${like}${asked}${quoted}`;
    const applied = apply(decodeText(response), snapshotOf({ 'src/a.js': A }), { repoName: 'r' });
    expect(applied.holds.length).toBe(500);
    expect(applied.rejections.length).toBe(500);
  });
});

describe('code under a path in a sentence', () => {
  const F2 = (code: string): string =>
    `${EDIT}\n\nIn src/a.js it now says\n\n${F}js\n${code}\n${F}\n`;

  test.each([
    [
      'stands in what the edits make',
      '  const lines = text.split("\\n");\n  return lines.filter(hasText).map(trimLine);',
      [],
    ],
    ['is one line of that', '  return lines.filter(hasText).map(trimLine);', ['unclassified-edit']],
    ['is one line of the file', '  return lines.map(trimLine);', []],
    ['stands nowhere', 'nothing\nof it', ['unclassified-edit']],
  ])('that %s', (_name, code, expected) => {
    const applied = apply(decodeText(F2(code)), snapshotOf({ 'src/a.js': A }), { repoName: 'r' });
    expect(applied.rejections.map((one) => one.code)).toEqual(expected);
  });
});
