import { expect, test } from 'vitest';
import { pairRenames, type LoosePath } from '../../../src/core/check/pair-renames.ts';

const loose = (path: string, text: string): LoosePath => ({
  path,
  id: `id:${text}`,
  side: { bytes: Buffer.from(text), mode: '100644' },
});

const TEXT = Array.from({ length: 10 }, (_, at) => `line ${at}\n`);

test('equal content, the same name before others, each once', () => {
  const lost = [loose('a/x.ts', 'same\n'), loose('a/y.ts', 'same\n')];
  const made = [loose('b/y.ts', 'same\n'), loose('b/z.ts', 'same\n'), loose('b/w.ts', 'same\n')];
  expect([...pairRenames(lost, made)]).toEqual([
    ['b/y.ts', 'a/y.ts'],
    ['b/z.ts', 'a/x.ts'],
  ]);
});

test('content alike, the most alike first', () => {
  const lost = [loose('old.ts', TEXT.join(''))];
  const half = loose(
    'half.ts',
    [...TEXT.slice(0, 5), ...TEXT.slice(5).map((line) => `new ${line}`)].join(''),
  );
  const most = loose('most.ts', [...TEXT.slice(0, 9), 'other\n'].join(''));
  expect([...pairRenames(lost, [half, most])]).toEqual([['most.ts', 'old.ts']]);
  expect([...pairRenames(lost, [half])]).toEqual([['half.ts', 'old.ts']]);
});

test('nothing in common, empty and binary files are no renames', () => {
  const lost = [loose('a', TEXT.join('')), loose('empty', ''), loose('bin', '\0abc\n')];
  const made = [loose('b', 'other\n'), loose('also-empty', ''), loose('bin2', '\0abd\n')];
  expect([...pairRenames(lost, made)]).toEqual([]);
});

test('hundreds on both sides are paired by equal content alone', () => {
  const lost = Array.from({ length: 300 }, (_, at) => loose(`a/${at}`, `${TEXT.join('')}${at}\n`));
  const made = Array.from({ length: 300 }, (_, at) =>
    loose(`b/${at}`, `${TEXT.join('')}${at === 7 ? at : `new ${at}`}\n`),
  );
  expect([...pairRenames(lost, made)]).toEqual([['b/7', 'a/7']]);
});
