import { describe, expect, test } from 'vitest';
import { anchorStretches } from '../../../src/core/match/scope.ts';
import { SourceText } from '../../../src/core/match/source-text.ts';
import { testLookUps } from '../../support/look-ups.ts';

const TWINS = 'def one():\n    return value_of\n\ndef two():\n    return value_of\n';

const CLASSES = [
  'class Alpha:',
  '    def run(self):',
  '        return compute(1)',
  '',
  '    def stop(self):',
  '        return None',
  '',
  'class Beta:',
  '    def run(self):',
  '        return compute(1)',
  '',
].join('\n');

describe('scope', () => {
  testLookUps([
    {
      name: 'an anchor',
      file: TWINS,
      old: '    return value_of',
      scope: { anchors: ['def two():'] },
      is: 'exact 5 by text',
    },
    {
      name: 'a partial anchor',
      file: TWINS,
      old: '    return value_of',
      scope: { anchors: ['def two'] },
      is: 'exact 5 by text',
    },
    {
      name: 'an anchor inside a line',
      file: TWINS,
      old: '    return value_of',
      scope: { anchors: ['two()'] },
      is: 'exact 5 by text',
    },
    {
      name: 'no anchor cut out of a word',
      file: TWINS,
      old: '    return value_of',
      scope: { anchors: ['def tw'] },
      is: 'none anchor-missing',
    },
    {
      name: 'the first of two',
      file: CLASSES,
      old: '        return compute(1)',
      scope: { anchors: ['class Alpha:', 'def run'] },
      is: 'exact 3 by text',
    },
    {
      name: 'the second of two',
      file: CLASSES,
      old: '        return compute(1)',
      scope: { anchors: ['class Beta', 'def run'] },
      is: 'exact 10 by text',
    },
    {
      name: 'anchors in the wrong order',
      file: CLASSES,
      old: '        return compute(1)',
      scope: { anchors: ['def run', 'class Beta'] },
      is: 'none anchor-missing',
    },
    {
      name: 'outside the anchor',
      file: CLASSES,
      old: '        return None',
      scope: { anchors: ['class Beta'] },
      is: 'none outside-scope 6',
    },
    {
      name: 'the anchor line itself',
      file: CLASSES,
      old: 'class Beta:\n    def run(self):',
      scope: { anchors: ['class Beta:'] },
      is: 'exact 8 by text',
    },
    {
      name: 'an anchor that heads nothing',
      file: 'import one\nimport two\nrun(one, two)\n',
      old: 'run(one, two)',
      scope: { anchors: ['import one'] },
      is: 'exact 3 by text',
    },
    {
      name: 'the closing line belongs to it',
      file: 'function go() {\n  step(1);\n}\n\nfunction no() {\n  step(2);\n}\n',
      old: '}',
      scope: { anchors: ['function go() {'] },
      is: 'exact 3 by text',
    },
    {
      name: 'a closed signature goes on',
      file: 'def go(\n    a,\n):\n    return a + 1 + 2\n',
      old: '    return a + 1 + 2',
      scope: { anchors: ['def go('] },
      is: 'exact 4 by text',
    },
    {
      name: 'at the end',
      file: 'same line here\nx\nsame line here\n',
      old: 'same line here',
      scope: { atEnd: true },
      is: 'exact 3 by edge',
    },
    {
      name: 'not at the end',
      file: 'same line here\nx\n',
      old: 'same line here',
      scope: { atEnd: true },
      is: 'none not-at-edge 1',
    },
    {
      name: 'at the start',
      file: 'same line here\nx\nsame line here\n',
      old: 'same line here',
      scope: { atStart: true },
      is: 'exact 1 by edge',
    },
    {
      name: 'an anchor on every line',
      file: `${'mark\n'.repeat(80)}the old line\n`,
      old: 'the old line',
      scope: { anchors: ['mark'] },
      is: `many anchor-twins ${Array.from({ length: 80 }, (_, at) => at + 1).join()}`,
    },
    {
      name: 'a blank line does not end the block',
      file: CLASSES,
      old: '        return None',
      scope: { anchors: ['class Alpha:'] },
      is: 'exact 6 by text',
    },
    {
      name: 'the line after the block is outside',
      file: 'def one():\n    first line\nsecond line here\n',
      old: 'second line here',
      scope: { anchors: ['def one():'] },
      is: 'none outside-scope 3',
    },
    {
      name: 'an anchor right after the block of the one before is outside it',
      file: 'class Alpha:\n    x = 1\ndef run():\n    the old line\n',
      old: '    the old line',
      scope: { anchors: ['class Alpha', 'def run'] },
      is: 'none anchor-missing',
    },
    {
      name: 'an anchor with twins, of which one holds the text',
      file: `${CLASSES}    the old line\n`,
      old: '    the old line',
      scope: { anchors: ['def run'] },
      is: 'none outside-scope 11',
    },
    {
      name: 'a nested anchor with twins, of which one holds the text',
      file: CLASSES.replace('compute(1)', 'compute(2)'),
      old: '        return compute(2)',
      scope: { anchors: ['def run'] },
      is: 'exact 3 by text',
    },
    {
      name: 'an anchor inside one of the twins of the one before',
      file: CLASSES.replace('compute(1)', 'compute(2)'),
      old: '        return compute(2)',
      scope: { anchors: ['def run', 'return compute(2)'] },
      is: 'exact 3 by text',
    },
    {
      name: 'a line that is the anchor goes before one that begins with it',
      file: 'def two():  # old\n    return value_of\n\ndef two():\n    return value_of\n',
      old: '    return value_of',
      scope: { anchors: ['def two():'] },
      is: 'exact 5 by text',
    },
    {
      name: 'a line that begins with the anchor goes before one that holds it',
      file: 'async def two(a):\n    return value_of\n\ndef two(b):\n    return value_of\n',
      old: '    return value_of',
      scope: { anchors: ['def two'] },
      is: 'exact 5 by text',
    },
    {
      name: 'a line that ends with the anchor is not one that begins with it',
      file: 'def two(b):\n    return value_of\n\nasync def two\n    return value_of\n',
      old: '    return value_of',
      scope: { anchors: ['def two'] },
      is: 'exact 2 by text',
    },
    {
      name: 'an anchor that ends in no word may stand before one',
      file: 'def two(x):\n    return value_of\n\nreturn\n    return value_of\n',
      old: '    return value_of',
      scope: { anchors: ['def two('] },
      is: 'exact 2 by text',
    },
    {
      name: 'an anchor that begins with no word may stand after one',
      file: 'def two(x):\n    return value_of\n\nreturn\n    return value_of\n',
      old: '    return value_of',
      scope: { anchors: ['(x):'] },
      is: 'exact 2 by text',
    },
    {
      name: 'no anchor that begins inside a word',
      file: TWINS,
      old: '    return value_of',
      scope: { anchors: ['wo():'] },
      is: 'none anchor-missing',
    },
    {
      name: 'no anchor that ends inside a word beyond ASCII',
      file: 'def caf\u00E9():\n    return value_of\n',
      old: '    return value_of',
      scope: { anchors: ['def caf'] },
      is: 'none anchor-missing',
    },
    {
      name: 'blanks round an anchor do not count',
      file: TWINS,
      old: '    return value_of',
      scope: { anchors: ['  def two():\t'] },
      is: 'exact 5 by text',
    },
    {
      name: 'a bracket further out does not belong to the block',
      file: 'f {\n  go {\n    step();\n  }\n} // the end of it\n',
      old: '} // the end of it',
      scope: { anchors: ['go {'] },
      is: 'none outside-scope 5',
    },
    {
      name: 'an anchor on as many lines as are measured',
      file: `${'mark\n'.repeat(64)}the old line\n`,
      old: 'the old line',
      scope: { anchors: ['mark'] },
      is: 'exact 65 by text',
    },
    {
      name: 'an anchor on one line more',
      file: `${'mark\n'.repeat(65)}the old line\n`,
      old: 'the old line',
      scope: { anchors: ['mark'] },
      is: `many anchor-twins ${Array.from({ length: 65 }, (_, at) => at + 1).join()}`,
    },
    {
      name: 'a place at both edges',
      file: 'same line here\n',
      old: 'same line here',
      scope: { atStart: true, atEnd: true },
      is: 'exact 1 by text',
    },
    {
      name: 'after a byte order mark is at the start',
      file: '\uFEFFsame line here\nsame line here\n',
      old: 'same line here',
      scope: { atStart: true },
      is: 'exact 1 by edge',
    },
  ]);
});

test('a line that holds an anchor twice is one stretch', () => {
  const source = new SourceText(Buffer.from('first\ncall(foo, foo)\n  deeper\nlast\n'));
  expect(anchorStretches(source, ['foo'])).toEqual({
    kind: 'stretches',
    stretches: [{ start: 6, end: 30, lineEnd: 21 }],
  });
});
