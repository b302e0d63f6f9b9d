/*
 * Calls of a tool in a spelling that is not known here, such as `<function=edit>` or `[TOOL_CALLS][...]`. They ask for an
 * edit: to read them as prose, beside edits that are carried out, would leave that one out in silence.
 */

const VERBS =
  '(?:apply|edit|update|modify|patch|change|replace|insert|create|write|delete|search|code)(?:[_ -](?:edit|file|replace|code|block|patch|change|diff|text))?';
const OPENERS = [
  /^<function=["']?[\w.:-]+["']?\s*>/,
  /^<\|?python_tag\|?>/,
  /^\[TOOL_CALLS?\]/,
  /^<[|｜]tool[_▁]calls?[_▁]begin[|｜]>/,
  new RegExp(
    `^<${VERBS}\\s+(?:file|path|name|target|filename|file_path|filePath|target_file)\\s*=`,
    'i',
  ),
  new RegExp(`^<${VERBS}\\s+[\\w./-]+\\.\\w{1,8}\\s*>`, 'i'),
];
const LONGEST = 300;

/** Whether a line of prose opens a call in a spelling that is not known. */
export function opensForeignCall(line: string): boolean {
  const text = line.slice(0, LONGEST).trim();
  return /^[<[]/.test(text) && OPENERS.some((opener) => opener.test(text));
}

const OLD = /\b(?:old_?(?:str|string|text|code)|search_?(?:text|block)?)["']?\s*[:=]/i;
const NEW = /\b(?:new_?(?:str|string|text|code)|replace(?:ment|_text|_block)?)["']?\s*[:=]/i;
const PATH =
  /\b(?:path|file|file_?path|file_?name|target_?file|relative_path)["']?\s*[:=]\s*["']?[\w./-]+\.\w{1,8}["']?\s*[,)}]?\s*(?:$|\w+\s*=)/i;
const MOST_LINES = 200;

/** Whether lines without a path of their own are an edit as keys and values: a path, an old text and a new one. */
export function isForeignEdit(lines: readonly string[]): boolean {
  const seen = lines.slice(0, MOST_LINES).map((line) => line.slice(0, LONGEST));
  return [OLD, NEW, PATH].every((key) => seen.some((line) => key.test(line)));
}
