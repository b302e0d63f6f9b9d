import { SourceText } from '../match/source-text.ts';
import type { FileChange } from '../model/patch.ts';
import type { Hold } from '../model/rejection.ts';
import { findings } from './findings.ts';
import { lostImports } from './imports/lost-imports.ts';
import { limitAt } from './limit-at.ts';
import type { Policy } from './policy.ts';
import { topLevelNames } from './top-level-names.ts';

/** Shorter files may shrink as they like. */
const MIN_LINES = 10;
const MAX_NAMES = 10;

/** A whole-file rewrite that loses many lines, names that the file defined, or imports that it still needs, is held. */
export const contentDropped: Policy = {
  name: 'content-dropped',
  judge({ patch, limits }) {
    const holds = patch.changes.flatMap((change) =>
      judgeChange(change, limitAt(limits, 'shrink', change.path).limit),
    );
    return findings({ holds });
  },
};

function judgeChange({ path, before, after, isWhole }: FileChange, shrink: number): Hold[] {
  if (!isWhole || before === null || after === null) return [];
  const old = new SourceText(before.bytes);
  const now = new SourceText(after.bytes);
  const shorter = old.lineCount - now.lineCount;
  const holds: Hold[] = [];
  const code = 'content-dropped';
  if (old.lineCount >= MIN_LINES && shorter > shrink * old.lineCount) {
    const facts = { before: old.lineCount, after: now.lineCount };
    holds.push({ code, path, reason: 'shrink', facts });
  }
  const dropped = droppedNames(old, now);
  if (dropped.length > 0)
    holds.push({ code, path, reason: 'symbols', facts: { dropped: dropped.slice(0, MAX_NAMES) } });
  const lost = lostImports(path, before.bytes, after.bytes);
  if (lost.length > 0)
    holds.push({ code, path, reason: 'imports', facts: { dropped: lost.slice(0, MAX_NAMES) } });
  return holds;
}

/** Names that the file defined at its top level and that its new content does not hold at all. */
function droppedNames(old: SourceText, now: SourceText): readonly string[] {
  const names = topLevelNames(old);
  if (names.length === 0) return [];
  const words = new Set(now.bytes.toString('latin1').match(/[\w$\u0080-\u00ff]+/g));
  return names.filter((name) => !words.has(Buffer.from(name, 'utf8').toString('latin1')));
}
