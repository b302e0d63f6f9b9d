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
    const looked = patch.changes.map((change) => ({ path: change.path, found: look(change) }));
    const isFormAlone = looked.every(({ found }) => found !== null && !found.hasRealChange);
    const isAny = looked.some(({ found }) => found !== null && total(found) > 0);
    if (isFormAlone) return findings({ notes: isAny ? [FORM_ALONE] : [] });
    const rejections = looked.flatMap(({ path, found }): Rejection[] => {
      if (found === null) return [];
      const actual = total(found);
      const { limit } = limitAt(limits, 'collateralLines', path);
      if (actual <= limit) return [];
      const lines = found.lines.length === 0 ? {} : { lines: found.lines.slice(0, MAX_LINES) };
      const facts = { actual, limit };
      return [{ code: 'collateral-change', path, reason: largest(found), ...lines, facts }];
    });
    return findings({ rejections });
  },
};

const FORM_ALONE: Note = {
  code: 'form-alone',
  text: 'The change sets lines anew and says nothing new.',
};

/** Null where there is nothing to compare: a file that is made, deleted, binary or written by a tool. */
function look({ path, from, before, after, isWhole }: FileChange): Collateral | null {
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
