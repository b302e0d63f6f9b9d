import type { Oid } from '../model/ids.ts';

/** Verbs that go with a file that is there no more. */
const GOES =
  /\b(?:delet|remov|drop|renam|mov(?:e|ing)|replac|split|merg|retir|prun|clean|get rid|consolidat|inlin|extract)/i;

/** Names that stand in so many messages that they say nothing. */
const MIN_NAME = 3;

/**
 * Whether a commit message says in so many words that a file goes: a verb for it, and the file's name (with or without
 * its ending), its path, or a folder that it lies in.
 */
export function declaresDeletion(message: string, path: string): boolean {
  if (!GOES.test(message)) return false;
  const words = message.toLowerCase().match(/[\p{L}\p{N}_$@./-]+/gu) ?? [];
  const told = new Set(words.map((word) => word.replace(/^\.\/|[./]+$/g, '')));
  const segments = path.toLowerCase().split('/');
  const name = segments.at(-1) ?? '';
  const folders = segments.slice(0, -1);
  const prefixes = folders.map((_, at) => segments.slice(0, at + 1).join('/'));
  const stem = name.replace(/(?<=.)\.[^.]*$/, '');
  return [path.toLowerCase(), name, stem, ...folders, ...prefixes].some(
    (each) => each.length >= MIN_NAME && told.has(each),
  );
}

const REVERT = /\brevert/i;
const COMMIT_ID = /\b[0-9a-f]{7,64}\b/g;

/** Whether a commit message says that the commit takes that one back: `This reverts commit <id>.`, `Reverts: <id>`. */
export const declaresRevert = (message: string, commit: Oid | string): boolean =>
  REVERT.test(message) && (message.match(COMMIT_ID) ?? []).some((id) => startSame(id, commit));

const startSame = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);
