/** What is wrong with a text that was meant as an edit, and what to send instead. */
interface Complaint {
  /** Completes "Edit 2 cannot be read as an edit: ...". */
  readonly what: string;
  readonly hint: string;
}

const PATH_HINT =
  'Put the path, from the root of the repository, on a line of its own directly above the edit.';
const MARKERS_HINT =
  'Write each edit as `<<<<<<< SEARCH`, the old lines, `=======`, the new lines, `>>>>>>> REPLACE`, each marker once on a line of its own.';
const ARGUMENTS_HINT =
  'Give the path, the old text and the new text, each as a string (an empty new text deletes).';
const PATCH_HINT =
  'After `*** Begin Patch`, use only `*** Add File:`, `*** Update File:`, `*** Delete File:`, `*** Move to:` and lines that begin with a blank, `-` or `+`; end with `*** End Patch`.';

/** By the reason of a `malformed-edit`. */
const COMPLAINTS: Readonly<Record<string, Complaint>> = {
  'no-path': { what: 'no path says which file it is about', hint: PATH_HINT },
  'paths-disagree': {
    what: 'it names two different files',
    hint: 'Name one path per edit, the same wherever it stands.',
  },
  'create-needs-caption': {
    what: 'a new file needs its path on a line of its own, not in a sentence',
    hint: PATH_HINT,
  },
  'empty-block': {
    what: 'its old and its new text are both empty',
    hint: 'Leave the edit out, or give it the old lines and the new ones.',
  },
  'stray-marker': { what: 'a marker stands outside every edit', hint: MARKERS_HINT },
  'stray-lines': {
    what: 'between its edits stand lines that belong to none',
    hint: 'Keep only edits and their paths inside the fence; put everything else outside of it.',
  },
  'two-dividers': {
    what: 'more than one line could be the divider between old and new text',
    hint: 'Use more marker characters than the text itself has (`<<<<<<<<< SEARCH`, `=========`, `>>>>>>>>> REPLACE`), or put a backslash before the lines that are text.',
  },
  'missing-divider': { what: 'it has no divider between old and new text', hint: MARKERS_HINT },
  'unbalanced-markers': {
    what: 'the conflict markers inside it do not pair up',
    hint: 'Put a backslash before each line that only looks like a marker.',
  },
  'fence-end-unsure': {
    what: 'a fence inside it could be where it ends',
    hint: 'Use a longer outer fence (four backticks or more) than any fence inside, and begin each kept line of a diff with a blank.',
  },
  'looks-like-diff': {
    what: 'it is given as the whole file and its lines are those of a diff',
    hint: 'Name the fence `diff`, with `---` and `+++` lines, or send the whole new content.',
  },
  'line-numbers': {
    what: 'it is given as the whole file and its lines carry line numbers',
    hint: 'Send the content without the numbers.',
  },
  'lost-line-break': {
    what: 'its old text ends or begins with a line break and its new text does not, so that two lines would run into one',
    hint: 'Give both texts that line break, or neither; to join two lines on purpose, give both of them as the old text.',
  },
  'markers-in-code': {
    what: 'it is given as the whole file and holds edit markers',
    hint: 'Send either the whole new content or search/replace blocks.',
  },
  'foreign-markers': {
    what: 'its markers are of a form that is not known here',
    hint: `${MARKERS_HINT} Or \`[[[SEARCH]]]\`, the old lines, \`[[[DIVIDER]]]\`, the new lines, \`[[[REPLACE]]]\`.`,
  },
  'unread-answer': {
    what: 'its JSON holds edits in a place that is not known to be the answer',
    hint: 'Send the text of the answer itself, or the JSON as the provider gave it.',
  },
  'hunk-without-change': {
    what: 'a hunk has no line that begins with `-` or `+`',
    hint: 'Mark the lines to remove with `-` and those to add with `+`, or leave the hunk out.',
  },
  'indented-diff': {
    what: 'the lines of a diff stand deeper than the margin, outside of a fence',
    hint: 'Put the diff into a fence that begins with ```diff, or begin each of its lines at the margin.',
  },
  'list-or-lines': {
    what: 'the lines after its empty line can be a list as well as lines to add or remove',
    hint: 'Put the diff into a fence that begins with ```diff, and the list outside of it; or give each hunk the right counts (`@@ -1,3 +1,4 @@`).',
  },
  'mixed-lines': {
    what: 'a diff that makes or deletes a file has lines of another kind',
    hint: 'Begin every line of a new file with `+`, and every line of a deleted one with `-`.',
  },
  'empty-diff': {
    what: 'the diff changes nothing',
    hint: 'Give it hunks with `-` and `+` lines, or leave it out.',
  },
  combined: {
    what: 'it is the combined diff of a merge',
    hint: 'Send a plain diff against one version.',
  },
  copy: {
    what: 'a diff may not copy a file',
    hint: 'Send the new file with its whole content.',
  },
  'untagged-line': {
    what: 'a line of an added file does not begin with `+`',
    hint: 'Begin every line of the new file with `+`, empty ones too.',
  },
  'unknown-header': { what: 'a line begins with `***` and is no known header', hint: PATCH_HINT },
  'empty-patch': { what: 'the patch holds no section', hint: PATCH_HINT },
  'empty-update': { what: 'an update holds no change', hint: PATCH_HINT },
  'not-a-string': { what: 'an argument of the call is not text', hint: ARGUMENTS_HINT },
  'bad-arguments': { what: 'the arguments of the call are not known', hint: ARGUMENTS_HINT },
  'missing-new': { what: 'the call has no new text', hint: ARGUMENTS_HINT },
  'no-changes': { what: 'the list of edits is empty', hint: ARGUMENTS_HINT },
  regex: {
    what: 'it searches with a regular expression',
    hint: 'Give the old text itself, as it stands in the file.',
  },
  'bad-count': {
    what: 'the number of replacements is not a whole number of at least 1',
    hint: 'Leave it out for one place, or give the exact number of places.',
  },
  'escaped-newlines': {
    what: 'its text has `\\n` written out in place of line breaks',
    hint: 'Escape the text once, so that it holds real line breaks.',
  },
  'bad-line': {
    what: 'the line to insert at is not a number that a file can have',
    hint: 'Give the number of the line to insert after (0 for the top), or an edit with old and new text.',
  },
  'bad-json': {
    what: 'its JSON is not valid',
    hint: 'Send the call as valid JSON: quotes and line breaks inside strings escaped, no comma after the last item.',
  },
  'too-deep': {
    what: 'calls stand inside calls too many times over',
    hint: 'Send the edits themselves, not wrapped in further calls.',
  },
};

const ANY: Complaint = {
  what: 'its form is not known',
  hint: `${PATH_HINT} ${MARKERS_HINT}`,
};

/** The complaint about a reason. */
export const complaintOf = (reason: string | undefined): Complaint =>
  COMPLAINTS[reason ?? ''] ?? ANY;

/** Every reason that has words. */
export const MALFORMED_REASONS: readonly string[] = Object.keys(COMPLAINTS);
