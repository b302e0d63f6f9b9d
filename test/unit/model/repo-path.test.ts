import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRepoPath, standInPath, type PathRefusal } from '../../../src/core/model/repo-path.ts';

const ROOTS = ['/home/ann/shop', 'C:\\work\\shop'];

const KEPT: readonly (readonly [spelt: string, path: string])[] = [
  ['src/a.ts', 'src/a.ts'],
  ['./src/a.ts', 'src/a.ts'],
  ['src/./a.ts', 'src/a.ts'],
  ['src\\a.ts', 'src/a.ts'],
  ['Makefile', 'Makefile'],
  ['.gitignore', '.gitignore'],
  ['.gitattributes', '.gitattributes'],
  ['.github/workflows/ci.yml', '.github/workflows/ci.yml'],
  ['a b/c d.txt', 'a b/c d.txt'],
  ['app/(shop)/[...slug]/page.tsx', 'app/(shop)/[...slug]/page.tsx'],
  ['caf\u00e9.md', 'caf\u00e9.md'],
  ['cafe\u0301.md', 'cafe\u0301.md'],
  ['console.ts', 'console.ts'],
  ['auxiliary.c', 'auxiliary.c'],
  ['src/digit.ts', 'src/digit.ts'],
  ['a/..b', 'a/..b'],
  ['.hidden', '.hidden'],
  ['/home/ann/shop/src/a.ts', 'src/a.ts'],
  ['C:\\work\\shop\\src\\a.ts', 'src/a.ts'],
  ['c:/Work/shop/src/a.ts', 'src/a.ts'],
];

const REFUSED: readonly (readonly [spelt: string, why: PathRefusal])[] = [
  ['', 'empty'],
  ['.', 'empty'],
  ['./', 'empty'],
  ['src/', 'empty'],
  ['src//a.ts', 'empty'],
  ['/', 'absolute'],
  ['/etc/passwd', 'absolute'],
  ['/home/ann/shop', 'absolute'],
  ['/home/ann/shopping/a.ts', 'absolute'],
  ['/home/ann/shop/../x', 'escapes'],
  ['/home/ann/shop/.git/config', 'git-directory'],
  ['C:\\a.ts', 'absolute'],
  ['c:a.ts', 'absolute'],
  ['\\\\server\\share\\a.ts', 'absolute'],
  ['//server/share/a.ts', 'absolute'],
  ['~', 'absolute'],
  ['./~', 'absolute'],
  ['/home/ann/shop/~ann/a.ts', 'absolute'],
  ['~/a.ts', 'absolute'],
  ['~root/a.ts', 'absolute'],
  ['..', 'escapes'],
  ['../a.ts', 'escapes'],
  ['a/../../b', 'escapes'],
  ['a/../b', 'escapes'],
  ['a\\..\\b', 'escapes'],
  ['.git', 'git-directory'],
  ['.git/config', 'git-directory'],
  ['.GIT/config', 'git-directory'],
  ['.Git\\hooks\\pre-commit', 'git-directory'],
  ['sub/.git/config', 'git-directory'],
  ['git~1/config', 'git-directory'],
  ['GIT~1', 'git-directory'],
  ['git~2/x', 'git-directory'],
  ['.git./config', 'git-directory'],
  ['.git /config', 'git-directory'],
  ['.git . ./config', 'git-directory'],
  ['.git::$INDEX_ALLOCATION/config', 'git-directory'],
  ['.git:x', 'git-directory'],
  ['.g\u200cit/config', 'git-directory'],
  ['\ufeff.git/config', 'git-directory'],
  ['.gi\u206ft/config', 'git-directory'],
  ['\uff0egit/config', 'git-directory'],
  ['ab:c', 'reserved-name'],
  ['a:b', 'absolute'],
  ['src/a.ts:stream', 'reserved-name'],
  ['CON', 'reserved-name'],
  ['con.txt', 'reserved-name'],
  ['src/Aux.c', 'reserved-name'],
  ['NUL .txt', 'reserved-name'],
  ['com1', 'reserved-name'],
  ['LPT9.log', 'reserved-name'],
  ['a./b', 'reserved-name'],
  ['a /b', 'reserved-name'],
  ['src/a.ts ', 'reserved-name'],
  ['src/a.ts.', 'reserved-name'],
  ['src/*.ts', 'reserved-name'],
  ['a\0b', 'control-character'],
  ['a\nb', 'control-character'],
  ['a\u001b[31m', 'control-character'],
  ['a\u007f', 'control-character'],
  ['a\u2028b', 'control-character'],
  ['a\u202etxt.exe', 'control-character'],
  ['a\ud800', 'control-character'],
  ['a\ufffd', 'control-character'],
  ['x'.repeat(256), 'too-long'],
  ['x/'.repeat(3000), 'too-long'],
];

describe('parseRepoPath', () => {
  test.each(KEPT)('%j is kept', (spelt, path) => {
    expect(parseRepoPath(spelt, ROOTS)).toEqual({ ok: true, value: path });
  });
  test.each(REFUSED)('%j is refused', (spelt, why) => {
    expect(parseRepoPath(spelt, ROOTS)).toEqual({ ok: false, error: why });
  });
  test('without roots every absolute path is refused', () => {
    expect(parseRepoPath('/home/ann/shop/a.ts')).toEqual({ ok: false, error: 'absolute' });
  });
  test('whatever comes in, a path that comes out is safe and stays itself', () => {
    const piece = fc.constantFrom('.', '..', '.git', 'a', '/', '\\', ':', '~', ' ', '\0', '.GIT');
    const hostile = fc
      .array(fc.oneof(piece, fc.string({ unit: 'binary' })))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(hostile, (text) => {
        const parsed = parseRepoPath(text, ROOTS);
        if (!parsed.ok) return;
        const segments = parsed.value.split('/');
        expect(segments.every((part) => part !== '' && part !== '.' && part !== '..')).toBe(true);
        expect(segments.some((part) => part.toLowerCase() === '.git')).toBe(false);
        expect(parsed.value).not.toContain('\\');
        expect(parseRepoPath(parsed.value, ROOTS)).toEqual(parsed);
      }),
    );
  });
});

describe('a stand-in', () => {
  test.each([
    ['src/a"b.ts', 'src/a%22b.ts'],
    ['src/a\tb\n.ts', 'src/a%09b%0A.ts'],
    ['src/caf\udce9.ts', 'src/caf%E9.ts'],
    ['a\\b.ts', 'a%5Cb.ts'],
    ['50%/a?.ts', '50%25/a%3F.ts'],
    ['aux.ts', '%61ux.ts'],
    ['.GIT/config', '%2EGIT/config'],
    ['git~1/x.ts', '%67it~1/x.ts'],
    ['~a/b', '%7Ea/b'],
    ['a/ends. ', 'a/ends.%20'],
    ['../x.ts', '.%2E/x.ts'],
    ['\u202eab.ts', '%E2%80%AEab.ts'],
    [`a/${'x'.repeat(300)}.ts`, `a/%${'x'.repeat(197)}.ts`],
    [`${'d/'.repeat(3000)}e.ts`, 'e.ts'],
  ])('%j', (path, wanted) => {
    expect(standInPath(path)).toBe(wanted);
  });

  test('is a safe path, whatever it stands for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const path = standInPath(text);
        expect(path === '%' || parseRepoPath(path)).toEqual(
          path === '%' ? true : { ok: true, value: path },
        );
      }),
    );
  });
});
