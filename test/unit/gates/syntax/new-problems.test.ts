import { describe, expect, test } from 'vitest';
import { mapLines } from '../../../../src/gates/syntax/line-map.ts';
import { newProblems } from '../../../../src/gates/syntax/new-problems.ts';
import { shownLine } from '../../../../src/gates/syntax/shown-line.ts';
import { TextLines } from '../../../../src/gates/syntax/text-lines.ts';

/** Problems are lines that hold a `!`; the word after it is the message. */
const read = (text: string, most = Infinity) => {
  const problems = [...text.matchAll(/!(\w*)/g)].map(({ index, 1: word = '' }) => ({
    offset: index,
    message: word,
  }));
  return { text: new TextLines(text), problems: problems.slice(0, most) };
};

const compare = (before: string, after: string, findsAll = true) => {
  const base = read(before, findsAll ? Infinity : 1);
  const now = read(after, findsAll ? Infinity : 1);
  const { broken, doubtful } = newProblems(base, now, mapLines(base.text, now.text), findsAll);
  const lines = (all: typeof broken) => all.map(({ offset }) => now.text.lineAt(offset) + 1);
  return { broken: lines(broken), doubtful: lines(doubtful) };
};

describe('what counts as new', () => {
  test.each([
    ['all, where the base is sound', 'a\nb\nc', 'a\n!x\n!y', [2, 3], []],
    ['not what stood there', 'a\n!x\nb\nc\nd', 'a\n!x\nb\nc\nD', [], []],
    ['not what moved with its line', '!x\nb\nc\nd', 'new\nnew\n!x\nb\nc\nD', [], []],
    ['not an equal line elsewhere', 'a\nb\nc\n!x\nd\ne', '!x\na\nb\nc\nd\ne', [], []],
    ['a second one like it', '!x\na\nb\nc\nd', '!x\na\nb\nc\n!x', [5], []],
    ['one with another message', '!x\na\nb\nc\nd', '!x\na\nb\nc\n!y', [5], []],
    ['doubtful where the base was broken', 'a\n!x\nb', 'a\n!y\nb', [], [2]],
    ['doubtful beside a broken line', 'a\n!x\nb\nc', 'a\n!x\n!y\nc', [], [3]],
  ] as const)('%s', (_, before, after, broken, doubtful) => {
    expect(compare(before, after)).toEqual({ broken, doubtful });
  });

  test.each([
    ['one before the first of the base', 'a\nb\nc\nd\n!x', '!y\nb\nc\nd\n!x', [1], []],
    ['not one that the base hid', 'a\n!x\nb\nc\nd', 'a\n!x\nb\nc\n!y', [], []],
    ['not one that was uncovered', 'a\n!x\nb\nc\n!y', 'a\nX\nb\nc\n!y', [], [5]],
  ] as const)('for a parser that stops at the first: %s', (_, before, after, broken, doubtful) => {
    expect(compare(before, after, false)).toEqual({ broken, doubtful });
  });
});

describe('the line to show', () => {
  const base = new TextLines('a\nb\nc\nd\ne\nf\n');
  const shown = (after: string, from: string, to = from) => {
    const text = new TextLines(after);
    const problem = { offset: after.indexOf(from), end: after.indexOf(to) + 1, message: '' };
    return shownLine({ problem, text, map: mapLines(base, text), culprit: null }) + 1;
  };

  test.each([
    ['its own, where that was changed', 'a\nB\nc\nd\ne\nf\n', 'B', 'B', 2],
    ['the changed one inside it', 'a\nb\nC\nd\ne\nf\n', 'a', 'f', 3],
    ['the changed one before it', 'a\nB\nc\nd\ne\nf\n', 'f', 'f', 2],
    ['the line after one that went', 'a\nc\nd\ne\nf\n', 'f', 'f', 2],
    ['the first change where all are behind it', 'a\nb\nc\nD\ne\nf\n', 'a', 'a', 4],
  ])('%s', (_, after, from, to, line) => {
    expect(shown(after, from, to)).toBe(line);
  });
});
