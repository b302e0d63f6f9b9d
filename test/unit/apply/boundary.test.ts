import { describe, expect, test } from 'vitest';
import { apply } from '../../../src/core/apply/apply.ts';
import { countLines } from '../../../src/core/apply/check-added.ts';
import { SourceText } from '../../../src/core/match/source-text.ts';
import { call, codes, decodedOf, hunk, replace, snapshotOf } from '../../support/edit-values.ts';
import type { Edit } from '../../../src/core/model/edit.ts';

const REFUSED = 'malformed-edit/repeated-boundary';
const NOTED = 'repeated-boundary';

/** How an edit whose last added line may repeat the next one is answered: refused, noted, or with nothing said. */
const answer = (file: string, edit: Edit): string => {
  const applied = apply(decodedOf([edit]), snapshotOf({ a: file }), { repoName: '' });
  return [...codes(applied), ...applied.notes.map(({ code }) => code)].join();
};

describe('a last added line that repeats the next one', () => {
  test.each<readonly [string, string, Edit, string]>([
    ['after the block', 'x\nthe next line\n', replace('a', 'x', 'y\nthe next line'), REFUSED],
    [
      'with other blanks round it',
      'x\n  the next line\n',
      hunk('a', '-x\n+y\n+the next line '),
      REFUSED,
    ],
    [
      'kept by the block',
      'x\nthe next line\nz\n',
      hunk('a', '-x\n+the next line\n the next line\n z'),
      REFUSED,
    ],
    [
      'kept by the block after a removed one',
      'x\nq\nthe next line\nz\n',
      hunk('a', '-x\n+the next line\n-q\n the next line\n z'),
      REFUSED,
    ],
    [
      'kept by the block, and another line after it',
      'x\nthe kept line\nthe next line\n',
      hunk('a', '-x\n+the next line\n the kept line'),
      '',
    ],
    ['not the last added line', 'x\nthe next line\n', hunk('a', '-x\n+the next line\n+y'), ''],
    [
      'a kept last line is none',
      'line one here\nline two here\nline two here\n',
      hunk('a', ' line one here\n+added line\n line two here'),
      '',
    ],
    [
      'stood once, and inside a longer line too',
      'see the next line here\nx\nthe next line\n',
      replace('a', 'x', 'y\nthe next line'),
      REFUSED,
    ],
    [
      'stood twice',
      'the next line\nx\nthe next line\n',
      replace('a', 'x', 'y\nthe next line'),
      NOTED,
    ],
    ['nine characters', 'x\n123456789\n', replace('a', 'x', 'y\n123456789'), NOTED],
    ['ten characters', 'x\n1234567890\n', replace('a', 'x', 'y\n1234567890'), REFUSED],
    ['blank', 'x\n\n', replace('a', 'x', 'y\n'), ''],
    ['at the end of the file', 'x\n', replace('a', 'x', 'y\nthe next line'), ''],
    ['another', 'x\nthe next line\n', replace('a', 'x', 'y\nthe last line'), ''],
  ])('%s', (_name, file, edit, is) => {
    expect(answer(file, edit)).toBe(is);
  });

  test.each<readonly [string, string, string, string, string]>([
    ['a whole line', 'x here\nthe next line\n', 'x here', 'y\nthe next line', REFUSED],
    [
      'alone, at the start of a line',
      'x here\nthe next line\n',
      'x here',
      'the next line',
      REFUSED,
    ],
    ['closed by the call', 'x here\nthe next line\n', 'x here\n', 'the next line\n', REFUSED],
    ['of a CRLF file', 'x here\r\nthe next line\r\n', 'x here', 'y\nthe next line', REFUSED],
    ['only the end of a line', 'go q\nthe next line\n', 'q', 'the next line', ''],
    ['only the start of a line', 'q here\nthe next line\n', 'q', 'y\nthe next line', ''],
    [
      'the end of a line whose start was on a removed one',
      'go(x\ny\nthe next line\n',
      '(x\ny',
      ' the next line',
      '',
    ],
    ['a line after an added one', 'go(x\nthe next line\n', '(x', '(y\nthe next line', REFUSED],
  ])('in characters: %s', (_name, file, old, now, is) => {
    expect(answer(file, call('a', old, now))).toBe(is);
  });
});

describe('left-out code', () => {
  const GAP = '// ... rest of the code unchanged ...';
  test.each<readonly [string, string, Edit, string]>([
    ['added', 'x here\ny\n', hunk('a', ' x here\n+z\n+' + GAP), 'elided-content'],
    ['removed', `x here\n${GAP}\n`, hunk('a', ` x here\n-${GAP}`), ''],
    ['kept', `x here\n${GAP}\n`, hunk('a', `-x here\n+z\n ${GAP}`), ''],
    ['moved', `${GAP}\nx here\n`, hunk('a', `-${GAP}\n x here\n+${GAP}`), ''],
    [
      'that stands in the file, indented',
      `x here\n  ${GAP}\ny\n`,
      hunk('a', `-x here\n+z\n+${GAP}\n+w`),
      '',
    ],
    [
      'that stands inside a longer line',
      `x here\ncall(); ${GAP} too\n`,
      replace('a', 'x here', GAP),
      'elided-content',
    ],
    ['in place of it', `x here\n${GAP}\n`, hunk('a', ` x here\n-${GAP}\n+z`), ''],
  ])('%s', (_name, file, edit, is) => {
    expect(answer(file, edit)).toBe(is);
  });
});

test('lines are counted whole, whatever the blanks round them', () => {
  const source = new SourceText(Buffer.from('one\n  one\t\r\none more\nsomeone\n\none'));
  expect(countLines(source, 'one')).toBe(3);
  expect(countLines(source, ' one ')).toBe(3);
  expect(countLines(source, 'on')).toBe(0);
  expect(countLines(source, '  ')).toBe(0);
});
