import { responseText } from '../formats/response-text.ts';
import { code } from '../model/explain/plain-text.ts';
import type { Corrector } from './correction.ts';

/*
 * Blocks of old and new text between markers of a dialect that is not known here: in every one of them a line that says
 * "old", one that parts the two texts, and one that says "new" (or, where the middle line says "new", the end).
 */

const OLD = '(?:search|find|original|old|before|existing)';
const NEW = '(?:replace(?:ment)?|updated?|new|after|modified|changed)';
const OPENS = '[<>=\\-+#*[{(]';
const ENDS = '[<>=\\-+#*\\]})]';
/** A word among signs, two of them at least: `<<<<<<< ORIGINAL`, `[SEARCH]`, `### OLD`, `--- SEARCH ---`. */
const framed = (word: string): RegExp => {
  const named = `[ \\t]*${word}[ \\t]*:?[ \\t]*`;
  const many = `${OPENS}{2,12}${named}${ENDS}{0,12}`;
  const pair = `${OPENS}${named}${ENDS}{1,12}`;
  return new RegExp(`^[ \\t]*(?:${many}|${pair})[ \\t]*$`, 'i');
};

interface Dialect {
  readonly opens: RegExp;
  readonly parts: RegExp;
  readonly closes: RegExp;
}

const DIALECTS: readonly Dialect[] = [
  {
    opens: framed(OLD),
    parts:
      /^[ \t]*(?:[=-]{3,12}|[<>=\-+#*[{(]{1,12}[ \t]*(?:divider|separator|=+|with|to)[ \t]*[<>=\-+#*\]})]{0,12})[ \t]*$/i,
    closes: framed(NEW),
  },
  { opens: framed(OLD), parts: framed(NEW), closes: framed(`(?:end(?:[ _-]?${NEW})?|/${NEW})`) },
];

const [OPENER, DIVIDER, CLOSER] = ['<<<<<<< SEARCH', '=======', '>>>>>>> REPLACE'] as const;
const LONGEST = 80;

/** The response in markers that are known here; nothing but the marker lines differs. */
export const markers: Corrector = ({ response, decode }) =>
  DIALECTS.flatMap((dialect) => {
    const rewritten = rewriteMarkers(responseText(response), dialect);
    if (rewritten === null) return [];
    const decoded = decode(Buffer.from(rewritten.text));
    const blocks = decoded.edits.map(({ origin }) => origin.block);
    if (blocks.length === 0) return [];
    const sentence = `The response would apply with ${code(OPENER)}, ${code(DIVIDER)} and ${code(CLOSER)} as its markers, where it has ${rewritten.seen.map(code).join(', ')}.`;
    return [{ kind: 'markers' as const, sentence, decoded, blocks }];
  });

/** Null where the text has no such block, where one is not whole, and where all of it is as it should be. */
function rewriteMarkers(
  text: string,
  { opens, parts, closes }: Dialect,
): { readonly text: string; readonly seen: readonly string[] } | null {
  const wanted = [
    { sign: opens, known: OPENER },
    { sign: parts, known: DIVIDER },
    { sign: closes, known: CLOSER },
  ] as const;
  let stage = 0;
  let isChanged = false;
  const seen = new Set<string>();
  const lines = text.split('\n').map((line) => {
    const plain = line.replace(/\r$/, '');
    const next = wanted[stage];
    const isOpener = stage !== 0 && isMarker(plain, opens);
    if (isOpener) stage = -1;
    if (next === undefined || stage === -1 || !isMarker(plain, next.sign)) return line;
    stage = (stage + 1) % wanted.length;
    if (plain.trim() === next.known) return line;
    isChanged = true;
    seen.add(plain.trim());
    return next.known;
  });
  return stage === 0 && isChanged ? { text: lines.join('\n'), seen: [...seen].slice(0, 6) } : null;
}

const isMarker = (line: string, sign: RegExp): boolean => line.length <= LONGEST && sign.test(line);
