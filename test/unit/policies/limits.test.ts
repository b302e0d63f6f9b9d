import { describe, expect, test } from 'vitest';
import { decode } from '../../../src/core/formats/decode.ts';
import { radiusFindings } from '../../../src/core/graph/blast-radius.ts';
import { explain } from '../../../src/core/model/explain.ts';
import type { FileChange } from '../../../src/core/model/patch.ts';
import { judge } from '../../../src/core/policies/judge.ts';
import { DEFAULT_LIMITS, type Limits } from '../../../src/core/policies/limits.ts';
import { changeOf, patchOf, type Sides } from '../../support/patches.ts';

const lines = (count: number, word = 'line'): string =>
  Array.from({ length: count }, (_, at) => `${word} ${at}\n`).join('');

const files = (count: number): readonly FileChange[] =>
  Array.from({ length: count }, (_, at) => changeOf(`f${at}.txt`, ['a\n', 'b\n']));

/** Lines of a file that stay, after so many of them were written anew. */
const rewritten = (total: number, changed: number): Sides => [
  lines(total),
  lines(changed, 'other') + lines(total).split('\n').slice(changed).join('\n'),
];

const found = (changes: readonly FileChange[], limits: Partial<Limits> = {}): readonly string[] => {
  const { rejections, holds } = judge({
    patch: { ...patchOf({}), changes },
    limits: { ...DEFAULT_LIMITS, ...limits },
    protectedRules: [],
  });
  return [
    ...rejections.map(({ code, reason }) => `reject ${code} ${reason ?? ''}`.trim()),
    ...holds.map(({ code, reason }) => `hold ${code} ${reason ?? ''}`.trim()),
  ];
};

const one = (path: string, sides: Sides, rest: Partial<FileChange> = {}) => [
  changeOf(path, sides, rest),
];

const QUOTED = { isWhole: false } as const;
const region = { start: 0, end: 0, replacement: Buffer.alloc(0), block: 1, askedRemoved: 1 };
/** Asks for one line, and changes so many in all. */
const beyond = (count: number) =>
  one('a.txt', ['', lines(count)], {
    ...QUOTED,
    regions: [{ ...region, askedRemoved: 0, askedAdded: 1 }],
  });
/** Sets so many lines anew beside a real change. */
const reformatted = (count: number) => {
  const call = (quote: string) =>
    Array.from({ length: count }, (_, at) => `call${at}(${quote}a${quote});\n`).join('');
  return one('a.ts', [`${call("'")}x();\n`, `${call('"')}y();\n`], QUOTED);
};

describe('the defaults, and the first number past each', () => {
  test.each<readonly [string, readonly FileChange[], readonly FileChange[], string]>([
    ['files', files(20), files(21), 'reject excessive-blast-radius files'],
    [
      'lines',
      one('a.txt', ['', lines(600)]),
      one('a.txt', ['', lines(601)]),
      'reject diff-too-large lines',
    ],
    [
      'deleted lines',
      one('a.txt', [lines(500), lines(200)], QUOTED),
      one('a.txt', [lines(500), lines(199)], QUOTED),
      'reject diff-too-large deleted-lines',
    ],
    [
      'bytes',
      one('a.txt', [null, 'x'.repeat(1024 * 1024)]),
      one('a.txt', [null, 'x'.repeat(1024 * 1024 + 1)]),
      'reject diff-too-large bytes',
    ],
    ['lines not asked for', beyond(11), beyond(12), 'reject collateral-change'],
    [
      'lines set anew (each counts on both sides)',
      reformatted(5),
      reformatted(6),
      'reject collateral-change formatting',
    ],
    [
      'share rewritten',
      one('a.txt', rewritten(100, 80), QUOTED),
      one('a.txt', rewritten(100, 81), QUOTED),
      'hold diff-too-large rewrite',
    ],
    [
      'lines from which on a file may not be rewritten whole',
      one('a.txt', rewritten(60, 60), QUOTED),
      one('a.txt', rewritten(61, 61), QUOTED),
      'hold diff-too-large rewrite',
    ],
    [
      'share lost',
      one('a.txt', [lines(20), lines(14)]),
      one('a.txt', [lines(20), lines(13)]),
      'hold content-dropped shrink',
    ],
    [
      'lines from which on a file may not shrink',
      one('a.txt', [lines(9), lines(1)]),
      one('a.txt', [lines(10), lines(1)]),
      'hold content-dropped shrink',
    ],
  ])('%s', (_name, within, past, said) => {
    expect(found(within)).toEqual([]);
    expect(found(past)).toEqual([said]);
  });

  test('dependents', () => {
    const radius = (count: number) => ({
      dependents: Array.from({ length: count }, (_, at) => `${at}.ts`),
      packages: [],
      affectedTests: [],
      unreached: [],
    });
    const codes = (count: number) =>
      radiusFindings(radius(count), DEFAULT_LIMITS.dependents).holds.map(({ code }) => code);
    expect(codes(200)).toEqual([]);
    expect(codes(201)).toEqual(['excessive-blast-radius']);
  });

  test.each([
    ['blocks', 500, 501],
    ['a limit of an agent', 3, 4],
  ])('%s', (name, within, past) => {
    const block = (at: number) => `f${at}.txt\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n\n`;
    const read = (count: number) =>
      decode(Buffer.from(Array.from({ length: count }, (_, at) => block(at)).join('')), {
        roots: [],
        maxBytes: DEFAULT_LIMITS.response,
        maxBlocks: name === 'blocks' ? DEFAULT_LIMITS.blocks : 3,
      }).rejections.map(({ code }) => code);
    expect(read(within)).toEqual([]);
    expect(read(past)).toEqual(['payload-too-large']);
  });

  test('bytes of a response', () => {
    const read = (bytes: number) =>
      decode(Buffer.alloc(bytes, 'a'), {
        roots: [],
        maxBytes: DEFAULT_LIMITS.response,
        maxBlocks: DEFAULT_LIMITS.blocks,
      }).rejections.map(({ code }) => code);
    expect(read(8 * 1024 * 1024)).not.toContain('payload-too-large');
    expect(read(8 * 1024 * 1024 + 1)).toEqual(['payload-too-large']);
  });
});

describe('limits of some paths', () => {
  const docs = { glob: '/docs/**', limits: { lines: 700, files: 2, bytes: 20_000 } };
  const drafts = { glob: '/docs/drafts/', limits: { lines: 5 } };
  const limits = { paths: [docs, drafts] };

  test.each<readonly [string, readonly FileChange[], readonly string[]]>([
    ['within theirs, over those of the rest', one('docs/a.md', [null, lines(700)]), []],
    ['over theirs', one('docs/a.md', [null, lines(701)]), ['reject diff-too-large lines']],
    ['of another folder', one('doc/a.md', [null, lines(601)]), ['reject diff-too-large lines']],
    [
      'the last that has a number wins, key by key',
      one('docs/drafts/a.md', [null, lines(6)]),
      ['reject diff-too-large lines'],
    ],
    [
      'counted apart: neither is over its own',
      [...one('docs/a.md', [null, lines(700)]), ...one('b.txt', [null, lines(600)])],
      [],
    ],
    [
      'each is over its own',
      [...one('docs/a.md', [null, lines(701)]), ...one('b.txt', [null, lines(601)])],
      ['reject diff-too-large lines', 'reject diff-too-large lines'],
    ],
    [
      'files',
      ['a', 'b', 'c'].map((name) => changeOf(`docs/${name}.md`, ['a\n', 'b\n'])),
      ['reject excessive-blast-radius files'],
    ],
    ['bytes', one('docs/a.md', [null, 'x'.repeat(20_001)]), ['reject diff-too-large bytes']],
    [
      'a limit without an own number',
      one('docs/a.md', [lines(500), lines(199)], QUOTED),
      ['reject diff-too-large deleted-lines'],
    ],
  ])('%s', (_name, changes, said) => {
    expect(found(changes, limits)).toEqual(said);
  });

  test.each<readonly [string, readonly FileChange[], Limits['paths'][number]['limits']]>([
    ['rewritten', one('a.txt', rewritten(100, 90), QUOTED), { rewriteRatio: 0.9 }],
    ['lost', one('a.txt', [lines(20), lines(10)]), { shrink: 0.5 }],
    ['set anew', reformatted(6), { collateralLines: 12 }],
    ['not asked for', beyond(12), { collateralLines: 11 }],
  ])('of a single file: %s', (_name, changes, own) => {
    expect(found(changes)).toHaveLength(1);
    expect(found(changes, { paths: [{ glob: 'a.*', limits: own }] })).toEqual([]);
    expect(found(changes, { paths: [{ glob: 'b.*', limits: own }] })).toHaveLength(1);
  });

  test('are named in the refusal', () => {
    const { rejections } = judge({
      patch: { ...patchOf({}), changes: one('docs/a.md', [null, lines(701)]) },
      limits: { ...DEFAULT_LIMITS, ...limits },
      protectedRules: [],
    });
    expect(rejections.map((each) => explain(each).title)).toEqual([
      'The change has too many changed lines in `/docs/**`: 701, and the limit is 700.',
    ]);
  });
});
