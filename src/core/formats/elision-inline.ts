import { claims, claimsWithEllipsis, isKnown, judge, phraseOf } from './elision-phrase.ts';

/** Placeholders for left-out code that share a line with code. */

/** The comment that ends a line of code, with its opener; null where there is none. */
function trailingComment(trimmed: string): string | null {
  for (const token of ['//', '/*', '<!--', '# ']) {
    const at = trimmed.indexOf(token, 1);
    if (
      at > 0 &&
      (trimmed[at - 1] === ' ' || trimmed[at - 1] === '{' || trimmed[at - 1] === '\t')
    ) {
      return trimmed.slice(at);
    }
  }
  return null;
}

/** A body that is only a comment, closed on the line. */
const COMMENT_BODY = /\{\s*\/\*(.*)\*\/\s*\}[\s,;)]*$/;
/** Statements that do nothing, and the comment beside them: `pass  # existing code`. */
const STAND_IN =
  /^(?:pass|\.{3}|return;?|:|.*\{|unimplemented!\(\);?|todo!\(\);?)\s*(?:#|\/\/|\/\*)(.*)$/;
/** Where a value begins; the text of a usage line has such brackets elsewhere. */
const ELIDED_LIST =
  /(?:(?<=^|[=(:,[{]\s{0,4}|\breturn |=> ?)[{[]|(?<=\) ?|\bimport |\bexport )\{)\s*(?:[\w$]+,\s*)*(?:\.{3}|…)\s*[}\]]/;
const BRACES = /\.(?:[cm]?[jt]sx?|vue|svelte|json[c5]?|java|cs|kt|swift|go|rs|scss|less|css)$/i;
const JSON_FILE = /\.(?:json[c5]?|ipynb)$/i;

/** Whether a body, or the comment of a statement that does nothing, stands for code. */
function isStandIn(trimmed: string): boolean {
  const body = COMMENT_BODY.exec(trimmed)?.[1];
  const beside = STAND_IN.exec(trimmed)?.[1];
  const { words } = phraseOf((body ?? beside ?? '').trim());
  if (words.length === 0) return false;
  if (body !== undefined && words.length === 1 && (words[0] === 'existing' || words[0] === 'same'))
    return true;
  return (words.length > 1 || body !== undefined) && claims(words);
}

/** Dots as the whole of an object or a list, or its end, where no language of that file has them: `{ a, ... }`. */
function isElidedList(trimmed: string, path: string): boolean {
  if (!BRACES.test(path)) return false;
  const at = trimmed.search(ELIDED_LIST);
  if (at < 0) return false;
  const quotes = trimmed.slice(0, at).match(/["'`/]/g)?.length ?? 0;
  return quotes === 0 || (JSON_FILE.test(path) && quotes % 2 === 0);
}

/** A key of JSON that is dots, or a comment in disguise that holds a placeholder. */
function isElidedMember(trimmed: string, path: string): boolean {
  if (!JSON_FILE.test(path)) return false;
  return [...trimmed.matchAll(/"([^"\\]*)"\s*:\s*(?:"([^"\\]*)")?/g)].some(
    ([, key = '', value = '']) => {
      if (/^\s*(?:\.{3}|…)/.test(key)) return true;
      const isRemark = /^(?:\/\/|#|_+comment|\$comment|comment$|_+$)/i.test(key);
      return isRemark && [key, value].some((text) => judge(`// ${text}`, true, false));
    },
  );
}

/** Whether a line of code holds a placeholder: in a comment at its end, as the body of a block, as a key of JSON. */
export function isInlineElision(trimmed: string, path: string): boolean {
  if (trimmed.endsWith('{ ... }') || trimmed.endsWith('{ … }')) return true;
  if (isStandIn(trimmed) || isElidedList(trimmed, path) || isElidedMember(trimmed, path))
    return true;
  if (/\.sql$/i.test(path) && /^[^'"]*(?:\(\.{3}\)| \.{3}(?: |$))/.test(trimmed)) return true;
  if (/\.ya?ml$/i.test(path) && /^-\s+(?:\.{3}|…)$/.test(trimmed)) return true;
  const comment = trailingComment(trimmed);
  if (comment === null) return false;
  const phrase = phraseOf(comment);
  if (phrase.words.length === 0) return phrase.leads && trimmed.endsWith('}');
  return (
    (phrase.leads || phrase.trails) && phrase.words.every(isKnown) && claimsWithEllipsis(phrase)
  );
}
