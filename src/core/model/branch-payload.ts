import { isOid, type Oid } from './ids.ts';
import type { SubmissionFacts } from './submission.ts';

/** The payload of a branch submission: its work by reference. */
export interface BranchPayload {
  /** Full name of the ref that was at the commit when it was handed in; null: the commit alone was named. */
  readonly ref: string | null;
  /** The last commit of the work. */
  readonly commit: Oid;
}

/** Whether a submission's payload is a `BranchPayload` rather than a response. Decided by how it came, never by its text. */
export const isBranchSubmission = ({ source }: Pick<SubmissionFacts, 'source'>): boolean =>
  source === 'branch';

/** The bytes that are stored: a small JSON document, for people to read too. */
export const encodeBranchPayload = ({ ref, commit }: BranchPayload): Uint8Array =>
  Buffer.from(`${JSON.stringify({ ref, commit }, null, 2)}\n`);

/** Reads what `encodeBranchPayload` wrote; throws `TypeError` for anything else. */
export function decodeBranchPayload(payload: Uint8Array): BranchPayload {
  const value: unknown = JSON.parse(Buffer.from(payload).toString('utf8'));
  if (typeof value === 'object' && value !== null && 'ref' in value && 'commit' in value) {
    const { ref, commit } = value;
    const isRef = ref === null || typeof ref === 'string';
    if (isRef && typeof commit === 'string' && isOid(commit)) return { ref, commit };
  }
  throw new TypeError('the payload of this submission names no commit');
}

/** `sallyport/submit/fix`, or `commit 0123456789` where no branch is known: for people, and the submission's name. */
export const branchTitle = ({ ref, commit }: BranchPayload): string =>
  ref === null ? `commit ${commit.slice(0, 10)}` : ref.replace(/^refs\/(?:heads\/)?/, '');
