import { createHash } from 'node:crypto';

/** What editors, browsers and copying tools leave while they are not done; upper case too. */
const UNFINISHED = /(?:~|\.part|\.tmp|\.crdownload|\.swp)$/i;

/** Whether a file of this name is none of ours: hidden, or somebody's unfinished work. */
export const isIgnoredName = (name: string): boolean =>
  name.startsWith('.') || UNFINISHED.test(name);

/** Where claimed files lie inside the inbox, where the claimed folder is on another file system. */
export const CLAIMED_INSIDE = '.claimed';

/** What tells one drop of a file from every other: where it lies and when it was written and put there. */
export interface DropIdentity {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly mtimeNs: bigint;
  /** Changes when the file is moved: a file that is moved back into the inbox is a new drop. */
  readonly ctimeNs: bigint;
}

/** Names a claim: 16 hexadecimal digits. */
export const claimIdOf = (name: string, file: DropIdentity): string =>
  createHash('sha256')
    .update([file.dev, file.ino, file.mtimeNs, file.ctimeNs, name].join('\0'))
    .digest('hex')
    .slice(0, 16);

/** A claimed file by its name: still to be handed in (`claim`), or known to be in the store (`stored`). */
export interface ClaimedName {
  readonly kind: 'claim' | 'stored';
  /** The claim's id, or the submission's. */
  readonly id: string;
  /** The dropped name, perhaps shortened. */
  readonly name: string;
}

const CLAIMED = /^(?:claim-(?<claim>[0-9a-f]{16})|(?<stored>[0-9a-hjkmnp-tv-z]{8}))-(?<name>.+)$/s;

/** `claim-<claim id>-<name>` until the store has it. */
export const claimName = (claimId: string, name: string): string =>
  `claim-${claimId}-${shortened(name)}`;

/** `<submission id>-<name>` from then on. */
export const storedName = (submission: string, name: string): string =>
  `${submission}-${shortened(name)}`;

/** Reads a name in the claimed folder; null: not one of ours. */
export function parseClaimedName(fileName: string): ClaimedName | null {
  const groups = CLAIMED.exec(fileName)?.groups;
  if (groups === undefined) return null;
  const { claim, stored, name = '' } = groups;
  if (claim !== undefined) return { kind: 'claim', id: claim, name };
  return stored === undefined ? null : { kind: 'stored', id: stored, name };
}

/** File systems allow 255 bytes a name. */
const MAX_NAME_BYTES = 200;

function shortened(name: string): string {
  let kept = '';
  let bytes = 0;
  for (const character of name) {
    bytes += Buffer.byteLength(character);
    if (bytes > MAX_NAME_BYTES) break;
    kept += character;
  }
  return kept;
}
