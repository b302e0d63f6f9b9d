import { lineAbove, paragraphStart } from './captions.ts';
import type { Line } from './response-text.ts';

/** Words of the prose round a block that say how it is meant. */

const HEDGES = [
  'an example',
  'for example',
  'as an example',
  'for instance',
  'eg ',
  'might look',
  'may look',
  'could look',
  'would look',
  'something like',
  'something similar',
  'along the lines',
  'a sketch',
  'roughly',
  'illustrat',
  'pseudo',
  'hypothetical',
  'one possible',
];
/** The sentence shows what should not be done: whether the edit was meant is for a person to say. */
const MISTAKE =
  '(?:wrong|bad|incorrect|naive|naïve|tempting|failed) (?:fix|way|approach|solution|version|change|edit|patch|attempt|answer|example)';
const WARNS = [
  /(?:^|[^a-z])(?:do not|don['’]t|never|avoid) (?:do|doing|write|writing|use|using) (?:this|it like this|something like this|the following)(?:$|[^a-z])/,
  /(?:^|[^a-z])(?:not like this|(?:is|was|be) tempt(?:ed|ing) to|would be wrong)(?:$|[^a-z])/,
  /(?:^|[^a-z])(?:this|it|that|the following|which) (?:would not|will not|won['’]t) work(?:$|[^a-z])/,
  new RegExp(`^[^a-z]*(?:(?:this|here) is )?(?:a|an|one|the) ${MISTAKE}(?: would| might|[^a-z]*$)`),
  /^[^a-z]*(?:wrong|bad|incorrect|anti-?pattern|don['’]ts?)(?: (?:fix|way|approach|version|example))?[^a-z]*$/,
];
const DISCLAIMERS = [
  "don't apply",
  'don’t apply',
  'do not apply',
  'not to be applied',
  'not be applied',
  'do not use this',
  "don't use this",
  'not an edit',
];
const ALTERNATIVES =
  /alternatively|or,? if you prefer|if you(?: would|['’]d) rather|(?:pick|choose) (?:one|either)|(?:either|one) of (?:these|the following)/i;
const LABEL =
  /^[\s#>*_\-\d.)]*(?:option|alternative|approach|variant|solution|version|choice|variation|possibility)\s*#?(?:[a-e]|[1-9]|one|two|three|i{1,3})(?:$|\s*(?:$|[:.)(*_—–-]))/i;

const MAX_PROSE = 2000;

const saysOneOf = (text: string, phrases: readonly string[]): boolean =>
  phrases.some((phrase) => text.includes(phrase));

function lastSentence(text: string): string {
  if (text === '') return '';
  const folded = text.slice(-MAX_PROSE).toLowerCase().replaceAll('e.g.', 'eg ');
  const sentences = folded.split(/[.!?]\s/).filter((part) => part.trim() !== '');
  return sentences.at(-1) ?? '';
}

function paragraphAbove(lines: readonly Line[], at: number, floor: number): string {
  const last = lineAbove(lines, at, floor);
  if (last < 0) return '';
  return lines
    .slice(paragraphStart(lines, last, floor), last + 1)
    .map((line) => line.text)
    .join(' ');
}

/** Whether the sentence directly above line `at` says that what follows is only an example, or a mistake to avoid. */
export function isHedged(lines: readonly Line[], at: number, floor: number): boolean {
  const sentence = lastSentence(paragraphAbove(lines, at, floor));
  return saysOneOf(sentence, HEDGES) || WARNS.some((form) => form.test(sentence));
}

/** Whether the paragraph directly above line `at` says that what follows must not be applied. */
export const isDisclaimed = (lines: readonly Line[], at: number, floor: number): boolean =>
  saysOneOf(paragraphAbove(lines, at, floor).slice(-MAX_PROSE).toLowerCase(), DISCLAIMERS);

/** Whether a line of prose starts alternatives: `Option A`, `or, if you prefer`. */
export function startsAlternative(line: string): boolean {
  const text = line.slice(0, MAX_PROSE);
  return ALTERNATIVES.test(text) || LABEL.test(text);
}

const REPLACING_KEYS = new Set(
  'to with into by becomes become after new now instead replace change update should'.split(' '),
);
const REPLACING = new Set([
  ...REPLACING_KEYS,
  ...'and then it this that them the above following replaced changed updated rewrite be read as look like version code fix fixed line lines block so in place of'.split(
    ' ',
  ),
]);
const MAX_REPLACING_WORDS = 10;

/** Whether the text between two blocks says that the second takes the place of the first: `to`, `becomes`, `with this`. */
export function saysReplacement(lines: readonly Line[], from: number, end: number): boolean {
  if (end <= from || end - from > MAX_REPLACING_WORDS) return false;
  const text = lines
    .slice(from, end)
    .map((line) => line.text.slice(0, 200))
    .join(' ');
  const words = text.toLowerCase().match(/[a-z']+/g) ?? [];
  return (
    words.length <= MAX_REPLACING_WORDS &&
    words.every((word) => REPLACING.has(word)) &&
    words.some((word) => REPLACING_KEYS.has(word))
  );
}
