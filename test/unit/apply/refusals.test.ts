import { describe, expect, test } from 'vitest';
import { apply, type Applied } from '../../../src/core/apply/apply.ts';
import { Findings } from '../../../src/core/apply/findings.ts';
import { pointElsewhere } from '../../../src/core/apply/point-elsewhere.ts';
import { settle } from '../../../src/core/apply/settle.ts';
import type { Decoded, Span } from '../../../src/core/formats/decoded.ts';
import { NO_SCOPE, type Edit } from '../../../src/core/model/edit.ts';
import type { Rejection } from '../../../src/core/model/rejection.ts';
import {
  call,
  create,
  decodedOf,
  hunk,
  insert,
  mode,
  remove,
  rename,
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

const refusals = (applied: Applied): readonly Rejection[] => applied.rejections;

describe('a refusal says all that it knows', () => {
  test.each<readonly [string, readonly Edit[], readonly object[]]>([
    [
      'twins',
      [replace('a', 'same line here', 'x')],
      [
        {
          code: 'ambiguous-anchor',
          path: 'a',
          block: 1,
          responseLines: [1, 8],
          reason: 'twins',
          lines: [2, 4],
          facts: { found: 2, rung: 'exact' },
        },
      ],
    ],
    [
      'another count',
      [replace('a', 'same line here', 'x', { scope: { ...NO_SCOPE, count: 3 } })],
      [
        {
          code: 'ambiguous-anchor',
          path: 'a',
          block: 1,
          responseLines: [1, 8],
          reason: 'count',
          lines: [2, 4],
          facts: { found: 2, rung: 'exact', declared: 3 },
        },
      ],
    ],
    [
      'every one, loosely',
      [replace('a', '  same line here', 'x', { scope: { ...NO_SCOPE, count: 'every' } })],
      [
        {
          code: 'ambiguous-anchor',
          path: 'a',
          block: 1,
          responseLines: [1, 8],
          reason: 'count',
          lines: [2, 4],
          facts: { found: 2, rung: 'indentation' },
        },
      ],
    ],
    [
      'an anchor that is missing',
      [hunk('a', '-same line here\n+x', { scope: { ...NO_SCOPE, anchors: ['gone'] } })],
      [
        {
          code: 'stale-anchor',
          path: 'a',
          block: 1,
          responseLines: [1, 8],
          reason: 'anchor-missing',
          lines: [],
          facts: { anchor: 'gone' },
        },
      ],
    ],
    [
      'an addition under an anchor with twins',
      [hunk('a', '+x', { scope: { ...NO_SCOPE, anchors: ['same line here'] } })],
      [
        {
          code: 'ambiguous-anchor',
          path: 'a',
          block: 1,
          responseLines: [1, 8],
          reason: 'anchor-twins',
          lines: [2, 4],
          facts: { found: 2, rung: 'exact', anchor: 'same line here' },
        },
      ],
    ],
    [
      'two blocks over each other',
      [replace('a', 'one line here\nsame line here', 'x'), replace('a', 'one line here', 'y')],
      [
        {
          code: 'overlapping-edits',
          path: 'a',
          block: 1,
          responseLines: [1, 8],
          reason: 'same-lines',
          lines: [1],
          facts: { other: 2 },
        },
        {
          code: 'overlapping-edits',
          path: 'a',
          block: 2,
          responseLines: [11, 18],
          reason: 'same-lines',
          lines: [1],
          facts: { other: 1 },
        },
      ],
    ],
    [
      'a number without a read',
      [insert('a', 2, 'x')],
      [
        {
          code: 'read-required',
          path: 'a',
          block: 1,
          responseLines: [1, 8],
          reason: 'number-only',
          lines: [2],
        },
      ],
    ],
    [
      'a deletion and an edit',
      [remove('a'), replace('a', 'one line here', 'x')],
      [
        {
          code: 'overlapping-edits',
          path: 'a',
          block: 2,
          responseLines: [11, 18],
          reason: 'deleted',
          facts: { other: 1 },
        },
      ],
    ],
    [
      'two whole contents',
      [write('a', 'p\n'), write('a', 'q\n')],
      [
        {
          code: 'overlapping-edits',
          path: 'a',
          block: 2,
          responseLines: [11, 18],
          reason: 'two-contents',
          facts: { other: 1 },
        },
      ],
    ],
    [
      'a whole content and a block of the original',
      [replace('a', 'one line here', 'x'), write('a', 'y\n')],
      [
        {
          code: 'overlapping-edits',
          path: 'a',
          block: 1,
          responseLines: [1, 8],
          reason: 'whole-file',
          facts: { other: 2 },
        },
      ],
    ],
    [
      'a last added line that the next one repeats',
      [replace('a', 'the middle one', 'x\nthe last of them')],
      [
        {
          code: 'malformed-edit',
          path: 'a',
          block: 1,
          responseLines: [1, 8],
          reason: 'repeated-boundary',
          lines: [6],
          facts: { line: 'the last of them', next: 'the last of them' },
        },
      ],
    ],
    [
      'left-out code',
      [replace('a', 'the middle one', 'x\n// ... rest of the code unchanged ...')],
      [
        {
          code: 'elided-content',
          path: 'a',
          block: 1,
          responseLines: [1, 8],
          facts: { line: '// ... rest of the code unchanged ...' },
        },
      ],
    ],
    [
      'a file that is not there',
      [replace('b', 'one line here', 'x')],
      [
        {
          code: 'file-missing',
          path: 'b',
          block: 1,
          responseLines: [1, 8],
          reason: 'no-such-file',
          facts: { candidates: ['a'], elsewhere: 'a' },
        },
      ],
    ],
    [
      'two new files that fold to one',
      [create('Bc', 'x\n'), create('bC', 'y\n')],
      [
        {
          code: 'path-denied',
          path: 'Bc',
          block: 1,
          responseLines: [1, 8],
          reason: 'collides',
          facts: { other: 'bC' },
        },
      ],
    ],
    [
      'an illustration of a longer file',
      [write('long', 'a line\nof its own\n')],
      [
        {
          code: 'content-dropped',
          path: 'long',
          block: 1,
          responseLines: [1, 8],
          reason: 'illustration',
          facts: { lines: 2, fileLines: 20 },
        },
      ],
    ],
  ])('%s', (_name, edits, wanted) => {
    const a =
      'one line here\nsame line here\nx\nsame line here\nthe middle one\nthe last of them\n';
    const long = Array.from({ length: 20 }, (_, at) => `line ${at}\n`).join('');
    const applied = plan({ a, long }, edits);
    expect(refusals(applied)).toEqual(wanted);
    expect(applied.patch).toBeNull();
  });

  test('at most fifty lines, and how many there are', () => {
    const [refusal] = refusals(
      plan({ a: 'same line\n'.repeat(70) }, [replace('a', 'same line', 'x')]),
    );
    expect(refusal?.lines).toHaveLength(50);
    expect(refusal?.facts?.['found']).toBe(70);
  });
});

describe('notes say how a block was taken', () => {
  const noted = (applied: Applied): readonly string[] => {
    expect(applied.rejections).toEqual([]);
    return applied.notes.map(({ code, path, block }) => `${code} ${path} ${block}`);
  };

  test.each<readonly [string, string, Edit, readonly string[]]>([
    ['exactly', T, replace('a', 'first line here', 'x'), []],
    ['with its line endings', 'first line\r\nhere\r\n', replace('a', 'first line\nhere', 'x'), []],
    [
      'without its trailing blanks',
      'first line here  \n',
      replace('a', 'first line here', 'x'),
      ['matched-trailing-blanks a 1'],
    ],
    [
      'with its indentation shifted',
      '  first line here\n',
      replace('a', 'first line here', 'x'),
      ['matched-indentation a 1'],
    ],
    [
      'with its quotes made plain',
      'first \u201Cline\u201D here\n',
      replace('a', 'first "line" here', 'x'),
      ['matched-look-alikes a 1'],
    ],
    [
      'at the places that it declared',
      'same line\nsame line\n',
      replace('a', 'same line', 'x', { scope: { ...NO_SCOPE, count: 2 } }),
      ['matched-count a 1'],
    ],
    [
      'at its line',
      'same line\nsame line\n',
      replace('a', 'same line', 'x', { scope: { ...NO_SCOPE, lineHint: 2 } }),
      ['matched-line a 1'],
    ],
    [
      'with a last added line that the next one repeats, as brackets do',
      'go {\n  x\n}\n}\n',
      replace('a', '  x', '  y\n}'),
      ['repeated-boundary a 1'],
    ],
    [
      'with a last added line that stood more than once',
      'go\nthe same line\nx\nthe same line\n',
      replace('a', 'x', 'y\nthe same line'),
      ['repeated-boundary a 1'],
    ],
    ['with a last added line that is blank', 'one\n\ntwo\n', replace('a', 'one', 'x\n'), []],
  ])('%s', (_name, text, edit, notes) => {
    expect(noted(plan({ a: text }, [edit], { fresh: ['a'] }))).toEqual(notes);
  });

  test('at two places, in so many words', () => {
    const edit = replace('a', 'same line', 'x', { scope: { ...NO_SCOPE, count: 2 } });
    expect(plan({ a: 'same line\nsame line\n' }, [edit]).notes[0]?.text).toContain('2 places');
  });

  test('an edit said twice, one without effect, and one that changes an earlier one', () => {
    const edit = replace('a', 'first line here', 'changed line');
    expect(noted(plan({ a: T }, [edit, edit]))).toEqual(['repeated-edit a 2']);
    expect(
      noted(plan({ a: T }, [edit, replace('a', 'second line here', 'second line here')])),
    ).toEqual(['no-effect a 2']);
    expect(noted(plan({ a: T }, [edit, replace('a', 'changed line', 'again')]))).toEqual([
      'on-earlier-block a 2',
    ]);
    expect(noted(plan({}, [create('b', T), replace('b', 'first line here', 'x')]))).toEqual([]);
    expect(noted(plan({ a: T, b: T }, [edit, write('b', T)]))).toEqual(['no-effect b 2']);
  });

  test('a path that was not read as spelt', () => {
    const applied = plan({ 'src/a': T }, [replace('a', 'first line here', 'x')]);
    expect(applied.notes).toEqual([
      { code: 'path-bare-name', path: 'a', block: 1, text: '"a" was read as "src/a".' },
    ]);
  });

  test('another reading of a block', () => {
    const alternates = [
      { old: 'no line of it', new: 'x', why: 'line-numbers' },
      { old: 'first line here', new: 'x', why: 'html-entities' },
    ];
    expect(noted(plan({ a: T }, [replace('a', 'other', 'x', { alternates })]))).toEqual([
      'read-as-html-entities a 1',
      'on-earlier-block a 1',
    ]);
  });
});

describe('reports say what became of each block', () => {
  const statuses = (applied: Applied): readonly string[] =>
    applied.blocks.map(
      ({ block, status, lines }) =>
        `${block} ${status}${lines === undefined ? '' : ` ${lines.join('-')}`}`,
    );

  test.each<readonly [string, readonly Edit[], readonly string[]]>([
    ['a block', [replace('a', 'second line here\nthird line here', 'x')], ['1 would-apply 2-3']],
    ['a block of every line', [replace('a', T.trimEnd(), 'x')], ['1 would-apply 1-3']],
    ['an insertion', [insert('a', 1, 'x')], ['1 would-apply 2-2']],
    ['a deletion', [remove('a')], ['1 would-apply 1-3']],
    ['a whole content', [write('a', 'x\n')], ['1 would-apply']],
    ['the same content', [write('a', T), mode('a', '100755')], ['1 no-effect', '2 would-apply']],
    ['the same mode', [mode('a', '100644'), create('b', 'x')], ['1 no-effect', '2 would-apply']],
    ['a rename', [rename('a', 'b')], ['1 would-apply']],
    [
      'a failure is never reported as anything else',
      [replace('a', 'gone line here', 'x'), write('a', 'y\n'), write('a', 'z\n')],
      ['1 failed', '2 would-apply', '3 failed'],
    ],
    [
      'blocks on earlier blocks',
      [
        replace('a', 'first line here', 'changed line'),
        replace('a', 'changed line', 'changed line'),
        replace('a', 'changed line', 'changed more'),
      ],
      ['1 would-apply 1-1', '2 no-effect', '3 would-apply'],
    ],
  ])('%s', (_name, edits, wanted) => {
    expect(statuses(plan({ a: T }, edits, { fresh: ['a'] }))).toEqual(wanted);
  });

  test('of an empty file, and of an empty deleted one', () => {
    expect(statuses(plan({ a: '' }, [remove('a')]))).toEqual(['1 would-apply 1-1']);
    expect(statuses(plan({ a: '' }, [call('a', '', 'x\n')]))).toEqual(['1 would-apply 1-1']);
  });

  test('the blocks of a change are those that made it', () => {
    const { patch } = plan({ a: T }, [
      replace('a', 'first line here', 'x'),
      replace('a', 'second line here', 'second line here'),
      replace('a', 'third line here', 'y'),
    ]);
    expect(patch?.changes[0]?.blocks).toEqual([1, 3]);
    expect(patch?.changes[0]?.regions).toHaveLength(2);
  });

  test('what is whole has no regions, what is deleted says so', () => {
    const files = { a: T, b: T, c: T };
    const { patch } = plan(files, [
      write('a', 'x\n'),
      remove('b'),
      rename('c', 'd'),
      create('e', T, '100755'),
    ]);
    expect(
      patch?.changes.map(({ path, from, isWhole, isDeclaredDeletion, regions, after }) => [
        path,
        from,
        isWhole,
        isDeclaredDeletion,
        regions.length,
        after?.mode,
      ]),
    ).toEqual([
      ['a', undefined, true, false, 0, '100644'],
      ['b', undefined, false, true, 0, undefined],
      ['d', 'c', false, false, 0, '100644'],
      ['e', undefined, true, false, 0, '100755'],
    ]);
  });

  test('the mode of the file is kept, or what the edit states', () => {
    const files = { a: { mode: '100755', bytes: T } } as const;
    const modeAfter = (edits: readonly Edit[]) => plan(files, edits).patch?.changes[0]?.after?.mode;
    expect(modeAfter([replace('a', 'first line here', 'x')])).toBe('100755');
    expect(modeAfter([replace('a', 'first line here', 'x'), mode('a', '100644')])).toBe('100644');
  });
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
    ['an example that is not', { kind: 'example', quoted: 'x' }, [], 0, []],
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
    ['prose', { kind: 'prose', quoted }, [], 0, []],
  ])('%s', (_name, rest, rejections, count, notes) => {
    const applied = plan({ a: T }, [edit], { spans: [span(rest)], rejections });
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

  const change = plan({ a: T }, [replace('a', 'first line here', 'x')]).patch?.changes ?? [];
  const settled = (rejections: readonly Rejection[], changes = change) => {
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
    const text = 'What this block asks for stands in the file already.';
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
