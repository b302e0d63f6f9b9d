import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apply } from '../../../src/core/apply/apply.ts';
import { patchId } from '../../../src/core/apply/patch-id.ts';
import { verify } from '../../../src/core/apply/verify.ts';
import type { Edit } from '../../../src/core/model/edit.ts';
import { call, decodedOf, hunk, replace, snapshotOf, write } from '../../support/edit-values.ts';

const word = fc.constantFrom(
  'alpha',
  'beta',
  'gamma',
  'delta',
  'x',
  '}',
  '',
  'return value',
  'if (a) {',
);
const line = fc
  .tuple(
    fc.constantFrom('', '  ', '    ', '\t'),
    fc.array(word, { maxLength: 3 }),
    fc.constantFrom('', '', '', ' ', '\t'),
  )
  .map(([indent, words, tail]) => `${indent}${words.join(' ')}${tail}`);
const ending = fc.constantFrom('\n', '\n', '\r\n');

/** A file of random lines with mixed endings, its last line terminated or not, with or without a mark. */
const file = fc
  .record({
    lines: fc.array(fc.tuple(line, ending), { minLength: 1, maxLength: 30 }),
    isOpen: fc.boolean(),
    hasMark: fc.boolean(),
  })
  .map(({ lines, isOpen, hasMark }) => {
    const last = lines.length - 1;
    // An empty last line without ending is no line.
    const isLastOpen = isOpen && lines[last]?.[0] !== '';
    const text = lines.map(([each, end], at) => each + (isLastOpen && at === last ? '' : end));
    return { mark: hasMark ? '\uFEFF' : '', lines: text };
  });

const bare = (text: string): string => text.replace(/\r?\n$/, '');

interface Case {
  readonly text: string;
  readonly edit: Edit;
  /** The intended result, with any line ending on added lines. */
  readonly wanted: readonly string[];
}

/** A block made of lines of the file, with some of them replaced; and what it should come to. */
const blockCase = fc
  .record({
    file,
    from: fc.nat(),
    length: fc.integer({ min: 1, max: 6 }),
    keep: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
    added: fc.array(line, { maxLength: 4 }),
    isScript: fc.boolean(),
  })
  .filter(({ file: { lines } }) => lines.join('') !== '')
  .map(({ file: { mark, lines }, from, length, keep, added, isScript }): Case => {
    const start = from % lines.length;
    const old = lines.slice(start, start + length).map(bare);
    const isKept = (at: number): boolean => keep[at] ?? false;
    const cut = old.findIndex((_, at) => !isKept(at));
    const at = cut === -1 ? old.length : cut;
    const tagged = old.flatMap((each, index) => [
      ...(index === at ? added.map((one) => `+${one}`) : []),
      `${isKept(index) ? ' ' : '-'}${each}`,
    ]);
    if (at === old.length) tagged.push(...added.map((one) => `+${one}`));
    const now = tagged.filter((each) => !each.startsWith('-')).map((each) => each.slice(1));
    // Without tags, the empty text is no line at all.
    const isTagged = isScript || now.join('') === '' || old.join('') === '';
    const edit = isTagged
      ? hunk('f.txt', tagged.join('\n'))
      : replace('f.txt', old.join('\n'), now.join('\n'), { unit: 'lines' });
    const wanted = [
      ...lines.slice(0, start).map(bare),
      ...now,
      ...lines.slice(start + old.length).map(bare),
    ];
    return { text: mark + lines.join(''), edit, wanted };
  });

const normalised = (each: string): string => each.replaceAll('\r\n', '\n');

const planned = (text: string, edits: readonly Edit[]) => {
  const snapshot = snapshotOf({ 'f.txt': text });
  const applied = apply(decodedOf(edits), snapshot, { repoName: '' });
  expect(applied.patch === null ? [] : verify(applied.patch, snapshot)).toEqual([]);
  return applied;
};

const contentOf = (text: string, edits: readonly Edit[]): string | null => {
  const { patch } = planned(text, edits);
  const after = patch?.changes[0]?.after;
  return after === undefined || after === null ? null : Buffer.from(after.bytes).toString();
};

const linesOf = (text: string): string[] => {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
};

describe('a block of lines', () => {
  test('is applied to exactly the lines that were meant, or refused', () => {
    fc.assert(
      fc.property(blockCase, ({ text, edit, wanted }) => {
        const content = contentOf(text, [edit]);
        if (content === null) return;
        const expected = [...wanted];
        while (expected.at(-1) === '' && linesOf(content).length < expected.length) expected.pop();
        expect(linesOf(content)).toEqual(expected);
        expect(content.startsWith('\uFEFF')).toBe(text.startsWith('\uFEFF'));
      }),
      { numRuns: 3000 },
    );
  });

  test('keeps the file terminated, or not, as it was', () => {
    fc.assert(
      fc.property(blockCase, ({ text, edit, wanted }) => {
        const content = contentOf(text, [edit]);
        if (content === null || wanted.length === 0 || wanted.at(-1) === '') return;
        expect(content.endsWith('\n')).toBe(text.endsWith('\n'));
      }),
      { numRuns: 1000 },
    );
  });

  test('leaves every line outside it as it was, byte for byte', () => {
    fc.assert(
      fc.property(blockCase, ({ text, edit }) => {
        const { patch } = planned(text, [edit]);
        const change = patch?.changes[0];
        if (change === undefined) return;
        const first = change.regions[0];
        const last = change.regions.at(-1);
        const before = Buffer.from(text);
        const after = Buffer.from(change.after?.bytes ?? []);
        expect(after.subarray(0, first?.start).equals(before.subarray(0, first?.start))).toBe(true);
        const tail = before.length - (last?.end ?? 0);
        expect(after.subarray(after.length - tail).equals(before.subarray(last?.end))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('several blocks', () => {
  test('give the same in any order', () => {
    fc.assert(
      fc.property(
        file.filter(({ lines }) => new Set(lines.map(bare)).size >= 4),
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 3 }), line), {
          minLength: 2,
          maxLength: 4,
        }),
        fc.nat(),
        ({ mark, lines }, blocks, turn) => {
          const edits = blocks.map(([from, length, now]) => {
            const start = from % lines.length;
            const old = lines.slice(start, start + length).map(bare);
            return replace('f.txt', old.join('\n'), [...old.slice(1), now].join('\n'), {
              unit: 'lines',
            });
          });
          const text = mark + lines.join('');
          const one = planned(text, edits);
          const at = turn % edits.length;
          const other = planned(text, [...edits.slice(at), ...edits.slice(0, at)]);
          const isSequential = [...one.notes, ...other.notes].some(
            ({ code }) => code === 'on-earlier-block',
          );
          if (isSequential || one.patch === null || other.patch === null) return;
          expect(other.patch.changes[0]?.after?.bytes).toEqual(one.patch.changes[0]?.after?.bytes);
          expect(patchId(other.patch)).toBe(patchId(one.patch));
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('a tool call', () => {
  test('replaces the very characters it names, or is refused', () => {
    fc.assert(
      fc.property(file, fc.nat(), fc.nat(), line, ({ mark, lines }, from, length, now) => {
        const text = mark + lines.join('');
        const start = mark.length + (from % (text.length - mark.length + 1));
        const old = text.slice(start, start + (length % 40) + 1);
        const isInsideBreak = text[start - 1] === '\r' && old.startsWith('\n');
        if (isInsideBreak || old.trim() === '' || old.includes('\r') || old.includes('\uFEFF'))
          return;
        const content = contentOf(text, [call('f.txt', old, now)]);
        if (content === null) return;
        const isHere = content === text.slice(0, start) + now + text.slice(start + old.length);
        const expected = normalised(text.slice(0, start) + now + text.slice(start + old.length));
        expect(isHere || normalised(content) === expected).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('a whole file', () => {
  test('comes out with the lines that were given, in the style of the file', () => {
    fc.assert(
      fc.property(file, fc.array(line, { minLength: 1, maxLength: 30 }), ({ mark, lines }, now) => {
        const text = mark + lines.join('');
        const content = contentOf(text, [write('f.txt', `${now.join('\n')}\n`)]);
        if (content === null) return;
        const expected = [...now];
        while (expected.at(-1) === '' && linesOf(content).length < expected.length) expected.pop();
        expect(linesOf(content)).toEqual(expected);
        const isOpen = now.at(-1) === '' || content.endsWith('\n') === text.endsWith('\n');
        expect(isOpen || text === mark).toBe(true);
        expect(content.startsWith('\uFEFF')).toBe(mark !== '');
      }),
      { numRuns: 1000 },
    );
  });
});

/** Bytes and edits of any kind. */
const answer = (): void =>
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('lines', 'line-or-part', 'characters'),
      (bytes, old, now, unit) => {
        const snapshot = snapshotOf({ 'f.txt': bytes });
        const edits = [
          replace('f.txt', old, now, { unit }),
          write('f.txt', now),
          call('f.txt', now, old),
        ];
        for (const edit of edits) {
          const applied = apply(decodedOf([edit]), snapshot, { repoName: '' });
          expect(applied.patch === null ? [] : verify(applied.patch, snapshot)).toEqual([]);
        }
      },
    ),
    { numRuns: 2000 },
  );

describe('any edit at all', () => {
  test('is answered, never thrown at', () => {
    expect(answer).not.toThrow();
  });
});
