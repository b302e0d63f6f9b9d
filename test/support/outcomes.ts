import { expect, test } from 'vitest';
import type { Edit } from '../../src/core/model/edit.ts';
import type { Snapshot } from '../../src/core/model/patch.ts';
import { outcome, type FileValue, type Outcome } from './edit-values.ts';

/** Edits on files, and what comes of them. */
export interface OutcomeRow {
  readonly name: string;
  readonly files: Readonly<Record<string, FileValue>>;
  readonly edits: readonly Edit[];
  readonly rest?: Partial<Snapshot>;
  readonly is: Outcome;
}

/** One test per row. */
export const testOutcomes = (rows: readonly OutcomeRow[]): void => {
  test.each(rows.map((row) => [row.name, row] as const))('%s', (_name, row) => {
    expect(outcome(row.files, row.edits, row.rest)).toEqual(row.is);
  });
};
