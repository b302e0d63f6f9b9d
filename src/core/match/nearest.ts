import type { Excerpt, LineDifference } from '../model/rejection.ts';
import type { SourceText } from './source-text.ts';

/** The region of a file that looks most like text which does not stand in it. For messages only. */
export interface Nearest {
  readonly excerpt: Omit<Excerpt, 'path'>;
  readonly difference: LineDifference;
  readonly facts: Readonly<Record<string, number>>;
}

/** The closest region; null where nothing in the file resembles the old text. */
export function nearest(source: SourceText, old: readonly string[]): Nearest | null {
  void source;
  void old;
  return null;
}
