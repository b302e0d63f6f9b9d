/*
 * Search/replace blocks between markers of a dialect that is not known here, such as `[[SEARCH]]` ... `[[/SEARCH]]`. Their
 * lines must never become the content of a file.
 */

const OPENS = String.raw`(?:\[{1,6}|<{1,9}|>{3,9}|\{{2,6}|\({2,6}|[-=+~@%]{3,12})`;
const ENDS = String.raw`(?:\]{1,6}|>{1,9}|\}{2,6}|\){2,6}|[-=+~@%]{0,12})`;
const framed = (words: string): RegExp =>
  new RegExp(`^${OPENS} ?(?:${words})(?:[ _-](?:BLOCK|CODE|TEXT))?:? ?${ENDS}$`);

const OLD = framed('SEARCH|FIND|ORIGINAL|OLD');
const NEW = framed('REPLACE|REPLACEMENT|REPLACE WITH|UPDATE|UPDATED|MODIFIED|NEW');
const LONGEST = 60;

const isFramed = (line: string, sign: RegExp): boolean => {
  const text = line.length > LONGEST * 2 ? '' : line.trim();
  return text.length <= LONGEST && sign.test(text);
};

/** An opener with more behind its word: `<<<<<<< SEARCH src/a.ts`. */
const LONG_OPENER = /^<{5,9} ?(?:SEARCH|ORIGINAL|OLD|FIND)\b[ :(]/;

/** Whether a line says in capitals, among signs, that old text follows. */
export const opensForeignBlock = (line: string): boolean =>
  isFramed(line, OLD) || LONG_OPENER.test(line.slice(0, LONGEST).trim());

/** Whether a line says so of new text. */
export const isForeignNew = (line: string): boolean => isFramed(line, NEW);
