/** Marks that open a literal which may go on over the line's end, and the mark that closes it. */
const FENCES = ['"""', "'''", '`'] as const;

const HEREDOC = /<<[-~<]?["']?[A-Za-z_]/;

/** True where a string literal of the text spans lines: shifting its lines would change its value. */
export function hasLiteralAcrossLines(lines: readonly string[]): boolean {
  let open: string | null = null;
  for (const line of lines) {
    open = afterLine(line, open);
    if (open !== null || HEREDOC.test(line)) return true;
    if (line.endsWith('\\') && hasOpenQuote(line)) return true;
  }
  return false;
}

/** The fence that is still open at the end of the line. */
function afterLine(line: string, before: string | null): string | null {
  let open = before;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '\\') {
      at += 1;
      continue;
    }
    const fence = FENCES.find((mark) => line.startsWith(mark, at));
    if (fence === undefined) continue;
    if (open === null) open = fence;
    else if (open === fence) open = null;
    at += fence.length - 1;
  }
  return open;
}

function hasOpenQuote(line: string): boolean {
  let open: string | null = null;
  for (let at = 0; at < line.length - 1; at += 1) {
    const one = line.charAt(at);
    if (one === '\\') at += 1;
    else if (one === '"' || one === "'") open = open === null ? one : open === one ? null : open;
  }
  return open !== null;
}
