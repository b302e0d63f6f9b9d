import { expect, test } from 'vitest';
import { asOid } from '../../src/core/model/ids.ts';
import type { FileChange, FileSide, Patch } from '../../src/core/model/patch.ts';
import { parseRepoPath, type RepoPath } from '../../src/core/model/repo-path.ts';
import { DEFAULT_LIMITS } from '../../src/core/policies/limits.ts';
import type { Policy, PolicyContext } from '../../src/core/policies/policy.ts';

/** Both sides of a file: text, bytes, or null where it has no such side. */
export type Sides = readonly [
  before: string | Uint8Array | null,
  after: string | Uint8Array | null,
];

const side = (content: string | Uint8Array | null): FileSide | null =>
  content === null
    ? null
    : { bytes: typeof content === 'string' ? Buffer.from(content) : content, mode: '100644' };

export function repoPath(text: string): RepoPath {
  const parsed = parseRepoPath(text);
  if (!parsed.ok) throw new TypeError(`${text}: ${parsed.error}`);
  return parsed.value;
}

/** A whole-file change, or as `rest` says. */
export const changeOf = (
  path: string,
  [before, after]: Sides,
  rest: Partial<FileChange> = {},
): FileChange => ({
  path: repoPath(path),
  before: side(before),
  after: side(after),
  regions: [],
  blocks: [1],
  isWhole: true,
  isDeclaredDeletion: after === null,
  ...rest,
});

/** A patch of whole-file changes by path. */
export const patchOf = (files: Readonly<Record<string, Sides>>): Patch => ({
  base: asOid('1'.repeat(40)),
  changes: Object.entries(files).map(([path, sides]) => changeOf(path, sides)),
});

/** What a policy refuses or holds, in short: `code/reason path: names`. */
export function judgedBy(
  policy: Policy,
  patch: Patch,
  rest: Partial<PolicyContext> = {},
): readonly string[] {
  const found = policy.judge({ patch, limits: DEFAULT_LIMITS, protectedRules: [], ...rest });
  return [...found.rejections, ...found.holds].map(({ reason, path, facts }) => {
    const names = facts?.['names'];
    return `${reason ?? ''} ${path ?? ''}${Array.isArray(names) ? `: ${names.join(' | ')}` : ''}`;
  });
}

/** A patch by path, and what `judgedBy` says of it. */
export type JudgedRow = readonly [
  name: string,
  files: Readonly<Record<string, Sides>>,
  found: readonly string[],
];

/** One test per row. */
export function testJudged(policy: Policy, rows: readonly JudgedRow[]): void {
  test.each(rows)('%s', (_name, files, found) => {
    expect(judgedBy(policy, patchOf(files))).toEqual(found);
  });
}
