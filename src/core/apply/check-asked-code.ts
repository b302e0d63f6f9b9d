import type { Span } from '../formats/decoded.ts';
import { MAX_REJECTIONS } from '../formats/format.ts';
import { itemAt } from '../match/item-at.ts';
import type { FileChange } from '../model/patch.ts';
import type { Findings } from './findings.ts';
import { linesOfText } from './hunk-ops.ts';
import { barelyWritten, hasSeveralLines, shownPieces } from './quoted-code.ts';

/** Lines with fewer characters stand in every file. */
const LEAST_SOLID = 8;
/** So many lines of a file make code a version of it. */
const LEAST_SHARED = 3;
/** So many characters are searched; an honest response needs fewer. */
const MAX_SEARCHED = 50_000_000;

const isSolid = (line: string): boolean => line.replaceAll(/\s/g, '').length >= LEAST_SOLID;

const solidLines = (text: string): readonly string[] =>
  linesOfText(text)
    .map((line) => line.trim())
    .filter(isSolid);

/** The files that a response changes, as they were and as they become. */
class ChangedText {
  readonly #texts: readonly string[];
  /** By line: a file that has it. */
  readonly #paths = new Map<string, string>();
  #left = MAX_SEARCHED;

  constructor(changes: readonly FileChange[]) {
    const sides = changes.flatMap(({ path, before, after }) =>
      [before, after].flatMap((side) =>
        side === null ? [] : [{ path, text: Buffer.from(side.bytes).toString('utf8') }],
      ),
    );
    this.#texts = sides.map(({ text }) => barelyWritten(text));
    for (const { path, text } of sides)
      for (const line of solidLines(text)) this.#paths.set(line, path);
  }

  /** Whether the code only shows what stands in one of the files, whatever its indentation. */
  quotes(code: string): boolean {
    const pieces = hasSeveralLines(code) ? shownPieces(code) : [code.trim()];
    return this.#texts.some((text) => {
      this.#left -= text.length * pieces.length;
      return this.#left > 0 && pieces.every((piece) => text.includes(piece));
    });
  }

  /** The file that the code is another version of: most of its lines stand there, and not all. */
  versionOf(code: string): string | null {
    const solid = solidLines(code);
    const paths = solid.flatMap((line) => this.#paths.get(line) ?? []);
    const isVersion =
      paths.length >= LEAST_SHARED &&
      paths.length < solid.length &&
      2 * paths.length > solid.length;
    return isVersion ? itemAt(paths, 0) : null;
  }
}

/**
 * Code without a path beside edits. What the words above it ask for would be dropped in silence: refused, unless it
 * stands in a changed file. Where no word says what it is and it is like a changed file, a person is asked.
 */
export function checkAskedCode(
  spans: readonly Span[],
  changes: readonly FileChange[],
  findings: Findings,
): void {
  const refused = new Set(
    findings.rejections.flatMap(({ code, responseLines }) =>
      code === 'unclassified-edit' && responseLines !== undefined ? [responseLines[0]] : [],
    ),
  );
  let known: ChangedText | undefined;
  for (const { intent, quoted, firstLine, lastLine } of spans) {
    if (quoted === undefined || intent === undefined || intent === 'shown') continue;
    if (refused.has(firstLine)) continue;
    known ??= new ChangedText(changes);
    // One line stands somewhere by accident: asked for once more, it may be meant for another place.
    const mayQuote = intent !== 'asked' || hasSeveralLines(quoted);
    if (quoted.trim() === '' || (mayQuote && known.quotes(quoted))) continue;
    const place = { reason: 'code-without-path', responseLines: [firstLine, lastLine] } as const;
    if (intent !== 'open') {
      if (findings.rejections.length < MAX_REJECTIONS)
        findings.rejections.push({ code: 'unclassified-edit', ...place });
      continue;
    }
    const path = known.versionOf(quoted);
    if (path !== null && findings.holds.length < MAX_REJECTIONS)
      findings.holds.push({ code: 'hedged-edit', path, ...place });
  }
}
