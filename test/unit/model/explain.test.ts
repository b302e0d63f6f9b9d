import { describe, expect, test } from 'vitest';
import { explain } from '../../../src/core/model/explain.ts';
import { MALFORMED_REASONS } from '../../../src/core/model/explain/malformed-words.ts';
import { explainBlocks } from '../../../src/core/model/explain/explain-blocks.ts';
import {
  HOLD_REASONS,
  REJECTION_CODES,
  type Rejection,
} from '../../../src/core/model/rejection.ts';

const CODES = [...new Set([...REJECTION_CODES, ...HOLD_REASONS])];

/** Every reason that has words of its own. */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  'stale-anchor': [
    'nowhere',
    'outside-scope',
    'anchor-missing',
    'not-at-edge',
    'cuts-word',
    'tiny',
    'literal',
    'unmeasured-indent',
    'no-context',
    'line-out-of-range',
    'deleted-content',
    'pieces-out-of-order',
  ],
  'ambiguous-anchor': ['twins', 'count', 'anchor-twins', 'overlapping'],
  'overlapping-edits': [
    'same-lines',
    'deleted',
    'whole-file',
    'two-contents',
    'two-renames',
    'makes-way',
    'moved',
  ],
  'malformed-edit': [
    'repeated-boundary',
    'empty-search',
    'several-numbers',
    'bad-header',
    'contradiction',
    ...MALFORMED_REASONS,
  ],
  'no-edits': [
    'only-prose',
    'only-examples',
    'only-commands',
    'only-reasoning',
    'pasted-reply',
    'pasted-context',
  ],
  'unknown-reference': ['no-target', 'target', 'base', 'token', 'commit', 'unrelated', 'shallow'],
  'already-applied': ['at-site', 'landed', 'branch', 'branch-is-target'],
  'no-effective-change': ['edits', 'branch'],
  'stale-read': ['content-changed', 'lines-changed', 'file-gone', 'other-version'],
  'merge-conflict': [
    'same-lines',
    'count',
    'twins',
    'disagree',
    'deleted',
    'deleted-here',
    'both-added',
    'moved',
    'content',
  ],
  'unclassified-edit': [
    'path-in-sentence',
    'unsupported-tool',
    'markers-in-code',
    'code-without-path',
  ],
  'hedged-edit': ['example', 'code-without-path'],
  alternatives: ['offered', 'taken-back'],
  'path-denied': ['absolute', 'escapes', 'git-directory', 'ignored', 'collides'],
  'file-missing': ['no-such-file', 'several-named', 'case', 'tracked-twin'],
  'file-exists': ['tracked', 'is-folder', 'parent-is-file'],
  'file-kind-refused': ['symlink', 'submodule', 'binary', 'lfs-pointer'],
  'encoding-refused': ['utf-16', 'not-utf-8', 'surrogate', 'nul', 'replacement-character'],
  'content-dropped': ['illustration', 'symbols', 'imports', 'shrink'],
  'diff-too-large': ['rewrite', 'bytes', 'lines'],
  'excessive-blast-radius': ['files', 'dependents'],
  'protected-path': ['path', 'command-keys'],
  'approval-refused': ['expired'],
};

const FACTS = {
  actual: 900,
  limit: 600,
  what: 'changed lines',
  asked: 12,
  found: 2,
  declared: 3,
  other: '4',
  anchor: 'def run():',
  candidates: ['src/a.ts', 'lib/a.ts'],
  dropped: ['start', 'stop'],
  line: 'the line',
  next: 'the line',
  gate: 'test',
  detail: 'exit code 1',
  before: 100,
  after: 20,
  lines: 3,
  fileLines: 120,
  name: 'feature',
  branch: 'sallyport/submit/fix',
  target: 'refs/heads/main',
  attempts: 4,
  to: 'src/c.ts',
  header: 'base',
  glob: '**/yarn.lock',
  count: 12,
  message: 'unexpected token',
  values: ['main', 'main~1'],
};

const example = (code: (typeof CODES)[number], reason?: string): Rejection => ({
  // Holds have the shape of rejections, and some codes are of both kinds.
  code: code as Rejection['code'],
  ...(reason === undefined ? {} : { reason }),
  path: 'src/a.ts',
  lines: [4, 9],
  block: 2,
  responseLines: [10, 18],
  facts: reason === 'command-keys' ? { ...FACTS, keys: ['scripts'] } : FACTS,
});

describe('explain', () => {
  test.each(CODES)('%s has words with facts and without', (code) => {
    for (const refusal of [{ code: code as Rejection['code'] }, example(code)]) {
      const { title, hint } = explain(refusal);
      expect(title.length).toBeGreaterThan(10);
      expect(hint.length).toBeGreaterThan(10);
      expect(`${title}${hint}`).not.toMatch(/undefined|\[object|null/);
    }
  });

  test('every code and reason reads as it did', () => {
    const words = CODES.flatMap((code) =>
      (REASONS[code] ?? [undefined]).map((reason) => {
        const { title, hint, body } = explain(example(code, reason));
        return [`## ${code}${reason === undefined ? '' : ` / ${reason}`}`, title, body, `> ${hint}`]
          .filter((part) => part !== '')
          .join('\n');
      }),
    );
    expect(words.join('\n\n')).toMatchSnapshot();
  });

  test('says of a change of no edit that a person may approve it', () => {
    const { title } = explain({ code: 'file-kind-refused', path: 'a.bin', reason: 'binary' });
    expect(title).toBe('`a.bin` is a binary file, which needs a person.');
  });

  test('shows the closest region and marks the first difference', () => {
    const { body } = explain({
      code: 'stale-anchor',
      reason: 'nowhere',
      path: 'src/a.ts',
      block: 1,
      excerpt: { path: 'src/a.ts', firstLine: 99, lines: ['const a = 1;', '\tretries = 3;'] },
      difference: { line: 100, wanted: '\tretries = 5;', found: '\tretries = 3;', column: 11 },
    });
    expect(body).toMatchSnapshot();
  });

  test('who landed the other side is named, and all three sides are shown', () => {
    const { title, body } = explain({
      code: 'merge-conflict',
      reason: 'same-lines',
      path: 'src/a.ts',
      block: 1,
      lines: [12, 13],
      facts: {
        commit: '1a2b3c4d5e6f',
        subject: 'Raise the `limit`',
        author: 'Ada \u001b[31m',
        submission: '7k2m9qxz',
      },
      sides: {
        read: { path: 'src/a.ts', firstLine: 9, lines: ['limit = 3;'] },
        landed: { path: 'src/a.ts', firstLine: 12, lines: ['limit = 5;', '```'] },
        yours: { path: 'src/a.ts', firstLine: 9, lines: [] },
      },
    });
    expect(`${title}\n\n${body}`).toMatchSnapshot();
  });

  test('a garbled token is told from one that nobody gave', () => {
    const hintOf = (facts: Rejection['facts']) =>
      explain({ code: 'unknown-reference', reason: 'token', facts: { ...facts } }).hint;
    expect(hintOf({ reference: 'r-x', near: ['r-7k2m9qxz'] })).toContain(
      'Did you mean `r-7k2m9qxz`?',
    );
    expect(hintOf({ reference: 'r-7k2m9qxz' })).toContain('sallyport context');
  });

  test('a long line is shown from shortly before the difference', () => {
    const wanted = `${'a'.repeat(500)}b`;
    const found = `${'a'.repeat(500)}c`;
    const { body } = explain({
      code: 'stale-anchor',
      difference: { line: 1, wanted, found, column: 500 },
    });
    expect(body).toContain(`edit: …${'a'.repeat(60)}b`);
    expect(body).toContain(`${' '.repeat(6 + 61)}^`);
  });
});

const isHostile = (point: number): boolean =>
  (point < 32 && point !== 9 && point !== 10) ||
  (point >= 127 && point < 160) ||
  [0x200b, 0x202e].includes(point);

describe('hostile text', () => {
  const HOSTILE = '\u001B[31mred\u001B[0m\u0007\u202Egnp\u200B\u0085';

  test.each(CODES)('%s lets none of it through', (code) => {
    const refusal = {
      ...example(code),
      path: HOSTILE,
      reason: HOSTILE,
      facts: Object.fromEntries(Object.keys(FACTS).map((key) => [key, HOSTILE])),
      excerpt: { path: HOSTILE, firstLine: 1, lines: [HOSTILE] },
      difference: { line: 1, wanted: HOSTILE, found: HOSTILE, column: 3 },
    };
    const { title, body, hint } = explain(refusal);
    const points = Array.from(`${title}${body}${hint}`, (one) => one.codePointAt(0) ?? 0);
    expect(points.filter(isHostile)).toEqual([]);
  });

  test('a fence cannot be closed from inside', () => {
    const { body } = explain({
      code: 'stale-anchor',
      excerpt: { path: 'a.md', firstLine: 1, lines: ['````', 'text', '````'] },
    });
    expect(body).toContain('`````\n1 | ````');
  });
});

test('edits are listed with what became of each', () => {
  const block = { path: 'a.ts', format: 'x', responseLines: [1, 4] } as const;
  expect(
    explainBlocks([
      { ...block, block: 1, status: 'would-apply', lines: [3, 5] },
      { ...block, block: 2, status: 'failed' },
      { ...block, block: 3, status: 'no-effect' },
    ]),
  ).toMatchInlineSnapshot(`
    "- edit 1 (lines 1 to 4 of the response), \`a.ts\`: would apply at lines 3 to 5
    - edit 2 (lines 1 to 4 of the response), \`a.ts\`: failed
    - edit 3 (lines 1 to 4 of the response), \`a.ts\`: has no effect"
  `);
});
