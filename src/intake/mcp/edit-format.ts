import { answerFormat, type AnswerFormatName } from '../../core/formats/answer-format.ts';

/** How edits are written, for a model that has the tools: as a list, and as a text in one of the formats. */
export const editFormat = (format: AnswerFormatName): string =>
  `${STRUCTURED}\n${answerFormat(format, null)}\n`;

const STRUCTURED = `Hand edits in with the \`submit\` tool. All edits of one call land together as one commit, or none does.

\`edits\` is a list. Each entry is one of:
- {"path": "src/a.ts", "old": "...", "new": "..."}: \`old\` is copied from the file with its indentation, and stands there exactly once. Take more lines around it where it would stand twice; give "all": true to replace every place.
- {"path": "src/new.ts", "content": "..."}: a new file, or a file replaced whole. Read a file before you replace it.
- {"delete": "src/a.ts"}
- {"rename": "src/a.ts", "to": "src/b.ts"}

Add "tokens" with the read token that \`read\` gave you, and "message" with a commit message. Leave out nothing of a text with "..." or a comment: what is left out is lost, and is refused.

Instead of \`edits\`, \`text\` takes a response as models write it, such as this one:
`;
