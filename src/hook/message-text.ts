/** Below it git shows the difference, in `commit --verbose`; it is no part of the message. */
const SCISSORS = /^. -{8,} >8 -{8,}$/;

/**
 * A commit message as git will keep it, from the file that a person edits: without what git put there for the eye. Only
 * the usual comment sign is known; a comment under another one stays, and says nothing that matters.
 */
export function messageText(file: string): string {
  const lines = file.replaceAll('\r\n', '\n').split('\n');
  const end = lines.findIndex((line) => SCISSORS.test(line));
  return lines
    .slice(0, end === -1 ? lines.length : end)
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .trim();
}
