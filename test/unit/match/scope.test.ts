import { describe } from 'vitest';
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
  ]);
});
