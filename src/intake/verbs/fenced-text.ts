import { plainText } from '../../core/model/explain/plain-text.ts';

/** A text between fences that are longer than any in it, with nothing in it that could act on a terminal. */
export function fencedText(text: string): string {
  const lines = text.replace(/\n$/, '').split('\n').map(plainText);
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return [fence, ...lines, fence].join('\n');
}
