import type { HunkLine } from '../../../src/core/model/edit.ts';
import { blockOf, blocksIn, fileOf, type BlockAt, type Draft } from '../draft.ts';
import { newLines, oldLines, type Block } from '../write-blocks.ts';
import { placeOf, withLine, withScript } from './changes.ts';
import { dangerous, harmless, inBlocks, type Variant } from './variant.ts';

/** Indentation that is not the file's. */

const indentOf = (line: string): string => line.slice(0, line.length - line.trimStart().length);
const isSolid = ({ text }: HunkLine): boolean => text.trim() !== '';

/** A literal that may go on over lines is never shifted: its value would change. */
const mayHoldLiteral = (text: string): boolean => /`|"""|'''|<<[-~<"'A-Za-z_]|\\$/.test(text);

const isEven = (script: readonly HunkLine[]): boolean => {
  const indents = script.filter(isSolid).map(({ text }) => indentOf(text));
  return (
    indents.every((indent) => /^ *$/.test(indent)) ||
    indents.every((indent) => /^\t*$/.test(indent))
  );
};

const solidOld = ({ script }: Block): number =>
  script.filter((line) => line.tag !== 'add' && isSolid(line)).length;

const trimmed = (lines: readonly string[]): string => lines.map((line) => line.trim()).join('\n');

/** What sets nothing but the indentation anew says by its own depth alone which one it means. */
const setsOnlyIndentation = (block: Block): boolean =>
  !block.script.some((line) => line.tag === 'keep' && isSolid(line)) &&
  trimmed(oldLines(block)) === trimmed(newLines(block));

/** Blocks whose lines may all be shifted alike. A string of one line would match inside its line, unshifted. */
function movable(
  draft: Draft,
  isString: boolean,
  random: Parameters<typeof blocksIn>[1],
): BlockAt | undefined {
  const [at] = blocksIn(
    draft,
    random,
    (block) =>
      isEven(block.script) &&
      solidOld(block) >= (isString ? 2 : 1) &&
      !setsOnlyIndentation(block) &&
      !block.script.some(({ text }) => mayHoldLiteral(text)),
  );
  return at;
}

const shiftAll = (
  script: readonly HunkLine[],
  change: (line: string) => string,
): readonly HunkLine[] =>
  script.map((line) => (isSolid(line) ? { ...line, text: change(line.text) } : line));

const commonIndent = (script: readonly HunkLine[]): number =>
  Math.min(...script.filter(isSolid).map(({ text }) => indentOf(text).length));

const unitOf = (script: readonly HunkLine[]): number | null => {
  const depths = script.filter(isSolid).map(({ text }) => indentOf(text).length);
  const isMultiple = (unit: number): boolean => depths.every((depth) => depth % unit === 0);
  if (Math.max(...depths) === 0) return null;
  return [4, 2].find(isMultiple) ?? null;
};

function inTabs(draft: Draft, at: BlockAt): Draft | null {
  const { script } = blockOf(draft, at);
  const unit = unitOf(script);
  const isIndented = script.some(
    (line) => line.tag !== 'add' && isSolid(line) && indentOf(line.text) !== '',
  );
  if (!isIndented) return null;
  const first = script.find(isSolid)?.text ?? '';
  if (script.some(({ text }) => text.startsWith('\t'))) {
    return withScript(draft, at, (lines) =>
      shiftAll(lines, (line) => ' '.repeat(4 * indentOf(line).length) + line.trimStart()),
    );
  }
  if (unit === null || first === '') return null;
  return withScript(draft, at, (lines) =>
    shiftAll(lines, (line) => '\t'.repeat(indentOf(line).length / unit) + line.trimStart()),
  );
}

export const INDENTS: readonly Variant[] = [
  harmless('shifted-indentation', inBlocks, (draft, { random, dialect }) => {
    const at = movable(draft, dialect.family === 'strings', random);
    if (at === undefined) return null;
    const { script } = blockOf(draft, at);
    const common = commonIndent(script);
    const hasTabs = script.some(({ text }) => text.startsWith('\t'));
    const unit = hasTabs ? '\t' : random.pick(['  ', '    ']);
    const isDedent = common > 0 && random.chance(0.6);
    const changed = withScript(draft, at, (lines) =>
      shiftAll(lines, (line) => (isDedent ? line.slice(common) : unit + line)),
    );
    return standsNowhereAsIs(changed, at) ? changed : null;
  }),
  harmless(
    'first-line-unindented',
    ({ family }) => family === 'sides' || family === 'strings',
    (draft, { random }) => {
      const [at] = blocksIn(
        draft,
        random,
        (block) =>
          block.script[0]?.tag === 'keep' &&
          /^\s+\S/.test(block.script[0].text) &&
          solidOld(block) >= 2 &&
          !block.script.some(({ text }) => mayHoldLiteral(text)),
      );
      return at === undefined
        ? null
        : withScript(draft, at, (script) => withLine(script, 0, (line) => line.trimStart()));
    },
  ),
  harmless('tabs-for-blanks', inBlocks, (draft, { random, dialect }) => {
    const at = movable(draft, dialect.family === 'strings', random);
    return at === undefined ? null : inTabs(draft, at);
  }),
  dangerous('changed-nesting', inBlocks, (draft, { random }) => {
    for (const at of blocksIn(draft, random, (block) => solidOld(block) >= 2)) {
      const { script } = blockOf(draft, at);
      const solid = script.flatMap((line, index) =>
        line.tag !== 'add' && isSolid(line) ? [index] : [],
      );
      const index = random.pick(solid.slice(1));
      const text = script[index]?.text ?? '';
      const unit = text.startsWith('\t') ? '\t' : '  ';
      const isIn = indentOf(text) === '' || random.chance(0.5);
      const changed = withScript(draft, at, (lines) =>
        withLine(lines, index, (line) => (isIn ? unit + line : line.slice(1))),
      );
      if (standsNowhereAsIs(changed, at)) return { ...changed, place: placeOf(draft, at) };
    }
    return null;
  }),
];

/** The block as it is spelt now does not stand in the file as characters. */
function standsNowhereAsIs(draft: Draft, at: BlockAt): boolean {
  const text = oldLines(blockOf(draft, at)).join('\n');
  return !fileOf(draft, at).old.join('\n').includes(text);
}
