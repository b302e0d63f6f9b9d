import { describe, expect, test } from 'vitest';
import { apply, type Applied } from '../../../src/core/apply/apply.ts';
import { Findings } from '../../../src/core/apply/findings.ts';
import { pointElsewhere } from '../../../src/core/apply/point-elsewhere.ts';
import type { Decoded } from '../../../src/core/formats/decoded.ts';
import { type Edit } from '../../../src/core/model/edit.ts';
import { call, decodedOf, replace, snapshotOf, type FileValue } from '../../support/edit-values.ts';

const T = 'first line here\nsecond line here\nthird line here\n';

const plan = (
  files: Readonly<Record<string, FileValue>>,
  edits: readonly Edit[],
  rest: Partial<Decoded> & { readonly fresh?: readonly string[] } = {},
): Applied =>
  apply(decodedOf(edits, rest), snapshotOf(files, { freshReads: new Set(rest.fresh ?? []) }), {
    repoName: 'repo',
  });

describe('where else the old text stands', () => {
  const elsewhere = (
    files: Readonly<Record<string, FileValue>>,
    edits: readonly Edit[],
  ): readonly unknown[] => plan(files, edits).rejections.map(({ facts }) => facts?.['elsewhere']);

  test.each<readonly [string, Readonly<Record<string, string>>, Edit, string | undefined]>([
    ['in another file', { a: T, b: 'another line\n' }, replace('a', 'another line', 'x'), 'b'],
    [
      'in the second of them',
      { a: T, b: T, c: 'another line\n' },
      replace('a', 'another line', 'x'),
      'c',
    ],
    ['twice', { a: T, b: 'another line\nanother line\n' }, replace('a', 'another line', 'x'), 'b'],
    [
      'with other indentation',
      { a: T, b: '  another line\n' },
      replace('a', 'another line', 'x'),
      undefined,
    ],
    [
      'not asked for where it cuts a word',
      { a: T, b: 'irst line here\n' },
      call('a', 'irst line here', 'x'),
      undefined,
    ],
    ['nowhere', { a: T, b: T }, replace('a', 'another line', 'x'), undefined],
    ['too short to mean anything', { a: T, b: 'tiny\n' }, replace('a', 'tiny', 'x'), undefined],
    ['just long enough', { a: T, b: '0123456789\n' }, replace('a', '0123456789', 'x'), 'b'],
    ['in a file that has no such path', { b: T }, replace('c/b2', 'first line here', 'x'), 'b'],
    [
      'not asked for where it is ambiguous',
      { a: `${T}${T}`, b: T },
      replace('a', 'first line here', 'x'),
      undefined,
    ],
  ])('%s', (_name, files, edit, is) => {
    expect(elsewhere(files, [edit])).toEqual([is]);
  });

  test('of the block that is lost, not of another', () => {
    const edits = [replace('a', 'first line here', 'x'), replace('a', 'another line', 'y')];
    expect(elsewhere({ a: T, b: 'another line\n', c: T }, edits)).toEqual(['b']);
  });

  test('of no more than twenty blocks', () => {
    const edits = Array.from({ length: 25 }, (_, at) => replace('a', `another line ${at}`, 'x'));
    const b = edits.map(({ old }) => `${old}\n`).join('');
    const found = elsewhere({ a: T, b }, edits);
    expect(found.filter((each) => each === 'b')).toHaveLength(20);
  });

  test('in no more bytes than eight millions', () => {
    const findings = new Findings();
    const edit = replace('a', 'another line', 'x');
    findings.refuse(edit, 'stale-anchor', { reason: 'nowhere' });
    const big = Buffer.alloc(8 * 1024 * 1024 + 1, 'x\n');
    pointElsewhere([edit], snapshotOf({ big, c: 'another line\n' }), findings);
    expect(findings.rejections[0]?.facts).toBeUndefined();
    pointElsewhere([edit], snapshotOf({ big: big.subarray(1000), c: 'another line\n' }), findings);
    expect(findings.rejections[0]?.facts).toEqual({ elsewhere: 'c' });
  });
});
