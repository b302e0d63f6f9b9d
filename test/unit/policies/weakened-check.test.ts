import { describe } from 'vitest';
import { weakenedCheck } from '../../../src/core/policies/weakened-check.ts';
import { testJudged } from '../../support/patches.ts';

const js = (...tests: readonly string[]): string =>
  `import { expect, test } from 'vitest';\n${tests.join('\n')}\n`;
const one = (title: string, body = '  expect(add(1, 2)).toBe(3);'): string =>
  `test('${title}', () => {\n${body}\n});`;

describe('tests that go', () => {
  testJudged(weakenedCheck, [
    [
      'one of two',
      { 'a.test.ts': [js(one('x'), one('y')), js(one('x'))] },
      ['tests-removed a.test.ts: y'],
    ],
    ['the whole file', { 'a.test.ts': [js(one('x')), null] }, ['tests-removed a.test.ts: x']],
    [
      'a test becomes a todo',
      { 'a.test.ts': [js(one('x')), js(`test.todo('x');`)] },
      ['tests-removed a.test.ts: x'],
    ],
    ['renamed', { 'a.test.ts': [js(one('x')), js(one('x of y'))] }, []],
    [
      'moved to another file',
      { 'a.test.ts': [js(one('x'), one('y')), js(one('x'))], 'b.test.ts': [null, js(one('y'))] },
      [],
    ],
    [
      'together with the file they are about',
      { 'src/a.ts': ['export const a = 1;\n', null], 'test/a.test.ts': [js(one('x')), null] },
      [],
    ],
    [
      'another file goes',
      { 'src/b.ts': ['export const a = 1;\n', null], 'test/a.test.ts': [js(one('x')), null] },
      ['tests-removed test/a.test.ts: x'],
    ],
    [
      'together with the function they are about',
      {
        'src/a.ts': [
          'export function add() {}\nexport function sub() {}\n',
          'export function sub() {}\n',
        ],
        'a.test.ts': [
          js(one('x'), one('y', '  expect(sub()).toBe(1);')),
          js(one('y', '  expect(sub()).toBe(1);')),
        ],
      },
      [],
    ],
    ['no test file', { 'src/a.ts': [js(one('x')), 'export {};\n'] }, []],
    [
      'pytest',
      {
        'tests/test_a.py': [
          'def test_a():\n    assert f()\n\ndef test_b():\n    assert g()\n',
          'def test_a():\n    assert f()\n',
        ],
      },
      ['tests-removed tests/test_a.py: test_b'],
    ],
    [
      'Go',
      {
        'a_test.go': [
          'func TestA(t *testing.T) {\n}\nfunc TestB(t *testing.T) {\n}\n',
          'func TestA(t *testing.T) {\n}\n',
        ],
      },
      ['tests-removed a_test.go: TestB'],
    ],
    [
      'Rust',
      {
        'src/lib.rs': ['#[test]\nfn adds() {}\n#[test]\nfn subs() {}\n', '#[test]\nfn adds() {}\n'],
      },
      ['tests-removed src/lib.rs: subs'],
    ],
    [
      'JUnit',
      { 'ATest.java': ['class ATest {\n  @Test\n  void adds() {\n  }\n}\n', 'class ATest {\n}\n'] },
      ['tests-removed ATest.java: adds'],
    ],
  ]);
});

describe('tests that no longer run', () => {
  testJudged(weakenedCheck, [
    [
      'skipIf',
      { 'a.test.ts': [js(`it('x', f);`), js(`it.skipIf(isSlow)('x', f);`)] },
      ['skipped a.test.ts: .skipIf'],
    ],
    ['skipIf in a new file', { 'a.test.ts': [null, js(`it.skipIf(isSlow)('x', f);`)] }, []],
    [
      't.Skip in a new file',
      {
        'a_test.go': [
          null,
          'func TestA(t *testing.T) {\n\tif short {\n\t\tt.Skip("long")\n\t}\n}\n',
        ],
      },
      [],
    ],

    [
      'it.skip',
      { 'a.test.ts': [js(`it('x', f);`), js(`it.skip('x', f);`)] },
      ['skipped a.test.ts: .skip'],
    ],
    [
      'test.only',
      { 'a.test.ts': [js(one('x')), js(one('x').replace('test(', 'test.only('))] },
      ['skipped a.test.ts: .only'],
    ],
    ['xit', { 'a.spec.js': [`it('x', f);\n`, `xit('x', f);\n`] }, ['skipped a.spec.js: xit']],
    [
      'describe.concurrent.skip in a new file',
      { 'a.test.ts': [null, `describe.concurrent.skip('x', f);\n`] },
      ['skipped a.test.ts: .skip'],
    ],
    [
      'node:test option',
      { 'test/a.mjs': [`test('x', f);\n`, `test('x', { skip: true }, f);\n`] },
      ['skipped test/a.mjs: skip: true'],
    ],
    [
      'moved along',
      { 'a.test.ts': [`it.skip('x', f);\n`, null], 'b.test.ts': [null, `it.skip('x', f);\n`] },
      [],
    ],
    ['unskipped', { 'a.test.ts': [`it.skip('x', f);\n`, `it('x', f);\n`] }, []],
    [
      'a cursor that skips',
      { 'a.test.ts': [`it('x', f);\n`, `it('x', () => query.skip(10));\n`] },
      [],
    ],
    ['a model that fits', { 'a.test.ts': [`it('x', f);\n`, `it('x', () => model.fit(1));\n`] }, []],
    [
      'in a string or a comment',
      { 'a.test.ts': [`it('x', f);\n`, `it('x', f); // it.skip('y')\nconst s = "test.only(";\n`] },
      [],
    ],
    ['a skip option that is no test', { 'src/a.ts': ['f({});\n', 'f({ skip: true });\n'] }, []],
    [
      'pytest',
      {
        'tests/test_a.py': [
          'def test_a():\n    pass\n',
          '@pytest.mark.skip\ndef test_a():\n    pass\n',
        ],
      },
      ['skipped tests/test_a.py: pytest skip'],
    ],
    [
      'Go',
      {
        'a_test.go': [
          'func TestA(t *testing.T) {\n}\n',
          'func TestA(t *testing.T) {\n\tt.Skip("flaky")\n}\n',
        ],
      },
      ['skipped a_test.go: t.Skip'],
    ],
    [
      'Rust',
      { 'src/lib.rs': ['#[test]\nfn a() {}\n', '#[test]\n#[ignore]\nfn a() {}\n'] },
      ['skipped src/lib.rs: #[ignore]'],
    ],
    [
      'JUnit',
      { 'ATest.java': ['  @Test\n  void a() {}\n', '  @Disabled\n  @Test\n  void a() {}\n'] },
      ['skipped ATest.java: @Disabled'],
    ],
    [
      'RSpec',
      { 'spec/a_spec.rb': [`it 'x' do\nend\n`, `it 'x' do\n  skip\nend\n`] },
      ['skipped spec/a_spec.rb: skip'],
    ],
  ]);
});

const body = (...lines: readonly string[]): string => js(one('x', lines.join('\n')));

describe('assertions that go alone', () => {
  testJudged(weakenedCheck, [
    [
      'a test is put in before assertions that stand outside of any',
      {
        'a.test.ts': [
          js(one('x'), 'const check = () => {', '  expect(f()).toBe(1);', '};'),
          js(one('x'), one('y'), 'const check = () => {', '  expect(f()).toBe(1);', '};'),
        ],
      },
      [],
    ],
    [
      'lines are put in that make an assertion a comment',
      {
        'a.test.ts': [
          js(one('x', '  expect(f()).toBe(1);\n  expect(g()).toBe(1);')),
          js(one('x', '  expect(f()).toBe(1);\n/*\n  expect(g()).toBe(1);\n*/')),
        ],
      },
      ['assertions a.test.ts: x'],
    ],
    [
      'one of two',
      {
        'a.test.ts': [
          body('  expect(a).toBe(1);', '  expect(b).toBe(2);'),
          body('  expect(a).toBe(1);'),
        ],
      },
      ['assertions a.test.ts: x'],
    ],
    [
      'the only one',
      { 'a.test.ts': [body('  expect(a).toBe(1);'), body('  a();')] },
      ['assertions a.test.ts: x'],
    ],
    [
      'one that holds always',
      { 'a.test.ts': [body('  expect(a).toBe(1);'), body('  expect(true).toBe(true);')] },
      ['assertions a.test.ts: x'],
    ],
    [
      'two become one',
      {
        'a.test.ts': [
          body('  expect(a.b).toBe(1);', '  expect(a.c).toBe(2);'),
          body('  expect(a).toEqual({ b: 1, c: 2 });'),
        ],
      },
      [],
    ],
    [
      'one changes',
      { 'a.test.ts': [body('  expect(a).toBe(1);'), body('  expect(a).toBe(2);')] },
      [],
    ],
    [
      'what it was about goes too',
      {
        'src/a.ts': ['export const old = 1;\nexport const b = 1;\n', 'export const b = 1;\n'],
        'a.test.ts': [
          body('  expect(old).toBe(1);', '  expect(b).toBe(1);'),
          body('  expect(b).toBe(1);'),
        ],
      },
      [],
    ],
    [
      'pytest',
      {
        'tests/test_a.py': [
          'def test_a():\n    assert f()\n    assert g()\n',
          'def test_a():\n    assert f()\n',
        ],
      },
      ['assertions tests/test_a.py: test_a'],
    ],
    ['outside a test', { 'src/a.ts': ['assert(a);\n', ''] }, []],
  ]);
});
