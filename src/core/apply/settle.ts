import type { Decoded } from '../formats/decoded.ts';
import type { FileChange } from '../model/patch.ts';
import type { Findings } from './findings.ts';

/**
 * The answers of a response as a whole: no edits, all applied already, or no effect are three different refusals. Where
 * other edits do something, a block that is proven to be applied already is a note.
 */
export function settle(decoded: Decoded, changes: readonly FileChange[], findings: Findings): void {
  const { rejections } = findings;
  if (decoded.edits.length === 0) {
    if (rejections.length === 0) rejections.push({ code: 'no-edits' });
    return;
  }
  const applied = rejections.filter(({ code }) => code === 'already-applied');
  const hasOthers = applied.length < rejections.length;
  if (changes.length === 0 && rejections.length === 0)
    rejections.push({ code: 'no-effective-change' });
  if (changes.length === 0 || hasOthers || !applied.every(({ reason }) => isProven(reason))) return;
  for (const rejection of applied) {
    rejections.splice(rejections.indexOf(rejection), 1);
    findings.settleApplied(rejection.block ?? 0);
    findings.notes.push({
      code: 'already-applied',
      ...(rejection.path === undefined ? {} : { path: rejection.path }),
      ...(rejection.block === undefined ? {} : { block: rejection.block }),
      text: 'What this edit asks for stands in the file already.',
    });
  }
}

/** Found where it belongs, not merely somewhere. */
const isProven = (reason: string | undefined): boolean =>
  reason === 'at-site' || reason === 'identical' || reason === 'stands-in-context';
