import type { Decoded } from '../formats/decoded.ts';
import { append } from '../match/append.ts';
import type { FileChange, Patch, Snapshot, TreeEntry } from '../model/patch.ts';
import type { PlanReport } from '../model/report.ts';
import { checkAskedCode } from './check-asked-code.ts';
import { Findings } from './findings.ts';
import { groupEdits } from './group-edits.ts';
import { pointElsewhere } from './point-elsewhere.ts';
import { planFile } from './plan-file.ts';
import { candidatePaths } from './resolve-path.ts';
import { settle } from './settle.ts';
import { checkSpans, withoutQuotes } from './check-spans.ts';
import { treeIndex } from './tree-index.ts';

/** A patch where every edit applies, else null; and the report either way. */
export interface Applied extends PlanReport {
  readonly patch: Patch | null;
}

/** Context that is not in the snapshot. `repoName` is the repository folder's name, which some paths begin with. */
export interface ApplyOptions {
  readonly repoName: string;
}

/**
 * The paths whose content `apply` needs, out of the base's tree: what the edits name, and what they may have meant
 * (same base name, a stripped prefix), so that a message can say so.
 */
export function snapshotPaths(
  decoded: Decoded,
  tree: readonly TreeEntry[],
  options: ApplyOptions,
): readonly string[] {
  const index = treeIndex(tree);
  const paths = new Set<string>();
  for (const edit of decoded.edits) {
    for (const path of candidatePaths(index, edit.target, options.repoName)) paths.add(path);
    if (edit.kind === 'rename') paths.add(edit.to.path);
  }
  for (const { path } of decoded.spans) if (path !== undefined && index.has(path)) paths.add(path);
  return [...paths].sort();
}

/** Edits + snapshot -> patch. Includes the rejections, holds and notes of decoding. Pure; never throws on any input. */
export function apply(decoded: Decoded, snapshot: Snapshot, options: ApplyOptions): Applied {
  const findings = new Findings();
  append(findings.rejections, decoded.rejections);
  append(findings.holds, decoded.holds);
  append(findings.notes, decoded.notes);
  const edits = withoutQuotes(decoded.edits, snapshot, findings);
  const groups = groupEdits(edits, { snapshot, repoName: options.repoName, findings });
  const changes: FileChange[] = [];
  for (const group of groups) {
    const { change } = planFile(group, findings);
    if (change !== null) changes.push(change);
  }
  checkSpans(decoded.spans, snapshot, { changes, findings });
  if (edits.length > 0) checkAskedCode(decoded.spans, changes, findings);
  pointElsewhere(decoded.edits, snapshot, findings);
  settle(decoded, changes, findings);
  const { rejections, holds, notes, blocks } = findings;
  const sorted = changes.sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
  const patch = rejections.length > 0 ? null : { base: snapshot.base, changes: sorted };
  return { patch, blocks, rejections, holds, notes };
}
