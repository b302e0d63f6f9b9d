import {
  alreadyApplied,
  ambiguousAnchor,
  malformedEdit,
  overlappingEdits,
  staleAnchor,
} from './explain/anchor-words.ts';
import * as content from './explain/content-words.ts';
import type { Refusal, Words } from './explain/facts.ts';
import * as paths from './explain/path-words.ts';
import * as policies from './explain/policy-words.ts';
import * as reads from './explain/read-words.ts';
import { showRegion } from './explain/show-region.ts';
import type { HoldReason, Hold, Rejection, RejectionCode } from './rejection.ts';

/** A rejection or hold in words. `title` and `hint` are one or two sentences; `body` is Markdown, may be empty. */
export interface Explanation {
  readonly title: string;
  readonly body: string;
  /** What the author should do next. */
  readonly hint: string;
}

/** Every code of both closed unions: a new one does not compile until it has words. */
const WORDS: Readonly<Record<RejectionCode | HoldReason, (refusal: Refusal) => Words>> = {
  'no-edits': content.noEdits,
  'payload-too-large': content.payloadTooLarge,
  'unknown-reference': paths.unknownReference,
  'unclassified-edit': content.unclassifiedEdit,
  'malformed-edit': malformedEdit,
  'truncated-response': content.truncatedResponse,
  'elided-content': content.elidedContent,
  'path-denied': paths.pathDenied,
  'file-missing': paths.fileMissing,
  'file-exists': paths.fileExists,
  'stale-anchor': staleAnchor,
  'ambiguous-anchor': ambiguousAnchor,
  'overlapping-edits': overlappingEdits,
  'already-applied': alreadyApplied,
  'no-effective-change': content.noEffectiveChange,
  'read-required': reads.readRequired,
  'stale-read': reads.staleRead,
  'merge-conflict': reads.mergeConflict,
  'encoding-refused': paths.encodingRefused,
  'ast-broken': policies.astBroken,
  'collateral-change': policies.collateralChange,
  'content-dropped': content.contentDropped,
  'diff-too-large': policies.diffTooLarge,
  'excessive-blast-radius': policies.excessiveBlastRadius,
  'protected-path': policies.protectedPath,
  'undeclared-deletion': paths.undeclaredDeletion,
  'reverts-landed-work': content.revertsLandedWork,
  'weakened-check': policies.weakenedCheck,
  'left-over-markers': content.leftOverMarkers,
  'file-kind-refused': paths.fileKindRefused,
  'gate-failed': policies.gateFailed,
  'gate-timed-out': policies.gateTimedOut,
  'approval-refused': policies.approvalRefused,
  'hedged-edit': policies.hedgedEdit,
  alternatives: policies.alternatives,
  'gate-inconclusive': policies.gateInconclusive,
  'untrusted-config': policies.untrustedConfig,
  'blocked-too-long': policies.blockedTooLong,
  'retries-exhausted': policies.retriesExhausted,
};

/** The one place for the text of refusals. Terminal escapes of hostile content are sanitised. */
export function explain(refusal: Rejection | Hold): Explanation {
  const { title, hint, body } = WORDS[refusal.code](refusal);
  const parts = [body ?? '', showRegion(refusal)].filter((part) => part !== '');
  return { title, body: parts.join('\n\n'), hint };
}
