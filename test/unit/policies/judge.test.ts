import { describe, expect, test } from 'vitest';
import type { FileMode } from '../../../src/core/model/edit.ts';
import type { FileChange, Patch } from '../../../src/core/model/patch.ts';
import { parseRepoPath, type RepoPath } from '../../../src/core/model/repo-path.ts';
import { judge } from '../../../src/core/policies/judge.ts';
import { DEFAULT_LIMITS, type Limits } from '../../../src/core/policies/limits.ts';
import type { ProtectedRule } from '../../../src/core/policies/policy.ts';
import { DEFAULT_PROTECTED } from '../../../src/core/policies/protected-defaults.ts';

const repoPath = (text: string): RepoPath => {
  const parsed = parseRepoPath(text);
  if (!parsed.ok) throw new TypeError(text);
  return parsed.value;
};

type Side = string | Uint8Array | null;

const change = (
  name: string,
  before: Side,
  after: Side,
  rest: Partial<FileChange> & { readonly modes?: readonly [FileMode, FileMode] } = {},
): FileChange => {
  const { modes = ['100644', '100644'], ...fields } = rest;
  const side = (value: Side, mode: FileMode) =>
    value === null ? null : { bytes: Buffer.from(value), mode };
  return {
    path: repoPath(name),
    before: side(before, modes[0]),
    after: side(after, modes[1]),
    regions: [],
    blocks: [1],
    isWhole: false,
    isDeclaredDeletion: false,
    ...fields,
  };
};

const said = (kind: string, list: readonly { code: string; reason?: string }[]): string[] =>
  list.map(({ code, reason }) => `${kind} ${code}${reason === undefined ? '' : `/${reason}`}`);

const verdict = (
  changes: readonly FileChange[],
  limits: Partial<Limits> = {},
  rules: readonly ProtectedRule[] = DEFAULT_PROTECTED,
): readonly string[] => {
  const patch: Patch = { base: null, changes };
  const found = judge({ patch, limits: { ...DEFAULT_LIMITS, ...limits }, protectedRules: rules });
  return [
    ...said('reject', found.rejections),
    ...said('hold', found.holds),
    ...said('note', found.notes),
  ];
};

const lines = (count: number, word = 'line'): string =>
  Array.from({ length: count }, (_, at) => `${word} ${at}\n`).join('');

describe('sizes', () => {
  test.each<readonly [string, readonly FileChange[], Partial<Limits>, readonly string[]]>([
    ['nothing to say', [change('a.txt', 'a\n', 'b\n')], {}, []],
    [
      'files',
      [change('a.txt', 'a\n', 'b\n'), change('b.txt', 'a\n', 'b\n')],
      { files: 1 },
      ['reject excessive-blast-radius/files'],
    ],
    ['lines', [change('a.txt', '', lines(7))], { lines: 6 }, ['reject diff-too-large/lines']],
    [
      'deleted lines',
      [change('a.txt', lines(7), '')],
      { deletedLines: 6 },
      ['reject diff-too-large/deleted-lines'],
    ],
    [
      'lock files are no lines',
      [change('x/yarn.lock', '', lines(700))],
      {},
      ['hold protected-path/path'],
    ],
    ['bytes', [change('a.txt', null, lines(100))], { bytes: 100 }, ['reject diff-too-large/bytes']],
    ['a large file may shrink', [change('a.txt', lines(100), lines(90))], { bytes: 100 }, []],
    [
      'rewritten',
      [change('a.txt', lines(70), lines(70, 'other'))],
      {},
      ['hold diff-too-large/rewrite'],
    ],
    ['a short file may be rewritten', [change('a.txt', lines(60), lines(60, 'other'))], {}, []],
  ])('%s', (_name, changes, limits, wanted) => {
    expect(verdict(changes, limits)).toEqual(wanted);
  });
});

describe('proportion', () => {
  const region = { start: 0, end: 7, replacement: Buffer.from('x\n'), block: 1 };

  test('more changed lines than asked for, past the allowance', () => {
    const asked = { ...region, askedRemoved: 1, askedAdded: 1 };
    const wide = change('a.txt', lines(20), lines(20, 'other'), { regions: [asked] });
    expect(verdict([wide])).toEqual(['reject collateral-change']);
    expect(verdict([wide], { collateralLines: 40 })).toEqual([]);
  });

  test('as many as asked for', () => {
    const asked = { ...region, askedRemoved: 20, askedAdded: 20 };
    expect(verdict([change('a.txt', lines(20), lines(20, 'other'), { regions: [asked] })])).toEqual(
      [],
    );
  });
});

describe('kinds', () => {
  test.each<readonly [string, FileChange, readonly string[]]>([
    ['a deletion nobody asked for', change('a.txt', 'a\n', null), ['hold undeclared-deletion']],
    ['a declared deletion', change('a.txt', 'a\n', null, { isDeclaredDeletion: true }), []],
    [
      'a symlink',
      change('a', null, 'b', { modes: ['100644', '120000'] }),
      ['hold file-kind-refused/symlink'],
    ],
    [
      'a submodule',
      change('a', null, 'b', { modes: ['100644', '160000'] }),
      ['hold file-kind-refused/submodule'],
    ],
    [
      'a binary file',
      change('a.bin', null, Buffer.from([0, 1])),
      ['hold file-kind-refused/binary'],
    ],
    [
      'a binary file that is moved only',
      change('a.bin', Buffer.from([0]), Buffer.from([0]), { from: repoPath('b.bin') }),
      [],
    ],
    [
      'becomes executable',
      change('a.sh', 'a\n', 'b\n', { modes: ['100644', '100755'] }),
      ['note executable'],
    ],
    [
      'no longer executable',
      change('a.sh', 'a\n', 'b\n', { modes: ['100755', '100644'] }),
      ['note executable'],
    ],
  ])('%s', (_name, one, wanted) => {
    expect(verdict([one])).toEqual(wanted);
  });
});

describe('markers', () => {
  test.each([
    '<<<<<<< HEAD',
    '>>>>>>> topic',
    '<<<<<<< SEARCH',
    '>>>>>>> REPLACE',
    '------- SEARCH',
    '+++++++ REPLACE',
    '||||||| base',
    '[[[SEARCH]]]',
    '*** Begin Patch',
  ])('%s', (marker) => {
    const after = `a\n${marker}\nb\n`;
    expect(verdict([change('a.ts', 'a\nb\n', after)])).toEqual(['reject left-over-markers']);
    expect(verdict([change('a.ts', after, `${after}c\n`)])).toEqual([]);
  });

  test.each([
    '=======',
    '<<<<<<<<<<<',
    '<< EOF',
    '-------',
    '>>> text',
    '> quoted',
    'x <<<<<<< HEAD',
  ])('no marker: %s', (text) => {
    expect(verdict([change('a.txt', 'a\n', `a\n${text}\n`)])).toEqual([]);
  });
});

describe('dropped content', () => {
  const code =
    'import x from "x";\n\nexport const one = 1;\n\nexport async function two() {}\n\ndef three():\n  pass\n';

  test.each<readonly [string, string, string, readonly string[]]>([
    ['shrinks', lines(20), lines(10), ['hold content-dropped/shrink']],
    ['shrinks within the limit', lines(20), lines(15), []],
    ['a short file', lines(9), lines(2), []],
    ['drops a name', code, code.replace('two', 'deux'), ['hold content-dropped/symbols']],
    ['keeps the names', code, `${code}const four = 4;\n`, []],
  ])('%s', (_name, before, after, wanted) => {
    expect(verdict([change('a.ts', before, after, { isWhole: true })])).toEqual(wanted);
    expect(verdict([change('a.ts', before, after)])).toEqual([]);
  });

  const js = `import a, { b as c } from './a';\nimport * as d from 'd';\nconst { e: f } = require('e');\n\n`;
  const body = 'export function run() {\n  return a(c, d.x, f);\n}\n';
  const imports = ['hold content-dropped/imports'];

  test.each<readonly [string, string, string, readonly string[]]>([
    ['a.ts', js + body, body, imports],
    ['a.ts', js + body, js + body.replace('x', 'y'), []],
    ['a.ts', js + body, `import { a, c, d, f } from './all';\n\n${body}`, []],
    ['a.ts', js + body, 'export function run() {\n  return 1; // once a(c)\n}\n', []],
    ['a.ts', js + body, `const [a] = [1];\nlet c = 1, d, f;\n${body}`, imports],
    ['a.py', 'import os\nfrom sys import (\n    argv,\n)\nX = os.sep\n', 'X = os.sep\n', imports],
    ['a.py', 'import os\nfrom sys import argv as A\nX = A\n', 'import os\nX = A\n', imports],
    ['a.py', 'import os\nX = os.sep\n', 'import os.path\nX = os.sep\n', []],
    ['a.py', 'import os\nX = os.sep\n', 'X = self.os\n', []],
    ['a.txt', 'import os\nX = os.sep\n', 'X = os.sep\n', []],
  ])('imports that are still used: %s, %j to %j', (name, before, after, wanted) => {
    expect(verdict([change(name, before, after, { isWhole: true })])).toEqual(wanted);
    expect(verdict([change(name, before, after)])).toEqual([]);
  });
});

const manifest = (value: unknown): string => JSON.stringify(value);

describe('protected paths', () => {
  test.each([
    '.github/workflows/ci.yml',
    'packages/a/.github/workflows/ci.yml',
    '.husky/pre-commit',
    '.gitattributes',
    'sub/.gitmodules',
    'sallyport.config.json',
    'package-lock.json',
    'packages/a/tsconfig.build.json',
    'vitest.config.ts',
    '.eslintrc.cjs',
    'TSCONFIG.JSON',
    'Makefile',
    'pyproject.toml',
  ])('%s is held', (name) => {
    expect(verdict([change(name, 'a\n', 'b\n')])).toEqual(['hold protected-path/path']);
    expect(verdict([change('moved.txt', 'a\n', 'b\n', { from: repoPath(name) })])).toEqual([
      'hold protected-path/path',
    ]);
  });

  test.each(['src/tsconfig.ts', 'docs/github/workflows.md', 'src/lock.ts', 'README.md'])(
    '%s is free',
    (name) => {
      expect(verdict([change(name, 'a\n', 'b\n')])).toEqual([]);
    },
  );

  test.each([
    ['secrets/', 'a/secrets/deep/x.ts', true],
    ['secrets', 'secrets/x.ts', true],
    ['/secrets', 'secrets/x.ts', true],
    ['/secrets/', 'a/secrets/x.ts', false],
    ['/a/*', 'a/b/c.ts', true],
    ['secrets/', 'secrets', false],
    ['secret', 'secrets/x.ts', false],
  ])('a folder that is named protects what lies in it: %s, %s', (glob, name, isProtected) => {
    expect(verdict([change(name, 'a\n', 'b\n')], {}, [{ glob, action: 'reject' }])).toEqual(
      isProtected ? ['reject protected-path/path'] : [],
    );
  });

  test('a rule that refuses is stronger than one that holds', () => {
    const rules: ProtectedRule[] = [
      { glob: '*.md', action: 'hold' },
      { glob: '/docs/**', action: 'reject' },
    ];
    expect(verdict([change('docs/a.md', 'a\n', 'b\n')], {}, rules)).toEqual([
      'reject protected-path/path',
    ]);
    expect(verdict([change('a/docs/a.md', 'a\n', 'b\n')], {}, rules)).toEqual([
      'hold protected-path/path',
    ]);
  });

  test.each<readonly [string, Side, Side, readonly string[]]>([
    [
      'scripts',
      manifest({ scripts: { test: 'vitest' } }),
      manifest({ scripts: { test: 'true' } }),
      ['hold protected-path/command-keys'],
    ],
    ['jest', manifest({}), manifest({ jest: { bail: 1 } }), ['hold protected-path/command-keys']],
    [
      'workspaces',
      manifest({ workspaces: ['a'] }),
      manifest({}),
      ['hold protected-path/command-keys'],
    ],
    [
      'dependencies',
      manifest({}),
      manifest({ dependencies: { a: '1' } }),
      ['hold protected-path/dependency-keys'],
    ],
    [
      'other keys',
      manifest({ name: 'a', version: '1' }),
      manifest({ name: 'b', description: 'x' }),
      [],
    ],
    ['a new one without commands', null, manifest({ name: 'b' }), []],
    [
      'a new one with commands',
      null,
      manifest({ scripts: { postinstall: 'x' } }),
      ['hold protected-path/command-keys'],
    ],
    ['unreadable', manifest({}), '{', ['hold protected-path/command-keys']],
    ['no object', manifest({}), '[]', ['hold protected-path/command-keys']],
  ])('package.json: %s', (_name, before, after, wanted) => {
    expect(verdict([change('packages/a/package.json', before, after)])).toEqual(wanted);
  });
});
