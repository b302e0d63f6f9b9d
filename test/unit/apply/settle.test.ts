import { describe, expect, test } from 'vitest';
import { apply } from '../../../src/core/apply/apply.ts';
import type { Span } from '../../../src/core/formats/decoded.ts';
import { codes, decodedOf, replace, snapshotOf } from '../../support/edit-values.ts';

const T = 'first line here\nsecond line here\nthird line here\n';

const span = (rest: Partial<Span>): Span => ({
  start: 0,
  end: 1,
  firstLine: 3,
  lastLine: 5,
  kind: 'unclassified',
  reason: 'code',
  path: 'a.txt',
  ...rest,
});

describe('the response as a whole', () => {
  const snapshot = snapshotOf({ 'a.txt': T });
  const edit = replace('a.txt', 'first line here', '1');
  const plan = (rest: Parameters<typeof decodedOf>[1], edits = [edit]) =>
    apply(decodedOf(edits, rest), snapshot, { repoName: '' });

  test('no edits', () => {
    expect(codes(plan({}, []))).toEqual(['no-edits']);
  });

  test('what decoding refused is the only refusal', () => {
    expect(codes(plan({ rejections: [{ code: 'truncated-response' }] }, []))).toEqual([
      'truncated-response',
    ]);
    expect(codes(plan({ rejections: [{ code: 'truncated-response' }] }))).toEqual([
      'truncated-response',
    ]);
  });

  test('holds and notes of decoding are kept', () => {
    const applied = plan({ holds: [{ code: 'hedged-edit' }], notes: [{ code: 'x', text: 'y' }] });
    expect(applied.holds).toEqual([{ code: 'hedged-edit' }]);
    expect(applied.notes).toEqual([{ code: 'x', text: 'y' }]);
    expect(applied.patch).not.toBeNull();
  });

  test('unclassified code refuses', () => {
    expect(codes(plan({ spans: [span({ quoted: 'another line\n' })] }))).toEqual([
      'unclassified-edit/code',
    ]);
    expect(codes(plan({ spans: [span({})] }))).toEqual(['unclassified-edit/code']);
    expect(codes(plan({ spans: [span({ path: 'b.txt', quoted: 'x' })] }))).toEqual([
      'unclassified-edit/code',
    ]);
  });

  test('code that stands in its file is quoted, whatever decoding thought', () => {
    const rejections = [
      { code: 'unclassified-edit', path: 'a.txt', responseLines: [3, 5] },
    ] as const;
    const applied = plan({
      spans: [span({ quoted: 'second line here\nthird line here\n' })],
      rejections,
    });
    expect(codes(applied)).toEqual([]);
    expect(applied.notes.map(({ code }) => code)).toEqual(['quoted-code']);
  });

  test('code without a path says nothing', () => {
    const { path: _path, ...bare } = span({});
    expect(codes(plan({ spans: [bare, span({ kind: 'prose' })] }))).toEqual([]);
  });

  test('each block is reported', () => {
    const edits = [
      edit,
      replace('a.txt', 'nothing like it', 'x'),
      replace('a.txt', 'third line here', 'third line here'),
      edit,
    ];
    const { blocks } = plan({}, edits);
    expect(blocks.map(({ block, status, lines }) => ({ block, status, lines }))).toEqual([
      { block: 1, status: 'would-apply', lines: [1, 1] },
      { block: 2, status: 'failed', lines: undefined },
      { block: 3, status: 'no-effect', lines: [3, 3] },
      { block: 4, status: 'no-effect', lines: undefined },
    ]);
  });

  test('a stale block comes with the closest region', () => {
    const { rejections } = plan({}, [replace('a.txt', 'first line there\nsecond line here', 'x')]);
    expect(rejections).toMatchObject([
      {
        code: 'stale-anchor',
        excerpt: { path: 'a.txt', firstLine: 1, lines: T.trimEnd().split('\n') },
        difference: { line: 1, wanted: 'first line there', found: 'first line here', column: 11 },
        facts: { same: 1, of: 2 },
      },
    ]);
  });
});
