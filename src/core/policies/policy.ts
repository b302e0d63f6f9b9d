import type { Patch, TreeEntry } from '../model/patch.ts';
import type { Hold, Note, Rejection } from '../model/rejection.ts';
import type { Limits } from './limits.ts';

/** What to do with a path that `protected` names. */
export interface ProtectedRule {
  /** Paths: a glob without a slash matches the last segment anywhere; with a leading slash, from the root. */
  readonly glob: string;
  readonly action: 'hold' | 'reject';
  /** Of a package manifest, only keys that name or configure commands, and dependency keys, are protected. */
  readonly keys?: 'commands';
}

/** What a policy may look at: the patch and the limits in force. Policies are pure. */
export interface PolicyContext {
  readonly patch: Patch;
  readonly limits: Limits;
  readonly protectedRules: readonly ProtectedRule[];
  /** Every entry of the base's tree; absent where only the patch is known. */
  readonly tree?: readonly TreeEntry[];
}

export interface PolicyFindings {
  readonly rejections: readonly Rejection[];
  readonly holds: readonly Hold[];
  readonly notes: readonly Note[];
}

/** A pure limit on a patch. */
export interface Policy {
  readonly name: string;
  readonly judge: (context: PolicyContext) => PolicyFindings;
}
