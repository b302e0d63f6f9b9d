import { lineAbove, paragraphStart } from './captions.ts';
import { isElisionComment } from './elision.ts';
import type { Line } from './response-text.ts';

/**
 * What the words above code without a path say of it. `asked`: that it is to be put into a file. `reported`: that it has
 * been. `shown`: that it only shows something (a use, an output, what was there before). `open`: none of these.
 */
export type CodeIntent = 'asked' | 'reported' | 'shown' | 'open';

const words = (list: string): string => list.trim().replaceAll(/\s+/g, '|');

/** Words that make a change a mere possibility, or the code no content of a file. */
const LOOSE =
  /\b(?:for|an|as an|one|some) (?:examples?|instance)\b|\beg\b|\b(?:sketch|pseudo(?:code)?|hypothetical|optional(?:ly)?)\b|if you|something like|your (?:own )?(?:shell|terminal|profile|crontab|editor|machine|environment)/;
/** Words that say of a named thing that it only is shown. */
const SHOWN = new RegExp(
  `\\b(?:${words(
    `example examples usage output outputs prints print result results resulting log logs trace error errors response
     request run running before previous previously original originally old was used currently current today existing
     behaviour behavior signature flow structure layout diagram shape idea concept equivalent verify try confirm
     reproduce reference works explanation summary command commands looks look calls called calling use using install
     would could might may can`,
  )})\\b`,
);

const VERBS = words(
  `update change replace modify add insert append prepend remove delete rename edit adjust extend rewrite refactor
   swap wrap`,
);
const LEAD = `(?:(?:${words(
  `and then also next now finally lastly please first second third likewise similarly additionally furthermore so but`,
)}|after that|in addition|you(?:'ll| will)?(?: also)? (?:need to|should|must|have to)|we(?:'ll| will)?(?: also)? (?:need to|should|must|have to)|it (?:needs|is necessary) to|(?:don't forget|remember|make sure|be sure|it remains) to|let's|step \\d{1,3})[,:]?\\s+)*`;
const PLACE = `(?:(?:${words('in inside at for within under after above below to on wherever where')}) [^,:]{1,80},\\s*)?`;
/** `Also update the test:`, `Then, in the helper, replace the loop with`. */
const REQUEST = new RegExp(
  `^${LEAD}${PLACE}${LEAD}(?:(?:${VERBS})\\b|put (?:this|that|the|it|these)\\b)`,
);
/** `I've also updated the test:`. */
const REPORT = new RegExp(
  `^${LEAD}(?:i|we)(?:'ve| have)?(?: also)? (?:${words(
    `updated changed replaced modified added inserted appended removed deleted renamed edited adjusted extended rewrote
     rewritten refactored swapped wrapped`,
  )})\\b`,
);
const FRESH = words(
  `updated new fixed revised modified corrected changed adjusted refactored rewritten improved full complete final`,
);
/** `Here is the updated test:`, `The new helper:`. */
const VERSION = new RegExp(
  `^${LEAD}(?:(?:here(?:'s| is| are)|this is) )?(?:(?:the|an?|its|their|my) )?(?:${FRESH})\\b`,
);
const PLACES = words(
  `tests? specs? helpers? callers? component components config configuration schema migration types? interface styles?
   stylesheet template handler handlers route routes router model hook hooks header reducer store module class function
   method service controller view fixture fixtures mocks? imports? exports? constants? readme docs changelog`,
);
/** `And in the tests:`, `For the caller:`. */
const LABEL = new RegExp(
  `^${LEAD}(?:(?:in|for|to|at|inside|same (?:in|for)) )?(?:(?:the|its|their|your) )?(?:[\\w'-]+ ){0,2}(?:${PLACES})$`,
);

const MAX_SENTENCE = 300;
const MARKS = /^(?:[\s#>*_`-]|\d{1,3}[.)])+|[\s*_`:：]+$/g;

interface Sentence {
  readonly text: string;
  /** Ends with a colon, or is a heading or bold: it announces the code. */
  readonly announces: boolean;
}

/** The sentence right above line `at`, without its decorations; null where there is none that is short enough. */
function sentenceAbove(lines: readonly Line[], at: number, floor: number): Sentence | null {
  const last = lineAbove(lines, at, floor);
  if (last < 0) return null;
  const own = (lines[last]?.text ?? '').trim();
  const isTitle = /^#{1,6}\s/.test(own) || /^\*\*.*\*\*:?$/.test(own);
  const first = isTitle ? last : paragraphStart(lines, last, floor);
  const paragraph = lines
    .slice(first, last + 1)
    .map(({ text }) => text.trim())
    .join(' ')
    .slice(-2 * MAX_SENTENCE)
    .toLowerCase()
    .replaceAll('e.g.', 'eg')
    .replaceAll('’', "'");
  const sentence = paragraph.split(/[.!?;]\s/).at(-1) ?? '';
  if (sentence.length > MAX_SENTENCE) return null;
  const announces = isTitle || /[:：][\s*_]*$/.test(sentence);
  return { text: sentence.replaceAll(MARKS, ''), announces };
}

function intentOf({ text, announces }: Sentence): CodeIntent {
  if (LOOSE.test(text)) return 'shown';
  if (REQUEST.test(text)) return announces || text.split(' ').length <= 12 ? 'asked' : 'open';
  if (announces && REPORT.test(text)) return 'reported';
  if (SHOWN.test(text)) return 'shown';
  return announces && (VERSION.test(text) || LABEL.test(text)) ? 'asked' : 'open';
}

/** Every line is a command or blank: nothing that a file would hold. */
const COMMAND =
  /^\s*(?:[$>#%]\s|(?:sudo|npm|npx|yarn|pnpm|pip3?|cargo|go|git|docker|make|node|deno|bun|cd|curl|wget|apt|apt-get|brew|mkdir|chmod|rm|cp|mv|poetry|uv|bundle|gem|dotnet|mvn|gradle)\s)/;

const isCommands = (body: readonly Line[]): boolean =>
  body.every(({ text }) => text.trim() === '' || COMMAND.test(text.slice(0, 200)));

/** Languages of what is looked at and never of a file's content. */
const LOOKED_AT = new Set(['output', 'console', 'log', 'stdout', 'stderr', 'mermaid', 'ascii']);

/** What the words above the code at line `at` say of it, and what the code itself says. */
export function codeIntent(
  lines: readonly Line[],
  at: number,
  code: { readonly floor: number; readonly language: string; readonly close: number },
): CodeIntent {
  const body = lines.slice(at + 1, code.close);
  if (LOOKED_AT.has(code.language) || isCommands(body)) return 'shown';
  const sentence = sentenceAbove(lines, at, code.floor);
  const intent = sentence === null ? 'open' : intentOf(sentence);
  const isExcerpt = intent === 'open' && body.some(({ text }) => isElisionComment(text));
  return isExcerpt ? 'shown' : intent;
}
