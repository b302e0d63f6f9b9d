import { describe, expect, test } from 'vitest';
import { sha256, blobId, type ContentHash } from '../../../src/core/model/content-hash.ts';
import type { Edit } from '../../../src/core/model/edit.ts';
import { asOid } from '../../../src/core/model/ids.ts';
import type { SnapshotFile } from '../../../src/core/model/patch.ts';
import { editedPaths } from '../../../src/core/planning/edit-paths.ts';
import { judgeReads } from '../../../src/core/planning/judge-reads.ts';
import { DEFAULT_STALE, type SeenFile, type StalePolicy } from '../../../src/core/planning/seen.ts';
import { insert, remove, replace, snapshotOf, write } from '../../support/edit-values.ts';

const NOW = 'one\ntwo\nthree\n';
const OLD = 'zero\none\n2\nthree\n';

const file = (text: string): SnapshotFile => {
  const bytes = Buffer.from(text);
  return { bytes, mode: '100644', oid: asOid(blobId(bytes)) };
};
const blobOf = (text: string) => `blob:${file(text).oid}` as ContentHash;
const sha = (text: string) => `sha256:${sha256(Buffer.from(text))}` as ContentHash;
const seenAs = (rest: Partial<SeenFile>): SeenFile => ({
  wholes: [],
  windows: [],
  version: null,
  ...rest,
});
/** A read of the whole, its content at hand. */
const read = (text: string): SeenFile => seenAs({ wholes: [blobOf(text)], version: file(text) });

const REJECT: StalePolicy = {
  anchored: 'reject',
  whole: 'reject',
  numbers: 'reject',
  context: 'reject',
};
const MERGE: StalePolicy = {
  anchored: 'merge',
  whole: 'merge',
  numbers: 'merge',
  context: 'merge',
};
const EDIT = replace('a.txt', 'two', 'TWO');

interface Case {
  readonly edits?: readonly Edit[];
  readonly seen: SeenFile;
  readonly path?: string;
  readonly stale?: StalePolicy;
}

function judged({ edits = [EDIT], seen, path = 'a.txt', stale = DEFAULT_STALE }: Case) {
  const snapshot = snapshotOf({ 'a.txt': NOW, 'c.txt': 'moved\n' });
  const edited = editedPaths(edits, snapshot.tree, 'repo');
  const found = judgeReads(snapshot, { edited, seen: new Map([[path, seen]]), stale });
  return {
    found,
    short: {
      fresh: [...found.fresh],
      merges: [...found.merges.keys()],
      refused: found.rejections.map(({ code, path: of, reason }) => `${code} ${of} ${reason}`),
      notes: found.notes.map(({ code, path: of }) => `${code} ${of}`),
    },
  };
}

const NONE = { fresh: [], merges: [], refused: [], notes: [] };

describe('reads of edited files', () => {
  test.each<readonly [string, Case, Partial<ReturnType<typeof judged>['short']>]>([
    ['fresh by blob id', { seen: read(NOW) }, { fresh: ['a.txt'] }],
    ['fresh by sha256', { seen: seenAs({ wholes: [sha(NOW)] }) }, { fresh: ['a.txt'] }],
    ['stale, anchored', { seen: read(OLD) }, { merges: ['a.txt'] }],
    [
      'stale, anchored, refused by the config',
      { seen: read(OLD), stale: REJECT },
      { refused: ['stale-read a.txt content-changed'] },
    ],
    [
      'stale, anchored, and nobody has what was read',
      { seen: seenAs({ wholes: [sha(OLD)] }) },
      { refused: ['stale-read a.txt content-changed'] },
    ],
    [
      'two names, of two contents',
      { seen: seenAs({ wholes: [blobOf(NOW), sha(OLD)] }) },
      { refused: ['stale-read a.txt content-changed'] },
    ],
    [
      'stale, a whole file',
      { edits: [write('a.txt', 'x\n')], seen: read(OLD) },
      { refused: ['stale-read a.txt content-changed'] },
    ],
    [
      'stale, a whole file, merged by the config',
      { edits: [write('a.txt', 'x\n')], seen: read(OLD), stale: MERGE },
      { merges: ['a.txt'] },
    ],
    [
      'stale, a deletion',
      { edits: [remove('a.txt')], seen: read(OLD) },
      { refused: ['stale-read a.txt content-changed'] },
    ],
    [
      'stale, a number beside an anchored edit',
      { edits: [EDIT, insert('a.txt', 1, 'x\n')], seen: read(OLD) },
      { refused: ['stale-read a.txt content-changed'] },
    ],
    [
      'of a file that is gone, anchored',
      { edits: [replace('b.txt', 'x', 'y')], path: 'b.txt', seen: read('moved\n') },
      { refused: ['merge-conflict b.txt deleted'] },
    ],
    [
      'of a file that is gone, whole',
      { edits: [write('b.txt', 'x\n')], path: 'b.txt', seen: read(OLD) },
      { refused: ['stale-read b.txt file-gone'] },
    ],
  ])('%s', (_name, given, expected) => {
    expect(judged(given).short).toEqual({ ...NONE, ...expected });
  });

  test('what is merged is applied to the version that was read', () => {
    const { found } = judged({ seen: read(OLD) });
    expect(found.snapshot.files.get('a.txt')).toEqual(file(OLD));
    expect([...found.snapshot.freshReads]).toEqual(['a.txt']);
    expect(found.merges.get('a.txt')).toEqual(file(NOW));
  });

  test('a file that was moved since is named', () => {
    const { found } = judged({
      edits: [replace('b.txt', 'x', 'y')],
      path: 'b.txt',
      seen: read('moved\n'),
    });
    expect(found.rejections[0]?.facts).toEqual({ movedTo: ['c.txt'] });
    expect([...found.gone]).toEqual(['b.txt']);
  });
});

describe('reads of other files', () => {
  const edits = [replace('c.txt', 'moved', 'x')];
  test.each<readonly [string, Case, Partial<ReturnType<typeof judged>['short']>]>([
    ['fresh', { edits, seen: read(NOW) }, { fresh: ['a.txt'] }],
    ['changed: noted', { edits, seen: read(OLD) }, { notes: ['stale-context a.txt'] }],
    [
      'changed: refused by the config',
      { edits, seen: read(OLD), stale: REJECT },
      { refused: ['stale-read a.txt content-changed'] },
    ],
    ['gone: noted', { edits, path: 'b.txt', seen: read(OLD) }, { notes: ['stale-context b.txt'] }],
  ])('%s', (_name, given, expected) => {
    expect(judged(given).short).toEqual({ ...NONE, ...expected });
  });
});

describe('the commit that the response was written against', () => {
  const at = (text: string | null) =>
    seenAs({
      atReadPoint: text === null ? null : file(text).oid,
      version: text === null ? null : file(text),
    });
  const whole = [write('a.txt', 'x\n')];
  test.each<readonly [string, Case, Partial<ReturnType<typeof judged>['short']>]>([
    ['has this content', { edits: whole, seen: at(NOW) }, { fresh: ['a.txt'] }],
    [
      'has another content, a whole file',
      { edits: whole, seen: at(OLD) },
      { refused: ['stale-read a.txt content-changed'] },
    ],
    ['has another content, anchored', { seen: at(OLD) }, { merges: ['a.txt'] }],
    [
      'has another content that is not at hand, anchored',
      { seen: seenAs({ atReadPoint: file(OLD).oid }) },
      {},
    ],
    [
      'has no such file, and nobody made it',
      { edits: [write('b.txt', 'x\n')], path: 'b.txt', seen: at(null) },
      { fresh: ['b.txt'] },
    ],
    [
      'has no such file, and somebody made it since',
      { edits: whole, seen: at(null) },
      { refused: ['stale-read a.txt content-changed'] },
    ],
    [
      'has a file that is gone',
      { edits: [replace('b.txt', 'x', 'y')], path: 'b.txt', seen: at(OLD) },
      { refused: ['merge-conflict b.txt deleted'] },
    ],
  ])('%s', (_name, given, expected) => {
    expect(judged(given).short).toEqual({ ...NONE, ...expected });
  });
});

describe('windows', () => {
  const text = 'a\nb\nc\nb\nc\nd';
  const window = (lines: string, of: readonly [number, number], version: string | null = null) => {
    const snapshot = snapshotOf({ 'a.txt': text });
    const edited = editedPaths([EDIT], snapshot.tree, 'repo');
    const seen = seenAs({
      windows: [{ window: of, hash: sha(lines) }],
      version: version === null ? null : file(version),
    });
    const found = judgeReads(snapshot, {
      edited,
      seen: new Map([['a.txt', seen]]),
      stale: DEFAULT_STALE,
    });
    return {
      at: found.windows.get('a.txt')?.map(({ at }) => at),
      refused: found.rejections.map(({ code, reason }) => `${code} ${reason}`),
      merges: [...found.merges.keys()],
      fresh: [...found.fresh],
    };
  };

  test.each([
    ['where it was', 'a\nb\n', [1, 2], 1],
    ['moved elsewhere', 'c\nd', [1, 2], 5],
    ['the last line without a line end', 'd', [9, 9], 6],
  ] as const)('%s', (_name, lines, of, at) => {
    expect(window(lines, of)).toEqual({ at: [at], refused: [], merges: [], fresh: [] });
  });

  test.each([
    ['lines that stand twice', 'b\nc\n', [2, 3]],
    ['lines that are gone', 'x\ny\n', [1, 2]],
    ['more lines than the file has', 'a\nb\nc\nb\nc\nde\n', [1, 7]],
  ] as const)('%s', (_name, lines, of) => {
    const refused = ['stale-read lines-changed'];
    expect(window(lines, of)).toEqual({ at: undefined, refused, merges: [], fresh: [] });
  });

  test('gone, and the version that was read is at hand: merged, numbered as they were read', () => {
    const version = 'x\ny\na\n';
    expect(window('x\ny\n', [1, 2], version)).toMatchObject({ refused: [], merges: ['a.txt'] });
  });

  test('lines that stand twice in a file that nobody changed are where they were read', () => {
    expect(window('b\nc\n', [4, 5], text)).toMatchObject({ at: [4], refused: [], merges: [] });
  });
});
