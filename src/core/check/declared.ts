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
  const words = new Set(message.toLowerCase().match(/[\p{L}\p{N}_$@.-]+/gu) ?? []);
  const segments = path.toLowerCase().split('/');
  const name = segments.pop() ?? '';
  const stem = name.replace(/(?<=.)\.[^.]*$/, '');
  const names = [name, stem, ...segments].filter(({ length }) => length >= MIN_NAME);
  return names.some((each) => words.has(each) || words.has(`${each}.`));
}

const REVERT = /\brevert/i;
const COMMIT_ID = /\b[0-9a-f]{7,64}\b/g;

/** Whether a commit message says that the commit takes that one back: `This reverts commit <id>.`, `Reverts: <id>`. */
export const declaresRevert = (message: string, commit: Oid | string): boolean =>
  REVERT.test(message) && (message.match(COMMIT_ID) ?? []).some((id) => startSame(id, commit));

const startSame = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);
