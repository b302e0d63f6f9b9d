const TRAILER = /^[A-Za-z0-9][A-Za-z0-9-]*:[ \t]/;
const CONTINUED = /^[ \t]+\S/;

/**
 * A commit message with trailers at its end, in the paragraph of those that it has already: git and others read none but
 * the last one's. What it says already is not said twice.
 */
export function withTrailers(message: string, trailers: readonly string[]): string {
  const text = message.trimEnd();
  const said = new Set(text.split('\n').map((line) => line.trim().toLowerCase()));
  const missing = trailers.filter((trailer) => !said.has(trailer.toLowerCase()));
  if (missing.length === 0) return text;
  return `${text}${endsInTrailers(text) ? '\n' : '\n\n'}${missing.join('\n')}`;
}

/** Whether the last paragraph is trailers alone; the first one is the subject, whatever it looks like. */
function endsInTrailers(text: string): boolean {
  const paragraphs = text.trimStart().split(/\n[ \t]*\n/);
  if (paragraphs.length < 2) return false;
  const lines = (paragraphs.at(-1) ?? '').split('\n').filter((line) => line.trim() !== '');
  return lines.every((line, at) => TRAILER.test(line) || (at > 0 && CONTINUED.test(line)));
}
