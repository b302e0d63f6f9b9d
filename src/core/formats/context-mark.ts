import type { ReadToken } from '../model/read-token.ts';

/**
 * Lines that files given to a model begin and end with, so that they are known for what they are where somebody pastes
 * them back, and never read as edits. The token, which no file can know before, keeps a file from ending them early.
 */
export const contextBegin = (token: ReadToken): string => `<!-- sallyport context ${token} -->`;
export const contextEnd = (token: string): string => `<!-- end of sallyport context ${token} -->`;

const BEGIN = /^<!-- sallyport context (r-[0-9a-z]{8}) -->$/;

/** The line that ends what this line begins; null where it begins nothing. */
export function endOfContext(line: string): string | null {
  const token = BEGIN.exec(line)?.[1];
  return token === undefined ? null : contextEnd(token);
}
