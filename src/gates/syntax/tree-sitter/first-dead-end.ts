import type { Parser } from 'web-tree-sitter';

/** A place as the parser logs it: 0-based line, column in bytes of UTF-16. */
interface LoggedPlace {
  readonly row: number;
  readonly column: number;
}

const STEP = /^process version:\d+, version_count:\d+, state:\d+, row:(\d+), col:(\d+)/;

/**
 * Where a parser first could not go on, whichever way it tried: the end of the last token that fitted. A tree shows only
 * which parts were given up after that, and these often begin at the head of the file. The parser tells the place to
 * its log alone, which is slow, so this reads the text once more. Null: it came through, or not in `budgetMs`.
 */
export function firstDeadEnd(parser: Parser, text: string, budgetMs: number): LoggedPlace | null {
  const deadline = performance.now() + budgetMs;
  let place: LoggedPlace = { row: 0, column: 0 };
  let stuck: LoggedPlace | null = null;
  let isFinal = false;
  parser.setLogger((message, isLex) => {
    if (isFinal || isLex) return;
    const step = STEP.exec(message);
    if (step !== null) place = { row: Number(step[1]), column: Number(step[2]) };
    else if (message.startsWith('detect_error')) stuck = place;
    // All ways have failed: the best is taken up again, and repaired.
    else if (message.startsWith('resume') && stuck !== null) isFinal = true;
  });
  try {
    parser
      .parse(text, null, { progressCallback: () => isFinal || performance.now() > deadline })
      ?.delete();
  } finally {
    parser.setLogger(null);
    parser.reset();
  }
  return stuck;
}
