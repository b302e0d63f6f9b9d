import { isForeignElision } from './elision-tongues.ts';

/** The words of placeholders for left-out code, and what a line that is made of them claims. */

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words that claim something was left as it is. */
const CLAIM = set(
  'rest remaining remainder existing unchanged original previous omitted same other others snip snipped elided brevity unmodified untouched truncated unaltered abbreviated retained preserved unaffected abridged skipped skip hidden collapsed',
);
/** Claims that are enough beside a noun, with no ellipsis. */
const STRONG = set('rest remaining remainder existing');
/** Claims that are enough with no noun and no ellipsis. */
const ALONE = set(
  'unchanged omitted snip snipped elided unmodified untouched truncated unaltered abbreviated',
);
const NOUN = set(
  'code codes file files function functions method methods class classes content contents implementation implementations logic import imports body lines line props fields component components test tests case cases route routes handler handlers style styles section sections definition definitions statement statements declaration declarations properties variables module modules markup elements entries jsx html css text constructor setup script everything stuff part parts block blocks document page template readme dockerfile makefile stylesheet hooks effects helpers jobs steps services columns targets commands instructions form table query script scripts dependencies config configuration settings packages endpoints exports types rules rows items options',
);
const FILLER = set(
  'the of all your my a an this that these those in is are be was were will here below above goes go remain remains stay stays and or as it its to before after earlier exactly with for keep keeps kept leave left no not any change changes changed needed already from up until end there like just only more etc see insert add put place includes include same_ still until line continue continues continuing copy paste',
);
/** Data as well as code: `remaining items` is a comment, `rest of the items` a placeholder. */
const DATA = set(
  'hooks effects helpers jobs steps services columns targets commands instructions form table query script scripts dependencies config configuration settings packages endpoints exports types rules rows items options',
);
/** What the ends of a list that goes on say. */
const AND_SO_ON = new Set(['more', 'etc', 'and more', 'and so on', 'and so forth']);
const TAIL = set('here before remain remains unchanged same stay stays above below');

const isEdgePunctuation = (char: string): boolean =>
  '/#*;%-<>!{}()[]\'"@~|=\\`,:_'.includes(char) || char === ' ' || char === '\t';

/** What a line says. */
export interface Phrase {
  readonly words: readonly string[];
  /** The words that are names of code: `handleClick`, `parse_args`, `render()`. */
  readonly names: ReadonlySet<string>;
  readonly leads: boolean;
  readonly trails: boolean;
}

const DOTS = /⋯|⋮|︙|。{3,}|\.(?: \.){2,}/g;
const WORD = /[\p{L}\p{N}\p{M}_'-]+(?:\(\))?/gu;
const NAME = /\p{Ll}\p{Lu}|_|\(\)$/u;

/** The line without its comment marks and other punctuation round it, as words, and where an ellipsis stood. */
export function phraseOf(line: string): Phrase {
  const text = line.replace(/^(?:rem|REM) /, '').replace(DOTS, '…');
  let start = 0;
  let end = text.length;
  const isEdge = (at: number): boolean =>
    isEdgePunctuation(text[at] ?? '') || text[at] === '.' || text[at] === '…';
  let leads = false;
  let trails = false;
  while (start < end && isEdge(start)) {
    if (text[start] === '…' || text.startsWith('...', start)) leads = true;
    start += 1;
  }
  while (end > start && isEdge(end - 1)) {
    if (text[end - 1] === '…' || text.startsWith('...', end - 3)) trails = true;
    end -= 1;
  }
  const parts = text.slice(start, text.startsWith('()', end - 1) ? end + 1 : end).match(WORD) ?? [];
  const bare = (part: string): string => part.replace('()', '').toLowerCase();
  const names = new Set(parts.filter((part) => NAME.test(part)).map(bare));
  return { words: parts.map(bare), names, leads, trails };
}

/** Whether a word is one of those that placeholders are made of. */
export const isKnown = (word: string): boolean =>
  CLAIM.has(word) || NOUN.has(word) || FILLER.has(word) || /^\d[\d-]*$/.test(word);
const says = (words: readonly string[], ...phrase: string[]): boolean =>
  words.some((_, at) => phrase.every((word, offset) => words[at + offset] === word));

/** Denials of a change, whose words are ordinary one by one. */
const DENIALS = [
  ['no', 'changes'],
  ['no', 'change'],
  ['no', 'modifications'],
  ['not', 'changed'],
  ['not', 'modified'],
  ['not', 'shown'],
  ['nothing', 'else', 'changes'],
  ['nothing', 'else', 'changed'],
  ['everything', 'else', 'unchanged'],
  ['everything', 'else', 'stays'],
  ['everything', 'else', 'remains'],
  ['everything', 'else', 'is', 'unchanged'],
  ['everything', 'else', 'is', 'the', 'same'],
] as const;
const DENIAL_WORDS: ReadonlySet<string> = new Set(DENIALS.flat());
const denies = (words: readonly string[]): boolean =>
  words.every((word) => isKnown(word) || DENIAL_WORDS.has(word)) &&
  DENIALS.some((denial) => says(words, ...denial));

/** `handleClick unchanged`, `render() stays the same`: a name of code that is said to be as it was. */
function claimsOfNames({ words, names }: Phrase): boolean {
  if (names.size === 0 || names.size > 3) return false;
  if (!words.every((word) => isKnown(word) || names.has(word))) return false;
  const [before = '', last = ''] = words.slice(-2);
  if (last === 'unchanged' || last === 'unmodified' || last === 'omitted') return true;
  if (last === 'same' || (before === 'as' && last === 'is') || last === 'as-is')
    return words.some((word) => /^(?:stays?|remains?|keep|kept|leave)$/.test(word));
  return words.includes('exactly') && words.includes('same') && words.includes('until');
}

/** A phrase that claims by its words alone, with no ellipsis. */
export function claims(words: readonly string[]): boolean {
  if (denies(words)) return true;
  // What ends so tells what the code does.
  if (!words.every(isKnown) || words.at(-1) === 'continue') return false;
  if (says(words, 'same', 'as', 'before') || says(words, 'as', 'before')) return true;
  const claim = words.some((word) => CLAIM.has(word));
  if (!claim) return false;
  if (words.some((word) => ALONE.has(word))) return true;
  const hasNoun = words.some((word) => NOUN.has(word));
  const isOfCode =
    words.includes('rest') || words.some((word) => NOUN.has(word) && !DATA.has(word));
  if (hasNoun && isOfCode && words.some((word) => STRONG.has(word))) return true;
  if (says(words, 'the', 'rest', 'is', 'the', 'same')) return true;
  if (words.length > 1 && (words[0] === 'keep' || words[0] === 'leave')) return true;
  return hasNoun && words.some((word) => TAIL.has(word));
}

/** A phrase with an ellipsis before or after it. */
export function claimsWithEllipsis({ words, leads }: Phrase): boolean {
  if (words.length > 14) return false;
  if (leads && AND_SO_ON.has(words.join(' '))) return true;
  if (says(words, 'as', 'before') || says(words, 'no', 'changes')) return true;
  const claimAt = words.findIndex((word) => CLAIM.has(word));
  const unknown = words.filter((word) => !isKnown(word)).length;
  if (claimAt < 0) return unknown === 0 && words.some((word) => NOUN.has(word));
  if (leads) return unknown <= 4;
  return isKnown(words[0] ?? '') && unknown <= 3;
}

/** Whether a line says that something was left out, as a comment, in brackets or as plain words. */
export function judge(trimmed: string, isComment: boolean, isBracketed: boolean): boolean {
  const phrase = phraseOf(trimmed);
  const hasEllipsis = phrase.leads || phrase.trails;
  if (phrase.words.length === 0) return hasEllipsis && (isComment || isBracketed);
  if (isComment || isBracketed || isSpacedEllipsis(trimmed)) {
    if (isForeignElision(phrase.words, hasEllipsis)) return true;
    if (phrase.leads && phrase.trails && /[^\p{ASCII}]/u.test(phrase.words.join(''))) return true;
  }
  if (isComment) {
    if (claims(phrase.words) || claimsOfNames(phrase)) return true;
    return hasEllipsis && claimsWithEllipsis(phrase);
  }
  if (phrase.words.length < 2) return phrase.leads && phrase.trails && claims(phrase.words);
  if (isBracketed && (claims(phrase.words) || claimsOfNames(phrase))) return true;
  if (isBracketed) return hasEllipsis && claimsWithEllipsis(phrase);
  if (phrase.leads && phrase.trails && claims(phrase.words)) return true;
  if (hasEllipsis) return isSpacedEllipsis(trimmed) && claimsWithEllipsis(phrase);
  return (
    phrase.words.length >= 3 && claims(phrase.words) && phrase.words.some((word) => TAIL.has(word))
  );
}

/** False for a spread (`...rest`): an ellipsis that stands for text has a blank beside it, or ends the line. */
const isSpacedEllipsis = (trimmed: string): boolean =>
  ['... ', '… ', ' ...', ' …'].some((form) => trimmed.includes(form)) ||
  trimmed.startsWith('…') ||
  (trimmed.endsWith('...') && !trimmed.startsWith('...'));
