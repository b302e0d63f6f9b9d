import { describe, expect, test } from 'vitest';
import type { FileChange } from '../../src/core/model/patch.ts';
import { HOLD_REASONS, REJECTION_CODES } from '../../src/core/model/rejection.ts';
import { parseRepoPath } from '../../src/core/model/repo-path.ts';
import { DEFAULT_LIMITS } from '../../src/core/policies/limits.ts';
import { DEFAULT_PROTECTED } from '../../src/core/policies/protected-defaults.ts';
import { POLICIES } from '../../src/core/policies/registry.ts';

const path = parseRepoPath('package-lock.json');

const changes = (count: number): readonly FileChange[] =>
  Array.from({ length: count }, (_, at) => ({
    path: path.ok ? path.value : ('' as never),
    before: { bytes: Buffer.from('a\n'.repeat(100)), mode: '100644' },
    after: at % 2 === 0 ? null : { bytes: Buffer.from([0, at % 256]), mode: '120000' },
    regions: [],
    blocks: [],
    isWhole: true,
    isDeclaredDeletion: false,
  }));

describe.each(POLICIES.map((policy) => [policy.name, policy] as const))(
  'policy %s',
  (name, policy) => {
    const judged = (count: number) =>
      policy.judge({
        patch: { base: null, changes: changes(count) },
        limits: DEFAULT_LIMITS,
        protectedRules: DEFAULT_PROTECTED,
      });

    test('is named once', () => {
      expect(POLICIES.filter((other) => other.name === name)).toHaveLength(1);
    });

    test('has nothing against an empty patch', () => {
      expect(judged(0)).toEqual({ rejections: [], holds: [], notes: [] });
    });

    test('speaks in closed codes, the same each time', () => {
      const found = judged(50);
      expect(judged(50)).toEqual(found);
      for (const { code } of found.rejections) expect(REJECTION_CODES).toContain(code);
      for (const { code } of found.holds) expect(HOLD_REASONS).toContain(code);
    });
  },
);
