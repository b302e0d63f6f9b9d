/** What an edit opens with, and how many characters of it are no longer anything else. */
const OPENERS: readonly (readonly [opener: string, least: number])[] = [
  ['[[[SEARCH]]]', 1],
  ['<<<<<<< SEARCH', 1],
  ['------- SEARCH', 9],
  ['*** Begin Patch', 5],
  ['<replace_in_file>', 4],
  ['<write_to_file>', 4],
  ['<old_text>', 4],
  ['<function_calls>', 4],
  ['<invoke name="', 4],
  ['<tool_call>', 4],
  ['diff --git ', 6],
];

/** The beginning of an end tag. */
const CUT_END_TAG = /^<\/[\w:-]{0,40}$/;

/**
 * Whether a line is the beginning of an edit's first line, or of an end tag, and no more: at the end of a response it was
 * cut off there.
 */
export function isCutOpener(line: string): boolean {
  const text = line.trim();
  if (CUT_END_TAG.test(text)) return true;
  return OPENERS.some(
    ([opener, least]) =>
      text.length >= least && text.length < opener.length && opener.startsWith(text),
  );
}
