import { describe, expect, test } from 'vitest';
import { contentRefusal, modeRefusal, textRefusal } from '../../../src/core/apply/file-kind.ts';
import { SourceText } from '../../../src/core/match/source-text.ts';

const sourceOf = (content: string | readonly number[]): SourceText =>
  new SourceText(Buffer.from(content as string));

const LFS = 'version https://git-lfs.github.com/spec/';

describe('no text to edit', () => {
  test.each<readonly [string, string | readonly number[], string | null]>([
    ['text', 'a\n', null],
    ['nothing', '', null],
    ['UTF-16, little end first', [0xff, 0xfe, 97, 0], 'encoding-refused/utf-16'],
    ['UTF-16, big end first', [0xfe, 0xff, 0, 97], 'encoding-refused/utf-16'],
    ['half a mark', [0xff, 97], null],
    ['the other half', [0xfe, 97], null],
    ['a mark turned round twice', [0xff, 0xff, 0xfe, 0xfe], null],
    ['a mark that does not come first', [97, 0xff, 0xfe], null],
    ['a NUL', 'a\0b', 'file-kind-refused/binary'],
    ['an LFS pointer', `${LFS}v1\noid sha256:0\n`, 'file-kind-refused/lfs-pointer'],
    ['an LFS pointer after a mark', `\uFEFF${LFS}v1\n`, 'file-kind-refused/lfs-pointer'],
    ['words about LFS', `see ${LFS}v1\n`, null],
    ['the start of a pointer', LFS.slice(0, -1), null],
  ])('%s', (_name, content, is) => {
    const refusal = contentRefusal(sourceOf(content));
    expect(refusal === null ? null : `${refusal.code}/${refusal.reason}`).toBe(is);
  });

  test.each([
    ['100644', null],
    ['100755', null],
    ['120000', { code: 'file-kind-refused', reason: 'symlink' }],
    ['160000', { code: 'file-kind-refused', reason: 'submodule' }],
  ] as const)('mode %s', (mode, is) => {
    expect(modeRefusal(mode)).toEqual(is);
  });
});

describe('text that would be lost', () => {
  const latin1 = [0xe9, 10];
  test.each<readonly [string, string | readonly number[], string, string, string | null]>([
    ['none', 'a\n', 'a', 'b', null],
    ['beyond ASCII into UTF-8', 'a\n', 'a', '\u00E9', null],
    ['ASCII into another encoding', latin1, 'a', 'b\u007F', null],
    ['beyond ASCII into another encoding', latin1, 'a', '\u0080', 'not-utf-8'],
    ['beyond ASCII out of another encoding', latin1, '\u00E9', 'a', 'not-utf-8'],
    ['half a character', 'a\n', 'a', 'b\uD800', 'surrogate'],
    ['half a character to look for', 'a\n', '\uDC00', 'b', 'surrogate'],
    ['a whole one', 'a\n', 'a', '\u{1F600}', null],
    ['a NUL', 'a\n', 'a', 'b\0', 'nul'],
    ['a lost character', 'a\n', 'a', '\uFFFD', 'replacement-character'],
    ['a lost character that the file has', '\uFFFD\n', 'a', '\uFFFD', null],
    ['a lost character that is only looked for', 'a\n', '\uFFFD', 'a', null],
  ])('%s', (_name, content, old, now, reason) => {
    const refusal = textRefusal(sourceOf(content), { old, new: now });
    expect(refusal).toEqual(reason === null ? null : { code: 'encoding-refused', reason });
  });
});
