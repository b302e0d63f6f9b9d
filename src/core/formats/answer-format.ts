/** A way to answer that a model is asked for, by its name on the command line. */
export type AnswerFormatName = keyof typeof FORMATS;

/** How edits are written down in one format: what to say about it, and an example that decodes. */
interface AnswerFormat {
  readonly about: string;
  readonly example: string;
  readonly rules: readonly string[];
}

const PATH_RULE =
  'Give each path from the root of the repository, on a line of its own right above its block.';
const OLD_TEXT_RULE =
  'Copy the old lines character for character, indentation and blanks too. They must stand exactly once in the file: take more lines around them where they do not.';
const ELISION_RULE = 'Write every line out. Never put "..." or a comment in place of code.';
const NEW_FILE_RULE =
  'For a new file, give its path alone on a line and below it the whole content in one fenced block.';

const FORMATS = {
  'search-replace': {
    about: 'Give each change as a search/replace block:',
    example: `src/example.ts
<<<<<<< SEARCH
const limit = 3;
=======
const limit = 5;
>>>>>>> REPLACE`,
    rules: [PATH_RULE, OLD_TEXT_RULE, NEW_FILE_RULE, ELISION_RULE],
  },
  bracket: {
    about: 'Give each change as a block of this form, which survives being rendered as Markdown:',
    example: `File: src/example.ts
[[[SEARCH]]]
const limit = 3;
[[[DIVIDER]]]
const limit = 5;
[[[REPLACE]]]`,
    rules: [PATH_RULE, OLD_TEXT_RULE, NEW_FILE_RULE, ELISION_RULE],
  },
  diff: {
    about: 'Give the changes as one unified diff:',
    example: `--- a/src/example.ts
+++ b/src/example.ts
@@ -1,3 +1,3 @@
 // How often it is tried.
-const limit = 3;
+const limit = 5;
 export { limit };`,
    rules: [
      'Keep up to three unchanged lines around each change, copied character for character; they decide where it goes, not the numbers.',
      'A new file is `--- /dev/null`, a deleted one `+++ /dev/null`.',
      ELISION_RULE,
    ],
  },
  'apply-patch': {
    about: 'Give the changes as one patch of this form:',
    example: `*** Begin Patch
*** Update File: src/example.ts
@@
 // How often it is tried.
-const limit = 3;
+const limit = 5;
*** End Patch`,
    rules: [
      'Lines that stay begin with a blank, old ones with `-`, new ones with `+`; put a line that encloses them (`@@ class Example`) above where they do not stand exactly once.',
      '`*** Add File:` and `*** Delete File:` make and delete files.',
      ELISION_RULE,
    ],
  },
  'whole-file': {
    about: 'Give the whole new content of each file that changes:',
    example: `src/example.ts

\`\`\`ts
const limit = 5;
export { limit };
\`\`\``,
    rules: [
      PATH_RULE,
      'The fence needs more backticks than any run of them in the content.',
      ELISION_RULE,
    ],
  },
  'tool-call': {
    about: 'Give each change as a JSON object, one a line:',
    example: `{"command": "str_replace", "path": "src/example.ts", "old_str": "const limit = 3;", "new_str": "const limit = 5;"}`,
    rules: [
      'The commands are `str_replace` (path, old_str, new_str) and `create` (path, file_text).',
      OLD_TEXT_RULE,
      ELISION_RULE,
    ],
  },
} as const satisfies Readonly<Record<string, AnswerFormat>>;

/** The names of the formats; the first one is what is asked for where nobody says otherwise. */
export const ANSWER_FORMATS = Object.keys(FORMATS) as readonly AnswerFormatName[];

/** What a model is told about how to answer. `token` names what it read; null: nothing is known to have been read. */
export function answerFormat(name: AnswerFormatName, token: string | null): string {
  const { about, example, rules } = FORMATS[name];
  const head = headOf(token);
  return [
    '## How to answer',
    `Begin the answer with ${token === null ? 'this line, your own words in it' : 'these lines, the first one exactly as it stands'}, and nothing above:`,
    fenced(head.join('\n')),
    about,
    fenced(example),
    [...rules, ...COMMON].map((rule) => `- ${rule}`).join('\n'),
  ].join('\n\n');
}

const COMMON = [
  'Several changes of one answer land together, or none of them does.',
  'Change only what is asked for: no reformatting, no renaming, no other files.',
  'Give one answer, not alternatives.',
];

const headOf = (token: string | null): readonly string[] => [
  ...(token === null ? [] : [`Read: ${token}`]),
  'Message: One line that says what the change does',
];

/** An answer as the instructions ask for it: the head, and the format's example. */
export const exampleAnswer = (name: AnswerFormatName, token: string | null): string =>
  `${headOf(token).join('\n')}\n\n${FORMATS[name].example}\n`;

/** Shown, not taken for an edit: the example stands in a fence of its own. */
const fenced = (text: string): string => `\`\`\`\`text\n${text}\n\`\`\`\``;
