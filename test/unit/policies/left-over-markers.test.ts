import { expect, test } from 'vitest';
import { refusalFindings } from '../../../src/core/check/check-finding.ts';
import { leftOverMarkers } from '../../../src/core/policies/left-over-markers.ts';
import { DEFAULT_LIMITS } from '../../../src/core/policies/limits.ts';
import { changedFile } from '../../support/changed-file.ts';

/** What is refused, as `line: text`; and the lines of what is only noted. */
function judge(path: string, before: string | null, after: string) {
  const patch = { base: null, changes: [changedFile(path, before, after)] };
  const found = leftOverMarkers.judge({ patch, limits: DEFAULT_LIMITS, protectedRules: [] });
  const refused = found.rejections.flatMap((refusal) =>
    refusalFindings({ refusal, isHold: false }, { kind: 'person' }).map(
      ({ line, message }) => `${line}${message.replace('a marker of a merge or an edit', '')}`,
    ),
  );
  const noted = found.notes.map(({ text }) => /^line ([\d, ]+):/.exec(text)?.[1]);
  return { refused, noted };
}

const conflict = (size = 7, left = 'HEAD', right = 'topic'): string =>
  [
    `${'<'.repeat(size)} ${left}`,
    'ours',
    '='.repeat(size),
    'theirs',
    `${'>'.repeat(size)} ${right}`,
    '',
  ].join('\n');

const fenced = (text: string, fence = '```'): string =>
  `Some words.\n\n${fence}\n${text}${fence}\n\nMore.\n`;

test('each line of a conflict is told with its own text, its divider too', () => {
  expect(judge('a.ts', 'a\n', `a\n${conflict()}`)).toEqual({
    refused: ['2: <<<<<<< HEAD', '4: =======', '6: >>>>>>> topic'],
    noted: [],
  });
  const three = '<<<<<<< HEAD\nx\n||||||| 1234567\ny\n=======\nz\n>>>>>>> topic\n';
  expect(judge('a.ts', null, three).refused).toEqual([
    '1: <<<<<<< HEAD',
    '3: ||||||| 1234567',
    '5: =======',
    '7: >>>>>>> topic',
  ]);
});

test.each<readonly [string, string, readonly string[]]>([
  ['only its opening line is left', '<<<<<<< HEAD\nx\n', ['1: <<<<<<< HEAD']],
  ['only its closing line is left', 'x\n>>>>>>> topic\n', ['2: >>>>>>> topic']],
  [
    'its divider is gone',
    '<<<<<<< HEAD\nx\n>>>>>>> topic\n',
    ['1: <<<<<<< HEAD', '3: >>>>>>> topic'],
  ],
  [
    'without labels',
    '<<<<<<<\nx\n=======\ny\n>>>>>>>\n',
    ['1: <<<<<<<', '3: =======', '5: >>>>>>>'],
  ],
  [
    'with line ends of Windows',
    '<<<<<<< a\r\nx\r\n=======\r\ny\r\n>>>>>>> b\r\n',
    ['1: <<<<<<< a', '3: =======', '5: >>>>>>> b'],
  ],
  [
    'two that open before one closes',
    '<<<<<<< a\n<<<<<<< b\n=======\n>>>>>>> c\n',
    ['1: <<<<<<< a', '2: <<<<<<< b', '3: =======', '4: >>>>>>> c'],
  ],
])('a conflict of which %s', (_name, text, wanted) => {
  expect(judge('a.ts', 'a\n', text).refused).toEqual(wanted);
});

test('a length that the repository has chosen counts where all three are there', () => {
  expect(judge('a.txt', null, conflict(32)).refused).toHaveLength(3);
  expect(judge('a.ts', null, `${'<'.repeat(32)} HEAD\n`).refused).toEqual([]);
  expect(judge('a.ts', null, `${'>'.repeat(9)} quoted\n`).refused).toEqual([]);
});

test('an inner conflict of a merge of merges', () => {
  const inner = conflict(9, 'Temporary merge branch 1', 'Temporary merge branch 2');
  const text = `<<<<<<< HEAD\nx\n||||||| base\n${inner}=======\ny\n>>>>>>> topic\n`;
  expect(judge('a.ts', null, text).refused).toHaveLength(7);
});

test.each([
  ['a.rst', 'Heading\n=======\n\ntext\n'],
  ['a.md', 'Heading\n=======\n'],
  ['a.txt', '|||||||\n'],
  ['a.ts', '// <<<<<<< HEAD\n'],
  ['a.ts', '<<<<<<<HEAD\n'],
  ['a.md', '    <<<<<<< HEAD\n    =======\n    >>>>>>> topic\n'],
])('no marker at all in %s: %j', (path, text) => {
  expect(judge(path, null, text)).toEqual({ refused: [], noted: [] });
});

test('a heading before a conflict is not taken for its divider', () => {
  const text = `Heading\n=======\n\n${conflict()}`;
  expect(judge('a.rst', 'Heading\n=======\n\n', text).refused).toEqual([
    '4: <<<<<<< HEAD',
    '6: =======',
    '8: >>>>>>> topic',
  ]);
});

test('bars with a label are left of a conflict in code, and a row of a table in prose', () => {
  const text = 'x\n||||||| 1234567\n';
  expect(judge('a.ts', 'x\n', text).refused).toEqual(['2: ||||||| 1234567']);
  expect(judge('a.md', 'x\n', text)).toEqual({ refused: [], noted: ['2'] });
});

test('a reply quoted seven times over is noted in prose and refused in code', () => {
  const text = 'x\n>>>>>>> as you said\n';
  expect(judge('a.md', 'x\n', text)).toEqual({ refused: [], noted: ['2'] });
  expect(judge('a.ts', 'x\n', text).refused).toEqual(['2: >>>>>>> as you said']);
});

test.each([
  ['a.md', '```'],
  ['a.md', '~~~~'],
  ['a.adoc', '----'],
])('an example in a code block that comes in with it is noted: %s %s', (path, fence) => {
  expect(judge(path, null, fenced(conflict(), fence))).toEqual({
    refused: [],
    noted: ['4, 6, 8'],
  });
  expect(judge(path, 'Some words.\n', fenced('<<<<<<< HEAD\n', fence))).toEqual({
    refused: [],
    noted: ['4'],
  });
});

test('a conflict in a code block that was there before is refused', () => {
  const before = fenced('ours\n');
  expect(judge('a.md', before, fenced(conflict())).refused).toHaveLength(3);
});

test('a conflict round a code block, and one in a block without an end, is refused', () => {
  const round = `<<<<<<< HEAD\n${fenced('a\n')}=======\n${fenced('b\n')}>>>>>>> topic\n`;
  expect(judge('a.md', 'x\n', round).refused).toHaveLength(3);
  expect(judge('a.md', 'x\n', `\`\`\`\n${conflict()}`).refused).toHaveLength(3);
});

test('code has no code blocks', () => {
  expect(judge('a.ts', null, fenced(conflict())).refused).toHaveLength(3);
});

test('of an edit format both ends stand in the block', () => {
  const edit = '<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n';
  expect(judge('a.md', null, fenced(edit))).toEqual({ refused: [], noted: ['4, 8'] });
  expect(judge('a.md', null, fenced('b\n>>>>>>> REPLACE\n')).refused).toEqual([
    '5: >>>>>>> REPLACE',
  ]);
  expect(judge('a.md', null, edit).refused).toHaveLength(2);
});

test('what the file had counts for nothing, unless it comes in once more', () => {
  const before = `a\n${conflict()}b\n`;
  expect(judge('a.ts', before, `c\n${before}`).refused).toEqual([]);
  expect(judge('a.ts', before, `b\n${conflict()}a\n`).refused).toEqual([]);
  expect(judge('a.ts', before, `${before}${conflict()}`).refused).toEqual([
    '8: <<<<<<< HEAD',
    '10: =======',
    '12: >>>>>>> topic',
  ]);
});

test('many markers take no longer than many lines', () => {
  const many = Array.from({ length: 40_000 }, (_, at) => `<<<<<<< ${at}\n\`\`\`x\n`).join('');
  expect(judge('a.md', 'x\n', many).refused).toHaveLength(10);
});
