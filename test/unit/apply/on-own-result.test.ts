import { describe, expect, test } from 'vitest';
import { standsRound } from '../../../src/core/apply/stands-round.ts';
import { SourceText } from '../../../src/core/match/source-text.ts';
import { call, hunk, replace } from '../../support/edit-values.ts';
import { testOutcomes } from '../../support/outcomes.ts';

const OLD = 'start(the, engine);\nrun(the, engine);';
const WRAP = 'if (isReady) {\n  start(the, engine);\n  run(the, engine);\n}';
const FETCH = 'return cache.fetch(key);';

describe('a block that was carried out already, and whose old text stands by a looser reading', () => {
  testOutcomes([
    {
      name: 'inside its own new text: a block that wraps lines',
      files: { a: `x\n${WRAP}\ny\n` },
      edits: [replace('a', OLD, WRAP)],
      is: { refused: ['already-applied/at-site'] },
    },
    {
      name: 'inside its own new text: a call that wraps lines',
      files: { a: `x\n${WRAP}\ny\n` },
      edits: [call('a', `${OLD}\n`, `${WRAP}\n`)],
      is: { refused: ['already-applied/at-site'] },
    },
    {
      name: 'inside its own new text: a hunk that wraps lines',
      files: { a: `x\n${WRAP}\ny\n` },
      edits: [
        hunk(
          'a',
          `-start(the, engine);\n-run(the, engine);\n${WRAP.split('\n')
            .map((line) => `+${line}`)
            .join('\n')}`,
        ),
      ],
      is: { refused: ['already-applied/at-site'] },
    },
    {
      name: 'inside its own new text, beside a block that was not: that one is carried out',
      files: { a: `x\n${WRAP}\ny\n` },
      edits: [replace('a', OLD, WRAP), replace('a', 'x', 'z')],
      is: { files: { a: `z\n${WRAP}\ny\n` } },
    },
    {
      name: 'inside its own new text, both deeper than they are spelt',
      files: { a: `  x\n${WRAP.replaceAll(/^/gm, '    ')}\n  y\n` },
      edits: [replace('a', OLD, WRAP)],
      is: { refused: ['already-applied/at-site'] },
    },
    {
      name: 'inside its own new text, which has a blank line, deeper than it is spelt',
      files: { a: '  if (isReady) {\n    start(the, engine);\n\n    run(the, engine);\n  }\n' },
      edits: [replace('a', OLD.replace('\n', '\n\n'), WRAP.replace(';\n', ';\n\n'))],
      is: { refused: ['already-applied/at-site'] },
    },
    {
      name: 'before lines that it adds',
      files: { a: 'x\n  line one here\n  the added line\ny\n' },
      edits: [hunk('a', ' line one here\n+the added line')],
      is: { refused: ['already-applied/at-site'] },
    },
    {
      name: 'in other characters, in its own new text',
      files: { a: 'x\n// new\n// it\u2019s the rule\ny\n' },
      edits: [replace('a', "// it's the rule", '// new\n// it\u2019s the rule')],
      is: { refused: ['already-applied/at-site'] },
    },
    {
      name: 'in other characters, beside a line that it adds',
      files: { a: 'x\n// it\u2019s the rule\n// and more\ny\n' },
      edits: [replace('a', "// it's the rule", "// it's the rule\n// and more")],
      is: { refused: ['already-applied/at-site-short'] },
    },
    {
      name: 'at the depth that it was to give the lines',
      files: { a: 'x\n    start(the, engine);\n    run(the, engine);\ny\n' },
      edits: [replace('a', OLD, OLD.replaceAll(/^/gm, '    '))],
      is: { refused: ['already-applied/at-site'] },
    },
    {
      name: 'between braces that may be its own',
      files: { a: '{\n  start(the, engine);\n  run(the, engine);\n}\n' },
      edits: [replace('a', OLD, `{\n  ${OLD.replace('\n', '\n  ')}\n}`)],
      is: { refused: ['already-applied/at-site'] },
    },
    {
      name: 'at another depth, where it only says another one still',
      files: { a: 'x\n  start(the, engine);\n  run(the, engine);\ny\n' },
      edits: [replace('a', OLD, OLD.replaceAll(/^/gm, '    '))],
      is: { refused: ['stale-anchor/unmeasured-indent'] },
    },
    {
      name: 'in a sibling that is deeper, while its new text stands',
      files: { a: `x\n${FETCH}\ny\n    return cache.get(key);\n` },
      edits: [replace('a', 'return cache.get(key);', FETCH)],
      is: { refused: ['already-applied/stands'] },
    },
    {
      name: 'in siblings that are deeper, while its new text stands in two places',
      files: { a: `x\n${FETCH}\ny\n${FETCH}\n    return cache.get(key);\n` },
      edits: [replace('a', 'return cache.get(key);', FETCH)],
      is: { refused: ['already-applied/stands'] },
    },
    {
      name: 'in a sibling with blanks at its end, while its new text stands',
      files: { a: `x\n${FETCH}\ny\nreturn cache.get(key);  \n` },
      edits: [replace('a', 'return cache.get(key);', FETCH)],
      is: { refused: ['already-applied/stands'] },
    },
  ]);
});

describe('a block that was not carried out, and is carried out', () => {
  testOutcomes([
    {
      name: 'where it wraps lines that are deeper than they are spelt',
      files: { a: 'x\n  start(the, engine);\n  run(the, engine);\ny\n' },
      edits: [replace('a', OLD, WRAP)],
      is: { files: { a: `x\n${WRAP.replaceAll(/^/gm, '  ')}\ny\n` } },
    },
    {
      name: 'where a kept line says how deep the others are to be',
      files: { a: '    head of it;\n    start(the, engine);\n' },
      edits: [
        replace('a', 'head of it;\nstart(the, engine);', 'head of it;\n  start(the, engine);'),
      ],
      is: { files: { a: '    head of it;\n      start(the, engine);\n' } },
    },
    {
      name: 'where its new text is too short to be known again',
      files: { a: 'done();\n    finish(the, engine);\n' },
      edits: [replace('a', 'finish(the, engine);', 'done();')],
      is: { files: { a: 'done();\n    done();\n' } },
    },
    {
      name: 'where it takes lines away',
      files: { a: 'x\n    start(the, engine);\n' },
      edits: [replace('a', 'start(the, engine);', '')],
      is: { files: { a: 'x\n' } },
    },
    {
      name: 'where it changes nothing, at another depth',
      files: { a: 'x\n    start(the, engine);\n' },
      edits: [replace('a', 'start(the, engine);', 'start(the, engine);'), replace('a', 'x', 'z')],
      is: { files: { a: 'z\n    start(the, engine);\n' } },
    },
  ]);
});

test('a text that stands round a place in very many ways is taken to stand there', () => {
  const same = (count: number): string[] => Array.from({ length: count }, () => 'x');
  const source = new SourceText(Buffer.from(`${same(100).join('\n')}\n`));
  const matched = { line: 50, count: 1, now: same(20), rung: 'indentation' } as const;
  expect(standsRound(source, matched)).toBe(true);
});

test('lines that stand round a place with depths of another kind are another text', () => {
  const source = new SourceText(Buffer.from('  if (a)\n  b();\n      c();\n'));
  const matched = { line: 1, count: 1, now: ['if (a)', '  b();', 'c();'] };
  expect(standsRound(source, { ...matched, rung: 'indentation' })).toBe(false);
});
