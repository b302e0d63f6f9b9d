/** A language whose imports are known. What a specifier looks like is between its reader and its resolver. */
export type GraphLanguage = 'javascript' | 'python' | 'go' | 'rust' | 'jvm' | 'c' | 'ruby';

/**
 * Reads what a text imports, as its language spells it. A reader goes through the text once, never throws, and rather
 * names too much than too little: what resolves to no file of the tree is dropped.
 */
export interface ImportReader {
  readonly language: GraphLanguage;
  /** Lower case, without the dot. */
  readonly extensions: readonly string[];
  readonly read: (text: string) => readonly string[];
}

/** A longer line holds no import that a person wrote. */
const MAX_LINE = 1000;

/** The lines of a text that are short enough to look at, without their line ends. */
export function* shortLines(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const feed = text.indexOf('\n', at);
    const end = feed === -1 ? text.length : feed;
    if (end - at <= MAX_LINE) {
      const line = text.slice(at, end);
      yield line.endsWith('\r') ? line.slice(0, -1) : line;
    }
    at = end + 1;
  }
}
