import { describe } from 'vitest';
import { weakenedCheck } from '../../../../src/core/policies/weakened-check.ts';
import { testJudged } from '../../../support/patches.ts';

describe('silenced checkers', () => {
  testJudged(weakenedCheck, [
    [
      'eslint',
      { 'a.ts': ['a();\n', 'a(); // eslint-disable-line no-console\n'] },
      ['suppressed a.ts: eslint-disable'],
    ],
    [
      'one more rule',
      { 'a.ts': ['// eslint-disable-next-line a\n', '// eslint-disable-next-line a, b\n'] },
      ['suppressed a.ts: eslint-disable'],
    ],
    [
      'all rules instead of one',
      { 'a.ts': ['/* eslint-disable a */\n', '/* eslint-disable */\n'] },
      ['suppressed a.ts: eslint-disable'],
    ],
    [
      'one rule instead of all',
      { 'a.ts': ['/* eslint-disable */\n', '/* eslint-disable a -- why, and so on */\n'] },
      [],
    ],
    [
      '@ts-ignore',
      { 'a.ts': ['a();\n', '// @ts-ignore\na();\n'] },
      ['suppressed a.ts: @ts-ignore'],
    ],
    [
      '@ts-expect-error',
      { 'a.ts': ['a();\n', '// @ts-expect-error later\na();\n'] },
      ['suppressed a.ts: @ts-expect-error'],
    ],
    [
      '@ts-expect-error in a test is a check',
      { 'a.test.ts': ['a();\n', '// @ts-expect-error wrong type\na();\n'] },
      [],
    ],
    ['noqa', { 'a.py': ['import a\n', 'import a  # noqa: F401\n'] }, ['suppressed a.py: noqa']],
    [
      'type: ignore',
      { 'a.py': ['a()\n', 'a()  # type: ignore[attr-defined]\n'] },
      ['suppressed a.py: type: ignore'],
    ],
    ['nolint', { 'a.go': ['a()\n', 'a() //nolint:errcheck\n'] }, ['suppressed a.go: nolint']],
    [
      '#[allow]',
      { 'a.rs': ['fn a() {}\n', '#[allow(dead_code)]\nfn a() {}\n'] },
      ['suppressed a.rs: #[allow]'],
    ],
    ['NOSONAR', { 'A.java': ['a();\n', 'a(); // NOSONAR\n'] }, ['suppressed A.java: NOSONAR']],
    [
      'in a new file',
      { 'a.ts': [null, '// biome-ignore lint: x\na();\n'] },
      ['suppressed a.ts: biome-ignore'],
    ],
    [
      'moved between files',
      { 'a.ts': ['// @ts-ignore\na();\n', ''], 'b.ts': ['', '// @ts-ignore\na();\n'] },
      [],
    ],
    ['in a string', { 'a.ts': ['a();\n', `a('// @ts-ignore', "eslint-disable");\n`] }, []],
    ['in prose', { 'a.md': ['a\n', 'Write // @ts-ignore or # noqa.\n'] }, []],
    ['eslint-enable', { 'a.ts': ['a();\n', '/* eslint-enable */\n'] }, []],
  ]);
});

describe('lower thresholds', () => {
  testJudged(weakenedCheck, [
    [
      'vitest',
      {
        'vitest.config.ts': [
          'thresholds: { lines: 90, branches: 80 },\n',
          'thresholds: { lines: 85, branches: 80 },\n',
        ],
      },
      ['threshold vitest.config.ts: lines 90 -> 85'],
    ],
    [
      'taken away',
      { '.nycrc': ['{ "lines": 90 }\n', '{}\n'] },
      ['threshold .nycrc: lines 90 -> none'],
    ],
    [
      'fail_under',
      {
        'pyproject.toml': [
          '[tool.coverage.report]\nfail_under = 90\n',
          '[tool.coverage.report]\nfail_under = 10\n',
        ],
      },
      ['threshold pyproject.toml: fail_under 90 -> 10'],
    ],
    [
      'codecov',
      { 'codecov.yml': ['target: 80%\n', 'target: 70%\n'] },
      ['threshold codecov.yml: target 80 -> 70'],
    ],
    [
      'more warnings',
      {
        'package.json': [
          '{"lint": "eslint --max-warnings 0"}\n',
          '{"lint": "eslint --max-warnings 50"}\n',
        ],
      },
      ['threshold package.json: max-warnings 0 -> 50'],
    ],
    ['raised', { 'vitest.config.ts': ['lines: 80\n', 'lines: 90\n'] }, []],
    ['one more', { 'vitest.config.ts': ['lines: 80\n', 'lines: 80, branches: 10\n'] }, []],
    ['no config', { 'src/limits.ts': ['lines: 600\n', 'lines: 300\n'] }, []],
  ]);
});
