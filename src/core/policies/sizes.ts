import { changedLines } from '../apply/changed-lines.ts';
import { SourceText } from '../match/source-text.ts';
import type { FileChange } from '../model/patch.ts';
import type { Hold, Rejection } from '../model/rejection.ts';
import { findings } from './findings.ts';
import { countedTogether, countedFact, limitAt } from './limit-at.ts';
import { isLockFile } from './lock-files.ts';
import type { Policy } from './policy.ts';

/** Files shorter than this may be rewritten as a whole. */
const REWRITE_LINES = 60;

/** How many files a change may touch. */
export const fileCount: Policy = {
  name: 'file-count',
  judge({ patch, limits }) {
    const rejections = countedTogether(patch.changes, limits, 'files').flatMap(
      (group): Rejection[] => {
        const actual = group.changes.length;
        if (actual <= group.limit) return [];
        const facts = { actual, limit: group.limit, ...countedFact(group) };
        return [{ code: 'excessive-blast-radius', reason: 'files', facts }];
      },
    );
    return findings({ rejections });
  },
};

/** How many lines a change may add and remove; lock files are left out. */
export const lineCount: Policy = {
  name: 'line-count',
  judge({ patch, limits }) {
    const counted = patch.changes.filter(({ path }) => !isLockFile(path));
    const over = (
      key: 'lines' | 'deletedLines',
      count: (change: FileChange) => number,
    ): Rejection[] =>
      countedTogether(counted, limits, key).flatMap((group) => {
        const actual = group.changes.reduce((sum, change) => sum + count(change), 0);
        if (actual <= group.limit) return [];
        const { what, reason } = LINE_WORDS[key];
        const facts = { what, actual, limit: group.limit, ...countedFact(group) };
        return [{ code: 'diff-too-large', reason, facts }];
      });
    return findings({
      rejections: [
        ...over('lines', (change) => addedLines(change) + removedLines(change)),
        ...over('deletedLines', removedLines),
      ],
    });
  },
};

const LINE_WORDS = {
  lines: { what: 'changed lines', reason: 'lines' },
  deletedLines: { what: 'deleted lines', reason: 'deleted-lines' },
} as const;

const addedLines = (change: FileChange): number => changedLines(change).added.length;
const removedLines = (change: FileChange): number => changedLines(change).removed.length;

/** How large a changed file may become. */
export const fileBytes: Policy = {
  name: 'file-bytes',
  judge({ patch, limits }) {
    const rejections = patch.changes.flatMap(({ path, before, after }): Rejection[] => {
      const actual = after?.bytes.length ?? 0;
      const { limit } = limitAt(limits, 'bytes', path);
      // A file that was larger before may shrink.
      if (actual <= limit || actual < (before?.bytes.length ?? 0)) return [];
      const facts = { actual, limit };
      return [{ code: 'diff-too-large', reason: 'bytes', path, facts }];
    });
    return findings({ rejections });
  },
};

/** How much of a longer file may be rewritten before a person looks. */
export const rewriteRatio: Policy = {
  name: 'rewrite-ratio',
  judge({ patch, limits }) {
    const holds = patch.changes.flatMap((change): Hold[] => {
      const { path, before, after } = change;
      if (before === null || after === null || isLockFile(path)) return [];
      const total = new SourceText(before.bytes).lineCount;
      if (total <= REWRITE_LINES) return [];
      const share = removedLines(change) / total;
      const { limit } = limitAt(limits, 'rewriteRatio', path);
      if (share <= limit) return [];
      const facts = { actual: percent(share), limit: percent(limit) };
      return [{ code: 'diff-too-large', reason: 'rewrite', path, facts }];
    });
    return findings({ holds });
  },
};

const percent = (share: number): string => `${Math.round(share * 100)} %`;
