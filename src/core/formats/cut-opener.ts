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

/** The beginning of an end tag, and that of a tag of an edit up to somewhere in what it names. */
const CUT_TAG =
  /^<(?:\/[\w:-]{0,40}|(?:antml:)?(?:invoke|parameter|function|tool|replace|write|create|insert|edit|file|path|old|new|search|diff|str_replace)[\w:-]{0,40}(?:\s[^<>]{0,200})?)$/;

/** Whether a line is the beginning of an edit's first line, or of a tag, and no more: at the end of a response it was cut off. */
export function isCutOpener(line: string): boolean {
  const text = line.trim();
  if (text.length <= 300 && CUT_TAG.test(text)) return true;
  return OPENERS.some(
    ([opener, least]) =>
      text.length >= least && text.length < opener.length && opener.startsWith(text),
  );
}
