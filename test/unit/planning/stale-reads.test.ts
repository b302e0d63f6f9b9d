import { describe, expect, test } from 'vitest';
import { staleReads } from '../../../src/core/planning/stale-reads.ts';
import { blobId, parseContentHash, sha256 } from '../../../src/core/model/content-hash.ts';
import { NO_SCOPE, type Edit } from '../../../src/core/model/edit.ts';
import { asOid, type Oid } from '../../../src/core/model/ids.ts';
import { parseRepoPath } from '../../../src/core/model/repo-path.ts';
import type { Decoded } from '../../../src/core/formats/decoded.ts';
import type { Snapshot } from '../../../src/core/model/patch.ts';

const bytes = Buffer.from('one\n');
const oid = asOid(blobId(bytes));
const other = asOid(blobId(Buffer.from('two\n')));

const snapshot: Snapshot = {
  base: null,
  tree: [{ path: 'a.txt', mode: '100644', oid }],
  files: new Map([['a.txt', { bytes, mode: '100644', oid }]]),
  ignored: new Set(),
  freshReads: new Set(),
};

const target = (spelt: string): Edit['target'] => {
  const path = parseRepoPath(spelt);
  if (!path.ok) throw new Error(spelt);
  return { spelt, path: path.value };
};
const origin = { block: 1, format: 'test', line: 1, endLine: 1 };
const write = (path: string): Edit => ({
  kind: 'write',
  origin,
  target: target(path),
  content: 'x\n',
});
const replace = (path: string): Edit => ({
  kind: 'replace',
  origin,
  target: target(path),
  unit: 'lines',
  old: 'one',
  new: 'x',
  scope: NO_SCOPE,
});

const decoded = (edits: readonly Edit[], reads: readonly [string, string][]): Decoded => ({
  envelope: {
    readTokens: [],
    declaredDeletions: [],
    reads: reads.map(([path, text]) => {
      const hash = parseContentHash(text);
      if (hash === null) throw new Error(text);
      return { path, hash };
    }),
  },
  edits,
  spans: [],
  rejections: [],
  holds: [],
  notes: [],
});

const check = (
  edits: readonly Edit[],
  reads: readonly [string, string][],
  point: readonly [string, Oid | null][] = [],
) => {
  const { fresh, rejections } = staleReads(decoded(edits, reads), snapshot, new Map(point));
  return {
    fresh: [...fresh],
    refused: rejections.map(({ code, path, reason }) => `${code} ${path} ${reason}`),
  };
};

describe('stale reads', () => {
  test.each([
    [
      'a fresh blob id',
      [replace('a.txt')],
      [['a.txt', `blob:${oid}`]],
      [],
      { fresh: ['a.txt'], refused: [] },
    ],
    [
      'a fresh sha256',
      [replace('a.txt')],
      [['a.txt', `sha256:${sha256(bytes)}`]],
      [],
      { fresh: ['a.txt'], refused: [] },
    ],
    [
      'a changed file that is edited',
      [replace('a.txt')],
      [['a.txt', `blob:${other}`]],
      [],
      { fresh: [], refused: ['stale-read a.txt content-changed'] },
    ],
    [
      'a changed file that is not edited',
      [write('b.txt')],
      [['a.txt', `blob:${other}`]],
      [],
      { fresh: [], refused: [] },
    ],
    [
      'a file that is gone',
      [replace('b.txt')],
      [['b.txt', `blob:${other}`]],
      [],
      { fresh: [], refused: ['stale-read b.txt file-gone'] },
    ],
    [
      'a whole file written against another content',
      [write('a.txt')],
      [],
      [['a.txt', other]],
      { fresh: [], refused: ['stale-read a.txt content-changed'] },
    ],
    [
      'a whole file written against this content',
      [write('a.txt')],
      [],
      [['a.txt', oid]],
      { fresh: ['a.txt'], refused: [] },
    ],
    [
      'an anchored edit written against another content',
      [replace('a.txt')],
      [],
      [['a.txt', other]],
      { fresh: [], refused: [] },
    ],
    [
      'a new file that nobody had',
      [write('b.txt')],
      [],
      [['b.txt', null]],
      { fresh: ['b.txt'], refused: [] },
    ],
    [
      'a new file that somebody made since',
      [write('a.txt')],
      [],
      [['a.txt', null]],
      { fresh: [], refused: ['stale-read a.txt content-changed'] },
    ],
  ] as const)('%s', (_name, edits, reads, point, expected) => {
    expect(
      check(
        edits,
        reads.map(([a, b]) => [a, b]),
        point.map(([a, b]) => [a, b]),
      ),
    ).toEqual(expected);
  });
});

describe('windows', () => {
  const text = 'a\nb\nc\nb\nc\nd';
  const file = Buffer.from(text);
  const at: Snapshot = {
    ...snapshot,
    files: new Map([['a.txt', { bytes: file, mode: '100644', oid: asOid(blobId(file)) }]]),
  };
  const read = (lines: string, window: readonly [number, number]) => {
    const one = decoded([replace('a.txt')], []);
    const hash = parseContentHash(`sha256:${sha256(Buffer.from(lines))}`);
    if (hash === null) throw new Error(lines);
    const envelope = { ...one.envelope, reads: [{ path: 'a.txt', hash, window }] };
    const { fresh, rejections } = staleReads({ ...one, envelope }, at, new Map());
    return { fresh: [...fresh], refused: rejections.map(({ code }) => code) };
  };

  test.each([
    ['where it was', 'a\nb\n', [1, 2], []],
    ['moved elsewhere', 'c\nd', [1, 2], []],
    ['the last line without a line end', 'd', [9, 9], []],
    ['lines that stand twice', 'b\nc\n', [2, 3], ['stale-read']],
    ['lines that are gone', 'x\ny\n', [1, 2], ['stale-read']],
    ['more lines than the file has', 'a\nb\nc\nb\nc\nde\n', [1, 7], ['stale-read']],
  ] as const)('%s', (_name, lines, window, refused) => {
    expect(read(lines, window)).toEqual({ fresh: [], refused });
  });
});
