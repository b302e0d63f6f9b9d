import { describe, expect, test } from 'vitest';
import { mergeChange, type MergedChange } from '../../../src/core/merge/merge-change.ts';
import { blobId, sha256, type ContentHash } from '../../../src/core/model/content-hash.ts';
import type { Edit } from '../../../src/core/model/edit.ts';
import { asOid } from '../../../src/core/model/ids.ts';
import type { SnapshotFile } from '../../../src/core/model/patch.ts';
import {
  applyResponse,
  judgeResponse,
  pathOf,
  planResponse,
  type PlanSettings,
} from '../../../src/core/planning/plan-response.ts';
import { DEFAULT_STALE, type SeenFile } from '../../../src/core/planning/seen.ts';
import { DEFAULT_LIMITS } from '../../../src/core/policies/limits.ts';
import { decodedOf, insert, replace, snapshotOf, write } from '../../support/edit-values.ts';

const READ = 'one\ntwo\nthree\nfour\nfive\n';
const NOW = 'ONE\ntwo\nthree\nfour\nfive\n';

const file = (text: string): SnapshotFile => {
  const bytes = Buffer.from(text);
  return { bytes, mode: '100644', oid: asOid(blobId(bytes)) };
};
const read = (text: string): SeenFile => ({
  wholes: [`blob:${file(text).oid}` as ContentHash],
  windows: [],
  version: file(text),
});

interface Scene {
  readonly edits: readonly Edit[];
  readonly seen?: Readonly<Record<string, SeenFile>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly rest?: Partial<PlanSettings>;
  /** What another merge came to, by path; absent: what ours comes to. */
  readonly second?: Readonly<Record<string, string | null>>;
}

function plan({ edits, seen = {}, files = { 'a.txt': NOW }, rest = {}, second = {} }: Scene) {
  const settings: PlanSettings = {
    limits: DEFAULT_LIMITS,
    protectedRules: [],
    repoName: 'repo',
    seen: new Map(Object.entries(seen)),
    stale: DEFAULT_STALE,
    isReadRequired: false,
    ...rest,
  };
  const applied = applyResponse(decodedOf(edits), snapshotOf(files), settings);
  const merged = new Map<string, MergedChange>();
  for (const change of applied.patch?.changes ?? []) {
    const landed = applied.merges.get(pathOf(change));
    const other = second[pathOf(change)];
    if (landed !== undefined)
      merged.set(
        pathOf(change),
        mergeChange({ change, landed }, other === null ? null : Buffer.from(other ?? '')),
      );
  }
  const planned = judgeResponse(applied, merged, settings);
  return {
    refused: planned.rejections.map(({ code, reason, block }) =>
      `${code}/${reason ?? ''} ${block ?? ''}`.trim(),
    ),
    notes: planned.notes.map(({ code }) => code),
    after:
      planned.patch === null
        ? null
        : Object.fromEntries(
            planned.patch.changes.map(({ path, after }) => [
              path,
              after === null ? null : Buffer.from(after.bytes).toString(),
            ]),
          ),
    planned,
  };
}

const FOUR = replace('a.txt', 'three\nfour', 'three\nFOUR');
const MERGED = NOW.replace('four', 'FOUR');

describe('a change of what was read', () => {
  test('is one of the base after the merge', () => {
    const { after, refused, notes, planned } = plan({
      edits: [FOUR],
      seen: { 'a.txt': read(READ) },
      second: { 'a.txt': MERGED },
    });
    expect({ after, refused, notes }).toEqual({
      after: { 'a.txt': MERGED },
      refused: [],
      notes: ['merged'],
    });
    expect(Buffer.from(planned.patch?.changes[0]?.before?.bytes ?? []).toString()).toBe(NOW);
  });

  test('is refused where another merge says otherwise', () => {
    for (const second of [null, NOW]) {
      const { after, refused } = plan({
        edits: [FOUR],
        seen: { 'a.txt': read(READ) },
        second: { 'a.txt': second },
      });
      expect({ after, refused }).toEqual({ after: null, refused: ['merge-conflict/disagree 1'] });
    }
  });

  test('is refused where the same line changed, and lands nothing of the other files', () => {
    const { after, refused, planned } = plan({
      edits: [replace('a.txt', 'one', 'uno'), replace('b.txt', 'b', 'B')],
      files: { 'a.txt': NOW, 'b.txt': 'b\n' },
      seen: { 'a.txt': read(READ) },
      second: { 'a.txt': null },
    });
    expect({ after, refused }).toEqual({ after: null, refused: ['merge-conflict/same-lines 1'] });
    expect(planned.rejections[0]).toMatchObject({
      path: 'a.txt',
      lines: [1],
      responseLines: [1, 8],
    });
  });

  test('that landed already is nothing to do, and a note beside another edit', () => {
    const landed = { 'a.txt': READ.replace('one', 'ONE'), 'b.txt': 'b\n' };
    const same = replace('a.txt', 'one\ntwo', 'ONE\ntwo');
    const scene = { files: landed, seen: { 'a.txt': read(READ) }, second: { 'a.txt': NOW } };
    expect(plan({ ...scene, edits: [same] })).toMatchObject({
      refused: ['already-applied/landed'],
      after: null,
    });
    const both = plan({ ...scene, edits: [same, replace('b.txt', 'b', 'B')] });
    expect(both).toMatchObject({
      refused: [],
      notes: ['already-landed'],
      after: { 'b.txt': 'B\n' },
    });
  });

  test('must be merged by somebody: to forget it is a bug', () => {
    const settings: PlanSettings = {
      limits: DEFAULT_LIMITS,
      protectedRules: [],
      repoName: 'repo',
      seen: new Map([['a.txt', read(READ)]]),
      stale: DEFAULT_STALE,
      isReadRequired: false,
    };
    expect(() => planResponse(decodedOf([FOUR]), snapshotOf({ 'a.txt': NOW }), settings)).toThrow(
      TypeError,
    );
  });
});

describe('an edit that does not fit what was read', () => {
  test('and fits now is refused for just that', () => {
    const { refused } = plan({
      edits: [replace('a.txt', 'ONE\ntwo', 'eins\ntwo')],
      seen: { 'a.txt': read(READ) },
    });
    expect(refused).toEqual(['stale-read/other-version 1']);
  });

  test('nor what stands there now is told of what stands there now', () => {
    const { refused, planned } = plan({
      edits: [replace('a.txt', 'OnE\ntwo\nthree', 'x')],
      seen: { 'a.txt': read(READ) },
    });
    expect(refused).toEqual(['stale-anchor/nowhere 1']);
    expect(planned.rejections[0]?.difference?.found).toBe('ONE');
  });
});

describe('a file that is gone', () => {
  test('is refused once', () => {
    const scene = { edits: [replace('b.txt', 'x', 'y')], seen: { 'b.txt': read('x\n') } };
    expect(plan(scene).refused).toEqual(['merge-conflict/deleted']);
  });
});

describe('numbers', () => {
  const windows = (text: string, first: number, last: number): SeenFile => ({
    wholes: [],
    windows: [
      {
        window: [first, last],
        hash: `sha256:${sha256(
          Buffer.from(
            text
              .split('\n')
              .slice(first - 1, last)
              .map((line) => `${line}\n`)
              .join(''),
          ),
        )}` as ContentHash,
      },
    ],
    version: file(text),
  });
  const moved = `new\nnewer\n${READ}`;

  test('go to where the lines of a fresh window stand now', () => {
    expect(
      plan({
        edits: [insert('a.txt', 3, 'x\n')],
        files: { 'a.txt': moved },
        seen: { 'a.txt': windows(READ, 2, 4) },
        rest: { isReadRequired: true },
      }),
    ).toMatchObject({
      refused: [],
      notes: ['line-moved'],
      after: { 'a.txt': moved.replace('three\n', 'three\nx\n') },
    });
  });

  test('are refused outside the window, and where its lines are gone', () => {
    const at = (afterLine: number, now: string) =>
      plan({
        edits: [insert('a.txt', afterLine, 'x\n')],
        files: { 'a.txt': now },
        seen: { 'a.txt': windows(READ, 2, 4) },
      }).refused;
    expect(at(1, moved)).toEqual(['read-required/number-only 1']);
    expect(at(5, moved)).toEqual(['read-required/number-only 1']);
    expect(at(3, moved.replace('three', 'THREE'))).toEqual(['stale-read/lines-changed']);
  });

  test('choose between twins in a fresh window, wherever it has moved to', () => {
    const text = 'start\n  same();\nmiddle\n  same();\nend\n';
    const edit = replace('a.txt', '  same();', '  other();', {
      unit: 'lines',
      scope: { anchors: [], atEnd: false, atStart: false, lineHint: 4 },
    });
    const scene = { edits: [edit], files: { 'a.txt': `new\n${text}` } };
    expect(plan({ ...scene, seen: { 'a.txt': windows(text, 3, 5) } }).after).toEqual({
      'a.txt': `new\n${text.replace('middle\n  same', 'middle\n  other')}`,
    });
    // Without the window, or with the twin outside it, nobody chooses.
    expect(plan(scene).refused).toEqual(['ambiguous-anchor/twins 1']);
    expect(plan({ ...scene, seen: { 'a.txt': windows(text, 1, 3) } }).refused).toEqual([
      'ambiguous-anchor/twins 1',
    ]);
  });
});

test('a whole file merges where the config says so', () => {
  const stale = { ...DEFAULT_STALE, whole: 'merge' } as const;
  const edits = [write('a.txt', READ.replace('four', 'FOUR'))];
  const scene = { edits, seen: { 'a.txt': read(READ) }, second: { 'a.txt': MERGED } };
  expect(plan(scene).refused).toEqual(['stale-read/content-changed']);
  expect(plan({ ...scene, rest: { stale } }).after).toEqual({ 'a.txt': MERGED });
});

describe('an edit of every place', () => {
  const scope = { anchors: [], atEnd: false, atStart: false, count: 'every' } as const;
  const edit = replace('a.txt', 'two', 'zwei', { unit: 'characters', scope });
  const before = 'one\n\ntwo\nthree\ntwo\nfive\n';

  test('is merged where nobody changed how many there are', () => {
    const now = before.replace('one', 'ONE');
    const second = { 'a.txt': now.replaceAll('two', 'zwei') };
    const { after } = plan({
      edits: [edit],
      files: { 'a.txt': now },
      seen: { 'a.txt': read(before) },
      second,
    });
    expect(after).toEqual(second);
  });

  test('is refused where somebody brought one more, or took one away', () => {
    for (const now of [`${before}six\ntwo\r\n`, before.replace('five', 'five two'), 'one\ntwo\n']) {
      const { refused, after } = plan({
        edits: [edit],
        files: { 'a.txt': now },
        seen: { 'a.txt': read(before) },
        second: { 'a.txt': null },
      });
      expect(after).toBe(null);
      expect(refused).toContain('merge-conflict/count 1');
    }
  });
});
