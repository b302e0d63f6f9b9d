/** One sound text of a language, one way to break it, and one change that leaves it as sound as it was. */
export interface SyntaxSample {
  /** As the checker names it. */
  readonly language: string;
  readonly path: string;
  readonly text: string;
  /** What is replaced by what; the first stands once in the text. The break is on its line. */
  readonly broken: readonly [from: string, to: string];
  /** The same, sound, on a line that is not next to the break. */
  readonly edit: readonly [from: string, to: string];
}
