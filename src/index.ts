export { apply, snapshotPaths, type Applied, type ApplyOptions } from './core/apply/apply.ts';
export { changedFiles } from './core/apply/changed-files.ts';
export { patchId } from './core/apply/patch-id.ts';
export { verify, type Violation } from './core/apply/verify.ts';
export { decode } from './core/formats/decode.ts';
export {
  DEFAULT_DECODE_OPTIONS,
  type Decoded,
  type DecodeOptions,
  type Envelope,
  type Span,
  type SpanKind,
} from './core/formats/decoded.ts';
export { blobId, parseContentHash, sha256, type ContentHash } from './core/model/content-hash.ts';
export type * from './core/model/edit.ts';
export { explain, type Explanation } from './core/model/explain.ts';
export { explainBlocks } from './core/model/explain/explain-blocks.ts';
export { asOid, isOid, type BranchRef, type Oid, type PatchId } from './core/model/ids.ts';
export type * from './core/model/patch.ts';
export {
  HOLD_REASONS,
  REJECTION_CODES,
  type Excerpt,
  type Hold,
  type HoldReason,
  type LineDifference,
  type Note,
  type Rejection,
  type RejectionCode,
} from './core/model/rejection.ts';
export type { BlockReport, PlanReport } from './core/model/report.ts';
export { parseRepoPath, type PathRefusal, type RepoPath } from './core/model/repo-path.ts';
export { ok, refused, type Result } from './core/model/result.ts';
export { judge } from './core/policies/judge.ts';
export { DEFAULT_PROTECTED } from './core/policies/protected-defaults.ts';
export { DEFAULT_LIMITS, type Limits } from './core/policies/limits.ts';
export type {
  Policy,
  PolicyContext,
  PolicyFindings,
  ProtectedRule,
} from './core/policies/policy.ts';
