/** A string that only its own parser can make. */
export type Brand<Name extends string> = string & { readonly __brand: Name };

/** Full hexadecimal id of a git object, 40 or 64 digits (sha1 or sha256 repositories). */
export type Oid = Brand<'Oid'>;

/** Name of a submission: 8 lower-case Crockford base32 characters, random, unique in a ledger. */
export type SubmissionId = Brand<'SubmissionId'>;

/** Full name of a branch ref, `refs/heads/...`. */
export type BranchRef = Brand<'BranchRef'>;

/** Hash of what a patch does: paths, removed and added lines (see `patch-id`). 64 hex digits. */
export type PatchId = Brand<'PatchId'>;

const OID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const SUBMISSION_ID = /^[0-9a-hjkmnp-tv-z]{8}$/;

export const isOid = (text: string): text is Oid => OID.test(text);
export const isSubmissionId = (text: string): text is SubmissionId => SUBMISSION_ID.test(text);

/** Asserts what git printed; throws `TypeError` for anything but a full object id. */
export function asOid(text: string): Oid {
  if (!isOid(text)) throw new TypeError(`not a full git object id: ${JSON.stringify(text)}`);
  return text;
}
