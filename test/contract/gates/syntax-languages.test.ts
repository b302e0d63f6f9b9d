import { expect, describe, test } from 'vitest';
import { checkSyntax } from '../../../src/gates/syntax/check-syntax.ts';
import { SYNTAX_CHECKERS } from '../../../src/gates/syntax/registry.ts';
import { changedFile } from '../../support/changed-file.ts';
import { SYNTAX_SAMPLES } from '../../support/syntax-samples/index.ts';

const check = (path: string, before: string | null, after: string) =>
  checkSyntax({ base: null, changes: [changedFile(path, before, after)] });

test('every language of the registry has a sample', () => {
  expect(SYNTAX_SAMPLES.map(({ language }) => language).toSorted()).toEqual(
    SYNTAX_CHECKERS.map(({ language }) => language).toSorted(),
  );
});

describe.each(SYNTAX_SAMPLES)('$language', ({ language, path, text, broken, edit }) => {
  const replaced = (from: string, to: string, within = text): string => {
    expect(within.split(from)).toHaveLength(2);
    return within.replace(from, () => to);
  };
  const lineOf = (part: string): number => text.slice(0, text.indexOf(part)).split('\n').length;
  const verdict = SYNTAX_CHECKERS.find((checker) => checker.language === language)?.verdict;

  test('a sound file passes, new and changed', async () => {
    const nothing = { rejections: [], notes: [] };
    expect(await check(path, null, text)).toEqual(nothing);
    expect(await check(path, text, replaced(...edit))).toEqual(nothing);
  });

  test('a break is told, with its line', async () => {
    const { rejections, notes } = await check(path, text, replaced(...broken));
    const refused = rejections.map((each) => `${each.code} ${path}:${each.lines?.join()}`);
    const noted = notes.map((each) => `${each.code} ${/^[^:]*:\d+/.exec(each.text)?.[0]}`);
    const code = verdict !== 'notes' ? 'ast-broken' : 'syntax-doubtful';
    expect([...refused, ...noted]).toEqual([`${code} ${path}:${lineOf(broken[0])}`]);
  });

  test('a break in a new file is told', async () => {
    const { rejections, notes } = await check(path, null, replaced(...broken));
    expect([rejections.length > 0, notes.length]).toEqual(
      /^rejects(?:-unbalanced)?$/.test(verdict ?? '') ? [true, 0] : [false, 1],
    );
  });

  test('what was broken before is not refused', async () => {
    const base = replaced(...broken);
    const { rejections } = await check(path, base, replaced(edit[0], edit[1], base));
    expect(rejections).toEqual([]);
  });
});

test.each([
  ['bin/tool', '#!/usr/bin/env python3.12\n', 'Python'],
  ['bin/tool', '#!/usr/bin/env -S ruby -w\n', 'Ruby'],
  ['bin/tool', '#! /bin/sh\n', 'Shell'],
  ['bin/tool', '#!/usr/bin/env node\n', 'JavaScript or TypeScript'],
  ['Makefile', '', 'Make'],
  ['lib/Rakefile', '', 'Ruby'],
  ['a.H', '', 'C'],
  ['a.TF', '', 'Terraform'],
])('%s that begins %j is %s', (path, text, language) => {
  expect(SYNTAX_CHECKERS.find(({ claims }) => claims(path, text))?.language).toBe(language);
});

test.each([
  ['bin/tool', '#!/usr/bin/env unknown\n'],
  ['notes.txt', '#!/bin/sh\n'],
  ['README.md', '# a\n'],
  ['chart/templates/a.yaml', 'a: 1\n{{- if .Values.b }}\nb: 2\n{{- end }}\n'],
])('%s that begins %j is of no language here', (path, text) => {
  expect(SYNTAX_CHECKERS.filter(({ claims }) => claims(path, text))).toEqual([]);
});
