import { expect, test } from 'vitest';
import { meaningOf } from '../../../src/core/model/explain/meanings.ts';
import { HOLD_REASONS, REJECTION_CODES } from '../../../src/core/model/rejection.ts';

test.each(Array.from(new Set([...REJECTION_CODES, ...HOLD_REASONS])))(
  '%s has a meaning of one sentence, and no other has the same',
  (code) => {
    const meaning = meaningOf(code);
    expect(meaning).toMatch(/^[A-Z][^.]+\.$/);
    const same = REJECTION_CODES.filter((other) => meaningOf(other) === meaning);
    expect(same.every((other) => other === code)).toBe(true);
  },
);
