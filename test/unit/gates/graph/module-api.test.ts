import { describe, expect, test } from 'vitest';
import { isSameApi } from '../../../../src/core/graph/module-api.ts';
import { moduleApi } from '../../../../src/gates/graph/module-api.ts';
import { readImports } from '../../../../src/gates/graph/read-imports.ts';

const isSame = async (before: string, after: string): Promise<boolean> =>
  isSameApi(await moduleApi('a.ts', before), await moduleApi('a.ts', after));

describe('importers see no difference', () => {
  test.each([
    [
      'a body',
      'export function f(a: number): string { return "x"; }',
      '/** why */\nexport function f(a: number): string {\n  return "y";\n}',
    ],
    [
      'the body of an arrow',
      'export const f = (a: number) => a;',
      'export const f = (a: number) => { return a + 1; };',
    ],
    ['a value under a type', 'export const limit: number = 3;', 'export const limit: number = 5;'],
    [
      'a private member',
      'export class A { #x = 1; private y = 2; m(a: string) { return a; } }',
      'export class A { #z = 1; private w = 2; m(a: string) { return a + a; } }',
    ],
    [
      'a function of its own',
      'export const f = (): void => g();\nfunction g() { }',
      'export const f = (): void => h();\nfunction h(a: number) { }',
    ],
    [
      'imports',
      `import { a } from './a';\nexport function f(): void { a(); }`,
      `import { b } from './b';\nexport function f(): void { b(); }`,
    ],
    [
      'an export after the fact',
      'function f(): void { a(); }\nexport { f as g };',
      'function f(): void { b(); }\nexport { f as g };',
    ],
  ])('%s', async (_name, before, after) => {
    expect(await isSame(before, after)).toBe(true);
  });
});

describe('importers may see a difference', () => {
  test.each([
    ['a parameter', 'export function f(a: number) { }', 'export function f(a: string) { }'],
    ['one parameter more', 'export function f() { }', 'export function f(a?: string) { }'],
    ['a name', 'export function f() { }', 'export function g() { }'],
    ['one export less', 'export const a = 1; export const b = 2;', 'export const a = 1;'],
    ['a value', 'export const limit = 3;', 'export const limit = 5;'],
    ['a type', 'export interface A { a: string }', 'export interface A { a: number }'],
    [
      'a type that an export uses',
      'interface A { a: string }\nexport function f(a: A) { }',
      'interface A { a: number }\nexport function f(a: A) { }',
    ],
    ['a public member', 'export class A { m() { } }', 'export class A { m(a: string) { } }'],
    [
      'a default export',
      'export default function (a: string) { }',
      'export default function (a: number) { }',
    ],
    ['where it comes from', `export { a } from './a';`, `export { a } from './b';`],
    ['all of another module', `export * from './a';`, `export * from './b';`],
    ['the value behind a name', 'const a = 1; export { a };', 'const a = 2; export { a };'],
    ['a destructured value', 'export const { a } = f(1);', 'export const { a } = f(2);'],
    ['not a module', 'module.exports = 1;', 'module.exports = 2;'],
    ['not well formed', 'export const a = ;', 'export const a = ;'],
    [
      'too deep to be parsed',
      `export const a = ${'['.repeat(5000)}${']'.repeat(5000)};`,
      `export const a = ${'['.repeat(5000)}${']'.repeat(5000)};`,
    ],
  ])('%s', async (_name, before, after) => {
    expect(await isSame(before, after)).toBe(false);
  });
});

describe('imports', () => {
  test.each([
    [
      'a.ts',
      `import a from './a';\nexport * from './b';\nawait import('./c');\nawait import(name);\nrequire('./d');`,
      ['./a', './b', './c', './d'],
    ],
    ['a.tsx', `import type { A } from './a';\nexport const x = <A from='./no' />;`, ['./a']],
    ['a.ts', `import a from './a';\nconst = broken`, ['./a']],
    ['a.ts', `import './a';\n${'['.repeat(5000)}`, ['./a']],
    ['a.vue', `<script>\nimport a from './a';\n</script>`, ['./a']],
    ['a.py', 'import a\n', ['a']],
    ['a.md', 'import a\n', []],
  ])('%s: %.40s', async (path, text, found) => {
    expect([...(await readImports(path, text))].sort()).toEqual(found);
  });
});
