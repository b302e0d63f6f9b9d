import { isElisionComment } from '../formats/elision.ts';
import { locate } from '../match/locate.ts';
import { SourceText } from '../match/source-text.ts';
import { NO_SCOPE } from '../model/edit.ts';
import { linesOfContent, linesOfText } from './hunk-ops.ts';

/** So many blocks are looked for; an honest response quotes fewer, and what is not looked for is no quotation. */
const MAX_LOOKED_FOR = 500;

/** Contents of files, to look for quoted code in them. */
export class QuotedCode {
  readonly #contents: ReadonlyMap<string, Uint8Array>;
  readonly #sources = new Map<string, SourceText>();
  #left = MAX_LOOKED_FOR;

  constructor(contents: ReadonlyMap<string, Uint8Array>) {
    this.#contents = contents;
  }

  /** Whether a block of code stands in the file and is not all of it. */
  isPart(path: string, code: string): boolean {
    const source = this.#sourceOf(path);
    if (source === undefined || !this.stands(path, code)) return false;
    return linesOfContent(code).length < source.lineCount;
  }

  #sourceOf(path: string): SourceText | undefined {
    const known = this.#sources.get(path);
    const bytes = this.#contents.get(path);
    if (known !== undefined || bytes === undefined) return known;
    const source = new SourceText(bytes);
    this.#sources.set(path, source);
    return source;
  }

  /** Whether a block of code stands in the file, line for line; endings do not count. */
  stands(path: string, code: string): boolean {
    const source = this.#sourceOf(path);
    const lines = linesOfText(code.endsWith('\n') ? code.slice(0, -1) : code);
    if (source === undefined || lines.length === 0 || this.#left === 0) return false;
    this.#left -= 1;
    const place = { lines, scope: NO_SCOPE, isFresh: false, until: 'line-endings' } as const;
    return locate(source, place).kind !== 'none';
  }
}

const trimmedLines = (text: string): readonly string[] =>
  linesOfText(text)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A text without its indentation and empty lines, for `shows`. */
export const barelyWritten = (text: string): string => `\n${trimmedLines(text).join('\n')}\n`;

/** Whether code has more than one line with text. */
export const hasSeveralLines = (code: string): boolean => trimmedLines(code).length > 1;

/** The pieces of code between its placeholders for what it leaves out. */
export function shownPieces(code: string): readonly string[] {
  const pieces: string[][] = [[]];
  for (const line of trimmedLines(code)) {
    if (isElisionComment(line)) pieces.push([]);
    else pieces.at(-1)?.push(line);
  }
  return pieces.filter((piece) => piece.length > 0).map((piece) => `\n${piece.join('\n')}\n`);
}
