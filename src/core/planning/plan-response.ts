import { apply } from '../apply/apply.ts';
import { verify } from '../apply/verify.ts';
import type { Decoded } from '../formats/decoded.ts';
import type { Patch, Snapshot } from '../model/patch.ts';
import type { Rejection } from '../model/rejection.ts';
import type { PlanReport } from '../model/report.ts';
import { judge } from '../policies/judge.ts';
import type { Limits } from '../policies/limits.ts';
import type { ProtectedRule } from '../policies/policy.ts';
import { requiredReads } from './required-reads.ts';
import { staleReads, type ReadPoint } from './stale-reads.ts';

/** What planning needs besides the response and the files: all from the base commit's config. */
export interface PlanSettings {
  readonly limits: Limits;
  readonly protectedRules: readonly ProtectedRule[];
  /** Name of the repository's folder. */
  readonly repoName: string;
  /** What stood at the commit that the response was written against; empty where it names none. */
  readonly readPoint: ReadPoint;
  /** Whole-file and number-only edits of existing files must name a read that holds. */
  readonly isReadRequired: boolean;
}

/** A patch where nothing was refused, else null; and everything that was found. */
export interface PlannedResponse extends PlanReport {
  readonly patch: Patch | null;
}

/**
 * The pure part of planning: stale reads, apply, the independent check, policies. A patch that breaks a guarantee is a
 * bug of the engine and throws: it must never reach a branch.
 */
export function planResponse(
  decoded: Decoded,
  snapshot: Snapshot,
  settings: PlanSettings,
): PlannedResponse {
  const reads = staleReads(decoded, snapshot, settings.readPoint);
  const fresh: Snapshot = { ...snapshot, freshReads: reads.fresh };
  const refusals = [
    ...reads.rejections,
    ...(settings.isReadRequired ? requiredReads(decoded, snapshot, reads.fresh) : []),
  ];
  const applied = apply(decoded, fresh, { repoName: settings.repoName });
  if (applied.patch === null) return refusal(applied, refusals);

  const violations = verify(applied.patch, fresh);
  if (violations.length > 0) {
    const list = violations.map(
      ({ guarantee, path, message }) => `${path}: guarantee ${guarantee}: ${message}`,
    );
    throw new Error(`the edit engine broke a guarantee, nothing was changed: ${list.join('; ')}`);
  }
  const judged = judge({
    patch: applied.patch,
    limits: settings.limits,
    protectedRules: settings.protectedRules,
    tree: snapshot.tree,
  });
  const rejections = [...refusals, ...applied.rejections, ...judged.rejections];
  return {
    patch: rejections.length > 0 ? null : applied.patch,
    blocks: applied.blocks,
    rejections,
    holds: [...applied.holds, ...judged.holds],
    notes: [...applied.notes, ...judged.notes],
  };
}

const refusal = (report: PlanReport, more: readonly Rejection[]): PlannedResponse => ({
  patch: null,
  blocks: report.blocks,
  rejections: [...more, ...report.rejections],
  holds: report.holds,
  notes: report.notes,
});
