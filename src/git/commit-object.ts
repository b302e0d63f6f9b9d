import type { Oid } from '../core/model/ids.ts';
import type { Identity } from './identity.ts';

/** What the bytes of a commit are made of. */
export interface CommitParts {
  readonly tree: Oid;
  readonly parents: readonly Oid[];
  readonly author: Identity;
  readonly committer: Identity;
  /** Milliseconds since the epoch; recorded in whole seconds, UTC. */
  readonly at: number;
  readonly message: string;
}

/** The bytes of a commit object (git's commit format: headers, a blank line, the message in UTF-8). */
export function commitObject(parts: CommitParts): Buffer {
  const seconds = Math.max(0, Math.floor(parts.at / 1000));
  const head = [
    `tree ${parts.tree}`,
    ...parts.parents.map((parent) => `parent ${parent}`),
    `author ${ident(parts.author)} ${seconds} +0000`,
    `committer ${ident(parts.committer)} ${seconds} +0000`,
  ].join('\n');
  return Buffer.from(`${head}\n\n${cleanMessage(parts.message)}`, 'utf8');
}

function ident({ name, email }: Identity): string {
  return `${headerSafe(name) || 'unknown'} <${headerSafe(email).replaceAll(' ', '')}>`;
}

/** A name or address may hold neither brackets nor control characters: they would end the header. */
const headerSafe = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}<>]+/gu, ' ')
    .trim();

/** As `git commit` leaves a message: no blank lines around it, no trailing blanks, one final line end, no NUL. */
function cleanMessage(message: string): string {
  const lines = message
    .toWellFormed()
    .replaceAll('\0', '')
    .split(/\r\n?|\n/)
    .map((line) => line.trimEnd());
  while (lines[0] === '') lines.shift();
  while (lines.at(-1) === '') lines.pop();
  return lines.length === 0 ? 'Land an edit\n' : `${lines.join('\n')}\n`;
}
