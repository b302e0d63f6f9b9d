/** A text cut into lines at LF, CRLF and CR. Lines are 0-based; offsets count UTF-16 units. */
export class TextLines {
  readonly text: string;
  /** Without their ends. A text that ends in a line break has an empty last line. */
  readonly lines: readonly string[];
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.text = text;
    const starts = [0];
    const lines: string[] = [];
    for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) {
      lines.push(text.slice(starts.at(-1), index));
      starts.push(index + end.length);
    }
    lines.push(text.slice(starts.at(-1)));
    this.lines = lines;
    this.#starts = starts;
  }

  /** The line that holds an offset; one past the text is in the last line. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  startOf(line: number): number {
    return this.#starts[line] ?? this.text.length;
  }
}
