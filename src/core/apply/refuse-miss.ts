import { nearest } from '../match/nearest.ts';
import type { SourceText } from '../match/source-text.ts';
import type { ReplaceEdit } from '../model/edit.ts';
import type { Findings } from './findings.ts';
import { linesOfText } from './hunk-ops.ts';
import type { Miss } from './locate-replace.ts';

/** Most lines that a refusal lists; the count is always given. */
const MAX_LINES = 50;

/** Words the refusal of a block that has no single place, with the closest region of the file. */
export function refuseMiss(
  edit: ReplaceEdit,
  miss: Miss,
  source: SourceText,
  findings: Findings,
): void {
  const lines = miss.lines.slice(0, MAX_LINES);
  const anchor = miss.anchor === undefined ? {} : { anchor: miss.anchor };
  if (miss.kind === 'many') {
    findings.refuse(edit, 'ambiguous-anchor', {
      reason: miss.reason,
      lines,
      facts: { found: miss.found, rung: miss.rung, ...anchor, ...declared(edit) },
    });
    return;
  }
  if (miss.reason === 'empty-search' || miss.reason === 'no-context') {
    const code = miss.reason === 'empty-search' ? 'malformed-edit' : 'stale-anchor';
    findings.refuse(edit, code, { reason: miss.reason });
    return;
  }
  const old = linesOfText(edit.old);
  const near = miss.reason === 'nowhere' ? nearest(source, old) : null;
  findings.refuse(edit, 'stale-anchor', {
    reason: miss.reason,
    lines,
    facts: { ...anchor, ...near?.facts },
    ...(near === null
      ? {}
      : { excerpt: { path: edit.target.path, ...near.excerpt }, difference: near.difference }),
  });
}

function declared(edit: ReplaceEdit): Record<string, number> {
  const { count } = edit.scope;
  return typeof count === 'number' ? { declared: count } : {};
}
