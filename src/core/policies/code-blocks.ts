import { fenceOf, isFenceClose } from '../formats/fences.ts';

/** Lines of prose that show something: 0-based, the lines that open and close it included. */
export interface CodeBlock {
  readonly first: number;
  readonly last: number;
}

const PROSE = /\.(?:mdx?|markdown|mdown|rmd|qmd|txt|rst|adoc|asciidoc|asc|org|eml|mbox)$/i;
const ASCIIDOC = /\.(?:adoc|asciidoc|asc|txt)$/i;
/** A listing or literal block of AsciiDoc; it ends at the same line again. */
const DELIMITER = /^(?:-{4,}|\.{4,})$/;

/** Whether a file is written for people to read. */
export const isProse = (path: string): boolean => PROSE.test(path);

/** The blocks of a prose file that show code: fenced in Markdown, delimited in AsciiDoc. One that is not closed is none. */
export function codeBlocks(path: string, lines: readonly string[]): readonly CodeBlock[] {
  if (!isProse(path)) return [];
  const blocks: CodeBlock[] = [];
  const unclosed = new Set<string>();
  for (let first = 0; first < lines.length; first += 1) {
    const opener = openerAt(path, lines[first] ?? '');
    if (opener === null || unclosed.has(opener.key)) continue;
    const last = lines.findIndex((line, at) => at > first && opener.isClose(line.trimEnd()));
    if (last === -1) {
      // What closes none here closes no later one of the same form.
      unclosed.add(opener.key);
      continue;
    }
    blocks.push({ first, last });
    first = last;
  }
  return blocks;
}

interface Opener {
  /** Openers of one key have the same closing lines. */
  readonly key: string;
  readonly isClose: (line: string) => boolean;
}

function openerAt(path: string, raw: string): Opener | null {
  const line = raw.trimEnd();
  if (ASCIIDOC.test(path) && DELIMITER.test(line))
    return { key: line, isClose: (other) => other === line };
  const fence = fenceOf(line);
  if (fence === null) return null;
  const key = `${fence.char.repeat(fence.length)} ${fence.indent.length}`;
  return { key, isClose: (other) => isFenceClose(other, fence) };
}
