import { describe, expect, test } from 'vitest';
import { fileKinds } from '../../../src/core/policies/file-kinds.ts';
import { DEFAULT_LIMITS } from '../../../src/core/policies/limits.ts';
import { changeOf, patchOf, testJudged } from '../../support/patches.ts';

const POINTER = 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n';

describe('held', () => {
  testJudged(fileKinds, [
    ['binary', { 'a.png': [null, Buffer.of(137, 80, 0, 1)] }, ['binary a.png']],
    ['binary that becomes text', { a: [Buffer.of(0), 'text\n'] }, ['binary a']],
    [
      'a pointer to a large file',
      { 'a.psd': [POINTER, POINTER.replace('size 1', 'size 2')] },
      ['lfs-pointer a.psd'],
    ],
    ['a pointer that goes', { 'a.psd': [POINTER, null] }, ['lfs-pointer a.psd']],
    ['UTF-16', { 'a.txt': [null, Buffer.of(0xff, 0xfe, 65, 0)] }, ['utf-16 a.txt']],
    ['text', { 'a.txt': ['a\n', 'b\n'], 'b.md': ['', `about ${POINTER}`] }, []],
  ]);
});

test.each([
  ['100644', '100755', 'The file becomes executable.'],
  ['100755', '100644', 'The file is no longer executable.'],
] as const)('%s to %s is said', (old, now, text) => {
  const bytes = Buffer.from('a');
  const change = changeOf('a.sh', ['a', 'a'], {
    before: { bytes, mode: old },
    after: { bytes, mode: now },
  });
  const patch = { ...patchOf({}), changes: [change] };
  expect(fileKinds.judge({ patch, limits: DEFAULT_LIMITS, protectedRules: [] })).toEqual({
    rejections: [],
    holds: [],
    notes: [{ code: 'executable', path: 'a.sh', text }],
  });
});
