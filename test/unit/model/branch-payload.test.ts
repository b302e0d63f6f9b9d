import { describe, expect, test } from 'vitest';
import {
  branchTitle,
  decodeBranchPayload,
  encodeBranchPayload,
} from '../../../src/core/model/branch-payload.ts';
import { asOid } from '../../../src/core/model/ids.ts';

const commit = asOid('0123456789'.repeat(4));

describe('the payload of a branch submission', () => {
  test.each([
    [{ ref: 'refs/heads/sallyport/submit/fix', commit }, 'sallyport/submit/fix'],
    [{ ref: 'refs/remotes/origin/fix', commit }, 'remotes/origin/fix'],
    [{ ref: null, commit }, 'commit 0123456789'],
  ])('%j is read back, and has a name', (payload, title) => {
    expect(decodeBranchPayload(encodeBranchPayload(payload))).toEqual(payload);
    expect(branchTitle(payload)).toBe(title);
  });

  test.each(['', 'null', '[]', '{}', '{"ref":1,"commit":"x"}', '{"ref":null,"commit":"main"}'])(
    '%j is none',
    (text) => {
      expect(() => decodeBranchPayload(Buffer.from(text))).toThrow(/JSON|names no commit/);
    },
  );
});
