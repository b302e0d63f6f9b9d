import { describe, expect, test } from 'vitest';
import type { FileChange, Patch } from '../../../src/core/model/patch.ts';
import type { RepoPath } from '../../../src/core/model/repo-path.ts';
import { checkSyntax } from '../../../src/gates/syntax/check-syntax.ts';

type Content = string | Uint8Array | null;

const side = (content: Content, mode: '100644' | '120000' = '100644') =>
  content === null ? null : { bytes: Buffer.from(content), mode };

const change = (path: string, before: Content, after: Content, more: Partial<FileChange> = {}) => ({
  path: path as RepoPath,
  before: side(before),
  after: side(after),
  regions: [],
  blocks: [1],
  isWhole: false,
  isDeclaredDeletion: false,
  ...more,
});

const check = (...changes: readonly FileChange[]) =>
  checkSyntax({ base: null, changes } satisfies Patch);

const NOTHING = { rejections: [], notes: [] };

describe('what the patch broke is refused', () => {
  test('with its place, in lines and columns, and what stands around it', async () => {
    const after =
      'const a = 1;\r\nconst b = 2;\r\nconst é = ;\r\nconst d = 4;\r\nconst e = 5;\r\nlast\r\n';
    expect(await check(change('src/a.ts', 'const a = 1;\n', after))).toEqual({
      rejections: [
        {
          code: 'ast-broken',
          path: 'src/a.ts',
          lines: [3],
          block: 1,
          facts: {
            language: 'JavaScript or TypeScript',
            message: expect.any(String),
            column: 11,
          },
          excerpt: {
            path: 'src/a.ts',
            firstLine: 1,
            lines: ['const a = 1;', 'const b = 2;', 'const é = ;', 'const d = 4;', 'const e = 5;'],
          },
        },
      ],
      notes: [],
    });
  });

  test.each([
    ['a new file', 'a.json', null, '{'],
    ['a changed file', 'a.json', '{}', '{"a": 1,}'],
    ['JSON with comments', 'tsconfig.json', '{/* c */}', '{/* c }'],
    ['a .json that has comments at the base', 'settings.json', '{} // c', '{ // c\n'],
    ['the first error of a file whose name says strict', 'package.json', '{}', '{} // c'],
    ['a conflict marker', 'a.js', 'a', 'a\n>>>>>>> d\n'],
    ['an elision', 'a.ts', 'function f() { return 1; }', 'function f() {\n  ...\n}'],
    ['a name declared twice', 'a.ts', 'const a = 1;', 'const a = 1;\nconst a = 1;'],
  ])('%s', async (_, path, before, after) => {
    const { rejections, notes } = await check(change(path, before, after));
    expect(rejections.map(({ code }) => code)).toEqual(['ast-broken']);
    expect(notes).toEqual([]);
  });

  test('several files, and no block where several edits made the change', async () => {
    const { rejections } = await check(
      change('a.json', null, '{', { blocks: [1, 2] }),
      change('b.ts', null, '(', { blocks: [3] }),
    );
    expect(rejections.map(({ path, block }) => [path, block])).toEqual([
      ['a.json', undefined],
      ['b.ts', 3],
    ]);
  });

  test('hundreds of files at once as each alone, in their order', async () => {
    const texts = [
      'const a = 1;\n',
      'const a = ;\n',
      'let x: = 2\n',
      'f(\n',
      'with (a) b;\n',
      '<b/>\n',
    ];
    const changes = Array.from({ length: 600 }, (_, at) =>
      change(`src/f${at}.${at % 5 === 0 ? 'json' : 'ts'}`, null, texts[at % texts.length] ?? ''),
    );
    const alone = await Promise.all(changes.map((one) => check(one)));
    const broken = alone.flatMap(({ rejections }) => rejections);
    expect(broken.length).toBeGreaterThan(300);
    expect(await check(...changes)).toEqual({
      rejections: broken,
      notes: alone.flatMap(({ notes }) => notes),
    });
  });

  test('a text that crashes the parser is refused, and the next one is judged', async () => {
    const deep = '['.repeat(200_000);
    const { rejections } = await check(change('a.js', '1', deep), change('b.js', '1', '('));
    expect(rejections.map(({ path }) => path)).toEqual(['a.js', 'b.js']);
  });
});

describe('of several changed places, the one that did it is shown', () => {
  const lines = Array.from({ length: 30 }, (_, at) => `  const v${at} = (${at});`);
  const text = (all: readonly string[]) => `function f() {\n${all.join('\n')}\n}\n`;
  const replaced = (at: number, line: string, all = lines) => all.with(at, line);

  test.each([
    ['a.ts', 1],
    ['a.js', 1],
  ])('in %s', async (path, block) => {
    const broken = replaced(5, '  if (v1) {');
    const after = text(replaced(25, '  const other = 1;', broken));
    const before = text(lines);
    const at = (line: string) => Buffer.byteLength(before.slice(0, before.indexOf(line)));
    const region = (line: string, number: number) => ({
      start: at(line),
      end: at(line) + line.length,
      replacement: Buffer.from(''),
      askedRemoved: 1,
      askedAdded: 1,
      block: number,
    });
    const regions = [region(lines[5] ?? '', 1), region(lines[25] ?? '', 2)];
    const { rejections } = await check(change(path, before, after, { blocks: [1, 2], regions }));
    expect(rejections.map((each) => [each.lines, each.block])).toEqual([[[7], block]]);
  });
});

describe('everything else passes', () => {
  test.each([
    ['a file of another language', 'a.txt', 'a', 'def ('],
    ['a deleted file', 'a.json', '{}', null],
    ['a file that is not UTF-8', 'a.json', '{}', Uint8Array.of(0xff, 0xfe, 0x7b)],
    ['a .json that keeps its comments', 'settings.json', '{} // c', '{"a": 1} // c'],
    ['CommonJS in .js', 'a.js', 'x', 'return require("x")'],
    ['Flow', 'a.js', null, '// @flow\nconst f = (a: ?b): {a: 1} => a;'],
    ['a loop over the arguments in Shell', 'a.sh', null, 'for arg do\n  echo "$arg"\ndone\n'],
    ['a macro of an old edition in Rust', 'a.rs', null, 'fn f() { try!(g()); }'],
    ['JSX in .js', 'a.js', 'x', 'export const a = <div/>;'],
    ['overloads', 'a.ts', 'x', 'function f(): void;\nfunction f(a?: 1) { void a; }'],
    ['a file that becomes well formed', 'a.json', '{', '{}'],
  ])('%s', async (_, path, before, after) => {
    expect(await check(change(path, before, after))).toEqual(NOTHING);
  });

  test('a symbolic link', async () => {
    const link = change('a.json', null, null, { after: side('../b', '120000') });
    expect(await check(link)).toEqual(NOTHING);
  });

  test('a large file, in the worker', async () => {
    const many = Array.from(
      { length: 5000 },
      (_, n) => `export function f${n}(a) { return [a, (a + 1) * 2]; }\n`,
    ).join('');
    expect(await check(change('a.js', '', many))).toEqual(NOTHING);
    const { rejections } = await check(change('a.js', '', `${many})`));
    expect(rejections[0]).toMatchObject({ lines: [5001], facts: { column: 1 } });
  });
});

test.each([
  ['a.json', '{,', '{,,'],
  ['a.ts', '(', '(('],
  ['settings.json', '{ // c', '{ // d'],
])('a file that was broken before is noted: %s', async (path, before, after) => {
  const { rejections, notes } = await check(change(path, before, after));
  expect(rejections).toEqual([]);
  expect(notes).toEqual([
    { code: 'syntax-not-checked', path, text: expect.stringContaining('before this change') },
  ]);
});

test('a renamed file is compared with its old self', async () => {
  const from = 'old.json' as RepoPath;
  const { rejections, notes } = await check(change('new.json', '{', '{ ', { from }));
  expect([rejections, notes.length]).toEqual([[], 1]);
});

describe('languages whose grammar fails now and then', () => {
  test('a break is noted where the brackets are even', async () => {
    const { rejections, notes } = await check(change('a.swift', 'let a = 1\n', 'let a = = 1\n'));
    expect([rejections, notes.map(({ code }) => code)]).toEqual([[], ['syntax-doubtful']]);
  });

  test('and refused where they are not', async () => {
    const { rejections } = await check(change('a.swift', 'let a = (1)\n', 'let a = (1\n'));
    expect(rejections.map(({ code, lines }) => [code, lines])).toEqual([['ast-broken', [1]]]);
  });
});

test('a new file that was cut off is shown at its end', async () => {
  const go = 'package a\n\nfunc f() {\n\tx := 1\n\tif x > 0 {\n\t\tg(x,';
  const { rejections } = await check(change('a.go', null, go));
  expect(rejections[0]?.lines).toEqual([6]);
});
