import { describe, expect, test } from 'vitest';
import { apply, type Applied } from '../../../src/core/apply/apply.ts';
import { checkSpans } from '../../../src/core/apply/check-spans.ts';
import { Findings } from '../../../src/core/apply/findings.ts';
import { settle } from '../../../src/core/apply/settle.ts';
import type { Decoded, Span } from '../../../src/core/formats/decoded.ts';
import { type Edit } from '../../../src/core/model/edit.ts';
import type { FileChange } from '../../../src/core/model/patch.ts';
import type { Rejection } from '../../../src/core/model/rejection.ts';
import {
  decodedOf,
  replace,
  snapshotOf,
  write,
  type FileValue,
} from '../../support/edit-values.ts';

const T = 'first line here\nsecond line here\nthird line here\n';

const plan = (
  files: Readonly<Record<string, FileValue>>,
  edits: readonly Edit[],
  rest: Partial<Decoded> & { readonly fresh?: readonly string[] } = {},
): Applied =>
  apply(decodedOf(edits, rest), snapshotOf(files, { freshReads: new Set(rest.fresh ?? []) }), {
    repoName: 'repo',
  });

describe('spans', () => {
  const span = (rest: Partial<Span>): Span => ({
    start: 0,
    end: 1,
    firstLine: 10,
    lastLine: 20,
    kind: 'unclassified',
    reason: 'code',
    path: 'a',
    ...rest,
  });
  const edit = replace('a', 'first line here', 'x');
  const refused = (responseLines?: readonly [number, number], path = 'a'): Rejection => ({
    code: 'unclassified-edit',
    path,
    ...(responseLines === undefined ? {} : { responseLines }),
  });
  const quoted = 'second line here\nthird line here';

  test.each<readonly [string, Partial<Span>, readonly Rejection[], number, readonly string[]]>([
    ['quoted code, refused at its lines', { quoted }, [refused([10, 20])], 0, ['quoted-code']],
    ['quoted code that ends with a line feed', { quoted: `${quoted}\n` }, [], 0, ['quoted-code']],
    ['refused with no lines', { quoted }, [refused()], 0, ['quoted-code']],
    ['refused at its first line', { quoted }, [refused([5, 10])], 0, ['quoted-code']],
    ['refused at its last line', { quoted }, [refused([20, 25])], 0, ['quoted-code']],
    ['refused before it', { quoted }, [refused([5, 9])], 1, ['quoted-code']],
    ['refused after it', { quoted }, [refused([21, 25])], 1, ['quoted-code']],
    ['refused elsewhere', { quoted }, [refused([10, 20], 'b')], 1, ['quoted-code']],
    [
      'refused for something else',
      { quoted },
      [{ code: 'truncated-response', path: 'a' }],
      1,
      ['quoted-code'],
    ],
    ['an example, quoted', { kind: 'example', quoted }, [], 0, ['quoted-code']],
    [
      'an example under the name of a file, that is not in it',
      { kind: 'example', quoted: 'x' },
      [],
      1,
      [],
    ],
    ['code that stands nowhere', { quoted: 'another' }, [], 1, []],
    [
      'code that stands nowhere, refused already',
      { quoted: 'another' },
      [refused([10, 20])],
      1,
      [],
    ],
    ['no code at all', { quoted: '' }, [], 1, []],
    ['of no file', { path: 'b', quoted }, [], 1, []],
    ['an example of no file', { kind: 'example', path: 'b', quoted }, [], 0, []],
    ['an example in a folder of the base', { kind: 'example', path: 'in/b', quoted }, [], 1, []],
    ['an example in no folder', { kind: 'example', path: 'on/b', quoted }, [], 0, []],
    ['prose', { kind: 'prose', quoted }, [], 0, []],
  ])('%s', (_name, rest, rejections, count, notes) => {
    const files = { a: T, 'in/a': T };
    const applied = plan(files, [edit], { spans: [span(rest)], rejections });
    expect(applied.rejections).toHaveLength(count);
    expect(applied.notes.map(({ code }) => code)).toEqual(notes);
  });

  test('a refusal of unclassified code says where it stands', () => {
    expect(plan({ a: T }, [edit], { spans: [span({})] }).rejections).toEqual([
      { code: 'unclassified-edit', path: 'a', responseLines: [10, 20], reason: 'code' },
    ]);
  });

  test.each<readonly [string, Edit, readonly string[]]>([
    ['a part of the file', write('a', 'second line here\n'), ['quoted-code']],
    [
      'a part without its last line feed',
      write('a', 'first line here\nsecond line here'),
      ['quoted-code'],
    ],
    ['all of the file', write('a', T), ['no-effect']],
    ['all of it without its last line feed', write('a', T.trimEnd()), ['no-effect']],
    [
      'a part under a caption in a comment',
      write('a', 'second line here\n', { captionLine: '// a' }),
      [],
    ],
    ['a part captioned as new', write('a', 'second line here\n', { isNew: true }), []],
    ['blank lines', write('a', '\n'), []],
    [
      'a part, written by a tool call',
      write('a', 'second line here\n', {
        origin: { block: 0, format: 'tool-calls', line: 1, endLine: 1 },
      }),
      [],
    ],
  ])('a whole content that is %s', (_name, given, notes) => {
    const applied = plan({ a: T, b: T }, [given, replace('b', 'first line here', 'x')]);
    expect(applied.notes.map(({ code }) => code)).toEqual(notes);
  });
});

describe('findings', () => {
  const edit = replace('a', 'x', 'y');

  test('a failure stays one, save where it is settled', () => {
    const findings = new Findings();
    findings.refuse(edit, 'stale-anchor');
    findings.report(edit, 'would-apply', [1, 2]);
    expect(findings.statusOf(0)).toBe('failed');
    findings.settleApplied(0);
    findings.settleApplied(7);
    expect(findings.blocks.map(({ status }) => status)).toEqual(['no-effect']);
    expect(findings.statusOf(7)).toBeUndefined();
  });

  test('blocks come in their order', () => {
    const findings = new Findings();
    const numbered = (block: number): Edit => ({ ...edit, origin: { ...edit.origin, block } });
    for (const block of [3, 1, 2]) findings.report(numbered(block), 'would-apply', [block, block]);
    expect(findings.blocks).toEqual(
      [1, 2, 3].map((block) => ({
        block,
        path: 'a',
        format: 'conflict-markers',
        responseLines: [1, 5],
        status: 'would-apply',
        lines: [block, block],
      })),
    );
  });

  const effective = () =>
    plan({ a: T }, [replace('a', 'first line here', 'x')]).patch?.changes ?? [];
  const settled = (rejections: readonly Rejection[], changes = effective()) => {
    const findings = new Findings();
    findings.rejections.push(...rejections);
    settle(decodedOf([edit]), changes, findings);
    return findings;
  };

  test.each([
    ['at-site', 0],
    ['identical', 0],
    ['stands-in-context', 0],
    ['stands', 1],
    ['at-site-short', 1],
  ])('applied already, %s: %i refusals beside an effective edit', (reason, count) => {
    const rejection: Rejection = { code: 'already-applied', reason, path: 'a', block: 2 };
    expect(settled([rejection]).rejections).toHaveLength(count);
    expect(settled([rejection], []).rejections).toEqual([rejection]);
    expect(settled([rejection, { code: 'stale-anchor' }]).rejections).toHaveLength(2);
    expect(
      settled([rejection, { code: 'already-applied', reason: 'stands' }]).rejections,
    ).toHaveLength(2);
  });

  test('the note names what the refusal named', () => {
    const text = 'What this edit asks for stands in the file already.';
    expect(
      settled([
        { code: 'already-applied', reason: 'at-site', path: 'a', block: 2 },
        { code: 'already-applied', reason: 'identical' },
      ]).notes,
    ).toEqual([
      { code: 'already-applied', path: 'a', block: 2, text },
      { code: 'already-applied', text },
    ]);
    expect(settled([], []).rejections).toEqual([{ code: 'no-effective-change' }]);
  });
});

test.each<readonly [string, string, number]>([
  ['the path of a file', 'src/app.ts', 1],
  ['the bare name of one', 'app.ts', 1],
  ['a name that no file has', 'other.ts', 0],
  ['a name of a file under another path', 'lib/app.ts', 0],
])('an example under %s: %s', (_name, path, count) => {
  const findings = new Findings();
  const span: Span = {
    start: 0,
    end: 1,
    firstLine: 1,
    lastLine: 2,
    kind: 'example',
    reason: 'example',
    path,
    quoted: 'stands nowhere\nof it\n',
  };
  const changes: readonly FileChange[] = [];
  checkSpans([span], snapshotOf({ 'src/app.ts': 'x\n' }), { changes, findings });
  expect(findings.rejections).toHaveLength(count);
});
