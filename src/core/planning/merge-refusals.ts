import type { MergedChange } from '../merge/merge-change.ts';
import type { ConflictHunk, ConflictSide } from '../merge/three-way.ts';
import type { FileChange } from '../model/patch.ts';
import type { ConflictSides, Excerpt, Rejection } from '../model/rejection.ts';
import type { BlockReport } from '../model/report.ts';

/** Conflicts shown of one file. */
const MAX_HUNKS = 12;

/** A refusal for each place where a change and what landed do not go together. */
export function mergeRefusals(
  { path, from, blocks: madeBy }: FileChange,
  outcome: Extract<MergedChange, { kind: 'conflict' | 'disagree' }>,
  blocks: readonly BlockReport[],
): readonly Rejection[] {
  const name = from ?? path;
  const code = 'merge-conflict';
  const about = (block: number): Pick<Rejection, 'block' | 'responseLines'> => {
    const report = blocks.find((each) => each.block === block);
    return report === undefined ? {} : { block, responseLines: report.responseLines };
  };
  if (outcome.kind === 'disagree')
    return [{ code, path: name, reason: 'disagree', ...about(madeBy[0] ?? 0) }];
  return conflictRefusals(name, outcome.hunks).map((refusal, at) => {
    const block = outcome.hunks[at]?.block ?? 0;
    return { ...refusal, ...about(block === 0 ? (madeBy[0] ?? 0) : block) };
  });
}

/** A refusal for each place of a file where two sides do not go together, the first few. */
export const conflictRefusals = (
  path: string,
  hunks: readonly ConflictHunk[],
): readonly Rejection[] =>
  hunks.slice(0, MAX_HUNKS).map((hunk) => ({
    code: 'merge-conflict',
    path,
    reason: hunk.reason,
    lines: [...new Set([hunk.landed.firstLine, lastLineOf(hunk.landed)])],
    sides: sidesOf(path, hunk),
  }));

const lastLineOf = ({ firstLine, lines }: ConflictSide): number =>
  firstLine + Math.max(0, lines.length - 1);

function sidesOf(path: string, { read, landed, yours }: ConflictHunk): ConflictSides {
  const excerpt = ({ firstLine, lines }: ConflictSide): Excerpt => ({ path, firstLine, lines });
  return { read: excerpt(read), landed: excerpt(landed), yours: excerpt(yours) };
}
