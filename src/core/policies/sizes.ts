import { changedLines } from '../apply/changed-lines.ts';
import { SourceText } from '../match/source-text.ts';
import type { Hold, Rejection } from '../model/rejection.ts';
import { findings } from './findings.ts';
import { isLockFile } from './lock-files.ts';
import type { Policy } from './policy.ts';

/** Files shorter than this may be rewritten as a whole. */
const REWRITE_LINES = 60;

/** How many files a change may touch. */
export const fileCount: Policy = {
  name: 'file-count',
  judge({ patch, limits }) {
    const actual = patch.changes.length;
    if (actual <= limits.files) return findings({});
    const facts = { actual, limit: limits.files };
    return findings({ rejections: [{ code: 'excessive-blast-radius', reason: 'files', facts }] });
  },
};

/** How many lines a change may add and remove; lock files are left out. */
export const lineCount: Policy = {
  name: 'line-count',
  judge({ patch, limits }) {
    let removed = 0;
    let added = 0;
    for (const change of patch.changes) {
      if (isLockFile(change.path)) continue;
      const lines = changedLines(change);
      removed += lines.removed.length;
      added += lines.added.length;
    }
    const rejections: Rejection[] = [];
    const code = 'diff-too-large';
    if (removed + added > limits.lines) {
      const facts = { what: 'changed lines', actual: removed + added, limit: limits.lines };
      rejections.push({ code, reason: 'lines', facts });
    }
    if (removed > limits.deletedLines) {
      const facts = { what: 'deleted lines', actual: removed, limit: limits.deletedLines };
      rejections.push({ code, reason: 'deleted-lines', facts });
    }
    return findings({ rejections });
  },
};

/** How large a changed file may become. */
export const fileBytes: Policy = {
  name: 'file-bytes',
  judge({ patch, limits }) {
    const rejections = patch.changes.flatMap(({ path, before, after }): Rejection[] => {
      const actual = after?.bytes.length ?? 0;
      // A file that was larger before may shrink.
      if (actual <= limits.bytes || actual < (before?.bytes.length ?? 0)) return [];
      const facts = { actual, limit: limits.bytes };
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
      const share = changedLines(change).removed.length / total;
      if (share <= limits.rewriteRatio) return [];
      const facts = { actual: percent(share), limit: percent(limits.rewriteRatio) };
      return [{ code: 'diff-too-large', reason: 'rewrite', path, facts }];
    });
    return findings({ holds });
  },
};

const percent = (share: number): string => `${Math.round(share * 100)} %`;
