import type { HunkLine } from '../../../src/core/model/edit.ts';
import {
  blockOf,
  fileOf,
  withBlock,
  type BlockAt,
  type Draft,
  type TruePlace,
  type WrittenFile,
} from '../draft.ts';
import type { Random } from '../seeded-random.ts';
import { countText, countTrimmed, oldLines, type Block } from '../write-blocks.ts';

/** Changes to drafts that several variants are made of. */

export const withEverySpelling = (draft: Draft, spell: (path: string) => string): Draft => ({
  ...draft,
  written: draft.written.map((file) => ({ ...file, spelt: spell(file.spelt) })),
});

/** The draft with the script of one block changed. */
export const withScript = (
  draft: Draft,
  at: BlockAt,
  change: (script: readonly HunkLine[]) => readonly HunkLine[],
): Draft => withBlock(draft, at, (block) => ({ ...block, script: change(block.script) }));

/** The script with the text of one line changed. */
export const withLine = (
  script: readonly HunkLine[],
  index: number,
  change: (text: string) => string,
): readonly HunkLine[] =>
  script.map((line, at) => (at === index ? { ...line, text: change(line.text) } : line));

/** Whether a block's old text stands nowhere in the file: not as lines, not as characters. */
export const standsNowhere = (block: Block, file: readonly string[]): boolean => {
  const old = oldLines(block);
  return countTrimmed(file, old) === 0 && countText(file.join('\n'), old.join('\n')) === 0;
};

/** Where a block stands in the file before, 1-based. */
export const placeOf = (draft: Draft, at: BlockAt): TruePlace => {
  const { at: line, script } = blockOf(draft, at);
  const path = draft.world[at.file]?.path ?? '';
  return { path, first: line + 1, last: line + Math.max(1, oldLines({ script }).length) };
};

const TOKEN = /[A-Za-z_$][\w$]{3,}/g;

/** The words of a line, with their offsets. */
export const tokensOf = (line: string): readonly RegExpExecArray[] => [...line.matchAll(TOKEN)];

/** Another word in place of one: one of the file's own, or a new one like it. */
export function otherToken(token: string, file: readonly string[], random: Random): string {
  const invented = random.pick([`${token}Value`, `${token}s`, `new${token}`, token.slice(0, -1)]);
  if (random.chance(0.5)) return invented;
  const lines = file.filter((line) => tokensOf(line).length > 0);
  if (lines.length === 0) return invented;
  const words = tokensOf(random.pick(lines)).map(([word]) => word);
  const word = random.pick(words);
  return word === token ? invented : word;
}

/**
 * One word of a block's old text replaced, so that the old text stands nowhere; null where none can be. `pick` chooses
 * the piece and gives what takes its place.
 */
export function withOldText(
  draft: Draft,
  places: readonly BlockAt[],
  change: (line: string, file: WrittenFile) => string | null,
): Draft | null {
  for (const at of places) {
    const file = fileOf(draft, at);
    const { script } = blockOf(draft, at);
    const order = script.map((_, index) => index).filter((index) => script[index]?.tag !== 'add');
    for (const index of order) {
      const text = script[index]?.text ?? '';
      const other = change(text, file);
      if (other === null || other === text) continue;
      const changed = withScript(draft, at, (lines) => withLine(lines, index, () => other));
      if (!standsNowhere(blockOf(changed, at), file.old)) continue;
      return { ...changed, place: placeOf(draft, at) };
    }
  }
  return null;
}

/** The same block with as little context as makes its old text stand several times; null where none does. */
export function shortened(
  block: Block,
  file: readonly string[],
  contexts: readonly number[],
): Block | null {
  const { script } = block;
  const changed = script.flatMap(({ tag }, index) => (tag === 'keep' ? [] : [index]));
  const first = changed[0];
  const last = changed.at(-1);
  if (first === undefined || last === undefined) return null;
  for (const ahead of contexts) {
    for (const behind of contexts) {
      const start = Math.max(0, first - ahead);
      const part = { script: script.slice(start, last + 1 + behind) };
      const old = oldLines(part);
      const skipped = script.slice(0, start).length;
      if (old.length === 0 || old.join('').trim() === '') continue;
      if (countExact(file, old) < 2) continue;
      return { at: block.at + skipped, afterAt: block.afterAt + skipped, ...part };
    }
  }
  return null;
}

/** How often lines stand in a file, exactly. */
function countExact(file: readonly string[], part: readonly string[]): number {
  return countText(`\n${file.join('\n')}\n`, `\n${part.join('\n')}\n`);
}
