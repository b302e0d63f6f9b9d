import { changedRuns } from '../match/changed-runs.ts';
import type { FileChange } from '../model/patch.ts';
import type { Note, Rejection } from '../model/rejection.ts';
import { sourceView } from '../source/source-view.ts';
import { collateralLines, type Collateral } from './collateral/collateral-lines.ts';
import { findings } from './findings.ts';
import { limitAt } from './limit-at.ts';
import { isLockFile } from './lock-files.ts';
import type { Policy } from './policy.ts';

const MAX_LINES = 50;

/**
 * Lines that a change sets anew without saying anything new (quotes, blanks, re-ordered imports), and comments that a
 * whole-file rewrite loses, stay within the allowance. A patch that changes nothing but form was asked to: it passes.
 */
export const collateral: Policy = {
  name: 'collateral',
  judge({ patch, limits }) {
    const allowed = patch.changes.map(({ path }) => limitAt(limits, 'collateralLines', path).limit);
    const rejections = patch.changes.flatMap((change, at): Rejection[] => {
      const limit = allowed[at] ?? 0;
      // What changes in few lines cannot exceed the allowance, and need not be read word by word.
      const found = linesAtStake(change) > limit ? look(change) : null;
      const actual = found === null ? 0 : total(found);
      if (found === null || actual <= limit) return [];
      const lines = found.lines.length === 0 ? {} : { lines: found.lines.slice(0, MAX_LINES) };
      const facts = { actual, limit };
      const { path } = change;
      return [{ code: 'collateral-change', path, reason: largest(found), ...lines, facts }];
    });
    if (!isFormAlone(patch.changes)) return findings({ rejections });
    const isAny = patch.changes.some((change) => total(look(change) ?? NOTHING) > 0);
    return findings({ notes: isAny ? [FORM_ALONE] : [] });
  },
};

/** Whether no file says anything new; the first that does settles it. */
const isFormAlone = (changes: readonly FileChange[]): boolean =>
  changes.every((change) => look(change)?.hasRealChange === false);

/** Lines of all stretches that differ, blank ones between them included: no more can be collateral. */
function linesAtStake({ before, after, path }: FileChange): number {
  if (before === null || after === null || isLockFile(path)) return 0;
  const runs = changedRuns(linesOf(before.bytes), linesOf(after.bytes), true);
  return runs.reduce(
    (sum, { fromOld, toOld, fromNew, toNew }) => sum + toOld - fromOld + toNew - fromNew,
    0,
  );
}

const linesOf = (bytes: Uint8Array): readonly string[] =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8').split('\n');

const FORM_ALONE: Note = {
  code: 'form-alone',
  text: 'The change sets lines anew and says nothing new.',
};

const NOTHING: Collateral = {
  formatting: 0,
  imports: 0,
  comments: 0,
  hasRealChange: true,
  lines: [],
};

const LOOKED = new WeakMap<FileChange, Collateral | null>();

/** Null where there is nothing to compare: a file that is made, deleted, binary or written by a tool. Looked at once. */
function look(change: FileChange): Collateral | null {
  const known = LOOKED.get(change);
  if (known !== undefined) return known;
  const found = compare(change);
  LOOKED.set(change, found);
  return found;
}

function compare({ path, from, before, after, isWhole }: FileChange): Collateral | null {
  if (before === null || after === null || isLockFile(path)) return null;
  if (before.bytes.includes(0) || after.bytes.includes(0)) return null;
  const old = sourceView(from ?? path, before.bytes);
  return collateralLines(old, sourceView(path, after.bytes), !isWhole);
}

const total = ({ formatting, imports, comments }: Collateral): number =>
  formatting + imports + comments;

/** What there is most of, as the reason. */
function largest({ formatting, imports, comments }: Collateral): string {
  if (comments > formatting && comments > imports) return 'comments';
  return imports > formatting ? 'imports' : 'formatting';
}
