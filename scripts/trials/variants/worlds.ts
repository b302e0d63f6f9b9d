import type { HunkLine } from '../../../src/core/model/edit.ts';
import {
  blockOf,
  blocksIn,
  fileOf,
  withFile,
  withWorld,
  type BlockAt,
  type Draft,
} from '../draft.ts';
import type { SceneFile } from '../scene.ts';
import type { Random } from '../seeded-random.ts';
import type { TextFile } from '../text-file.ts';
import { countTrimmed, oldLines, type Block } from '../write-blocks.ts';
import { withLine, withScript } from './changes.ts';
import { anywhere, harmless, inBlocks, inSides, type Variant } from './variant.ts';

/** Harmless flaws that lie between the response and the bytes of the file. */

/** Every side of every file of the world, changed. */
const inEveryFile = (draft: Draft, change: (file: TextFile) => TextFile): Draft => ({
  ...draft,
  world: draft.world.map(({ before, after, ...file }) => ({
    ...file,
    before: before && change(before),
    // A file that is made has no style of its own yet.
    after: after && (before === null ? after : change(after)),
  })),
});

const mapLine = (
  file: TextFile | null,
  at: number,
  change: (line: string) => string,
): TextFile | null =>
  file && { ...file, lines: file.lines.map((line, index) => (index === at ? change(line) : line)) };

/** The line of the world that a line of a block stands for, changed on the sides that it stands on. */
function withWorldLine(
  draft: Draft,
  at: BlockAt,
  index: number,
  change: (line: string) => string,
): Draft {
  const block = blockOf(draft, at);
  const ahead = block.script.slice(0, index);
  const tag = block.script[index]?.tag ?? 'keep';
  const before = block.at + ahead.filter((line) => line.tag !== 'add').length;
  const after = block.afterAt + ahead.filter((line) => line.tag !== 'remove').length;
  const path = draft.world[at.file]?.path ?? '';
  return withWorld(draft, path, (file: SceneFile) => ({
    ...file,
    before: tag === 'add' ? file.before : mapLine(file.before, before, change),
    after: tag === 'remove' ? file.after : mapLine(file.after, after, change),
  }));
}

/** A random line of a block that passes, by its index in the script; undefined where none does. */
function lineIn(
  { script }: Block,
  random: Random,
  passes: (line: HunkLine) => boolean,
): number | undefined {
  return random.shuffled(script.map((_, index) => index)).find((index) => {
    const line = script[index];
    return line !== undefined && passes(line);
  });
}

interface Found {
  readonly at: BlockAt;
  readonly index: number;
}

/** A random line of any block that passes. */
function anyLine(draft: Draft, random: Random, passes: (line: HunkLine) => boolean): Found | null {
  for (const at of blocksIn(draft, random)) {
    const index = lineIn(blockOf(draft, at), random, passes);
    if (index !== undefined) return { at, index };
  }
  return null;
}

const ALIKE: readonly (readonly [plain: string, alike: string])[] = [
  ["'", '\u2019'],
  ['"', '\u201C'],
  ['-', '\u2013'],
  [' ', '\u00A0'],
];

function lookAlike(draft: Draft, random: Random): Draft | null {
  const [plain, alike] = random.pick(ALIKE);
  const found = anyLine(
    draft,
    random,
    ({ tag, text }) => tag === 'keep' && text.trim().includes(plain),
  );
  if (found === null) return null;
  const change = (line: string): string => {
    const from = line.length - line.trimStart().length;
    const at = line.indexOf(plain, from);
    return line.slice(0, at) + alike + line.slice(at + 1);
  };
  return withWorldLine(draft, found.at, found.index, change);
}

/** A kept line that reads otherwise in the file and in the response, where the block still stands once. */
function withKeptLine(
  draft: Draft,
  random: Random,
  change: { readonly inFile: (line: string) => string; readonly written: (line: string) => string },
): Draft | null {
  const found = anyLine(draft, random, ({ tag, text }) => tag === 'keep' && text.trim() !== '');
  if (found === null) return null;
  const file = fileOf(draft, found.at);
  const changed = withScript(draft, found.at, (script) =>
    withLine(script, found.index, change.written),
  );
  const others = oldLines(blockOf(changed, found.at)).filter(
    (_, at, all) => all.length > 1 || at > 0,
  );
  const block = blockOf(draft, found.at);
  const rest = block.script.filter((line, at) => at !== found.index && line.tag !== 'add');
  const isTold = rest.some(
    ({ text }) => text.trim().length >= 10 && countTrimmed(file.old, [text]) === 1,
  );
  return isTold && others.length > 0
    ? withWorldLine(changed, found.at, found.index, change.inFile)
    : null;
}

const COMMENTS: readonly (readonly [pattern: RegExp, wrap: (text: string) => string])[] = [
  [/\.(?:html?|md|vue|xml|svg)$/, (text) => `<!-- ${text} -->`],
  [/\.(?:css|less)$/, (text) => `/* ${text} */`],
  [/\.(?:py|sh|ya?ml|rb|toml|gyp|gypi|r|pl)$/, (text) => `# ${text}`],
  [/\.(?:lua|sql|hs)$/, (text) => `-- ${text}`],
];

/** A comment in the language of a path. */
export const commentIn = (path: string, text: string): string =>
  (COMMENTS.find(([pattern]) => pattern.test(path))?.[1] ?? ((words: string) => `// ${words}`))(
    text,
  );

/** An added line that ends with more text, in the response and in the result. */
function withAddedText(draft: Draft, random: Random, more: string): Draft | null {
  const found = anyLine(draft, random, ({ tag, text }) => tag === 'add' && text.trim() !== '');
  if (found === null) return null;
  const change = (line: string): string => line + more;
  const world = withWorldLine(draft, found.at, found.index, change);
  const written = withScript(world, found.at, (script) => withLine(script, found.index, change));
  const { path } = draft.world[found.at.file] ?? { path: '' };
  const now = world.world.find((file) => file.path === path)?.after?.lines;
  return withFile(written, found.at.file, (file) => ({ ...file, now: now ?? file.now }));
}

/** Lines far from every block that end otherwise than the rest of the file. */
function mixedEndings(draft: Draft, random: Random): Draft | null {
  const [at] = blocksIn(draft, random);
  if (at === undefined) return null;
  const file = fileOf(draft, at);
  const last = file.blocks.at(-1);
  if (last === undefined) return null;
  const end = last.at + oldLines(last).length + 2;
  if (end + 3 >= file.old.length) return null;
  const line = end + random.below(file.old.length - end - 2);
  const fromEnd = file.old.length - line;
  const odd = (text: TextFile | null): TextFile | null =>
    text && { ...text, oddLine: text.lines.length - fromEnd };
  const { path } = draft.world[at.file] ?? { path: '' };
  return withWorld(draft, path, (each) => ({
    ...each,
    before: odd(each.before),
    after: odd(each.after),
  }));
}

/**
 * Whether it is certain which line of the file a line of a block is: it stands once on each side of it. A string that ends
 * with the line says nothing about blanks after it.
 */
function isTelling(draft: Draft, { at, index }: Found, isString: boolean): boolean {
  const { script } = blockOf(draft, at);
  const text = script[index]?.text.trim();
  const same = (dropped: string): number =>
    script.filter((line) => line.tag !== dropped && line.text.trim() === text).length;
  const isLast = index === script.findLastIndex(({ tag }) => tag !== 'add');
  return same('add') <= 1 && same('remove') <= 1 && !(isString && isLast);
}

const isOrdered = ({ blocks }: { readonly blocks: readonly Block[] }): boolean =>
  blocks.every((block, at) => block.at >= (blocks[at - 1]?.at ?? 0));

export const WORLDS: readonly Variant[] = [
  harmless('file-with-crlf', anywhere, (draft) =>
    inEveryFile(draft, (file) => ({ ...file, ending: '\r\n' })),
  ),
  harmless('file-with-mark', anywhere, (draft) =>
    inEveryFile(draft, (file) => ({ ...file, hasMark: true })),
  ),
  harmless('file-without-final-newline', anywhere, (draft) => ({
    ...inEveryFile(draft, (file) => ({ ...file, isClosed: false })),
    written: draft.written.map((file) => ({
      ...file,
      isOldClosed: false,
      isNowClosed: file.kind === 'create' ? file.isNowClosed : false,
    })),
  })),
  harmless('file-with-mixed-endings', inBlocks, (draft, { random }) =>
    draft.written.every(isOrdered) ? mixedEndings(draft, random) : null,
  ),
  harmless('trailing-blanks-in-file', inBlocks, (draft, { random, dialect }) => {
    const found = anyLine(
      draft,
      random,
      ({ tag, text }) => tag !== 'add' && text === text.trimEnd() && text !== '',
    );
    if (found === null || !isTelling(draft, found, dialect.family === 'strings')) return null;
    const blanks = random.pick(['  ', ' ', '\t']);
    return withWorldLine(draft, found.at, found.index, (line) => line + blanks);
  }),
  harmless('typographic-context', inBlocks, (draft, { random }) => lookAlike(draft, random)),
  harmless('composed-otherwise', inBlocks, (draft, { random }) => {
    const more = ' caf\u00E9';
    return withKeptLine(draft, random, {
      inFile: (line) => (line + more).normalize('NFD'),
      written: (line) => line + more,
    });
  }),
  harmless('kept-placeholder', inBlocks, (draft, { random }) => {
    const change = (line: string): string =>
      line.slice(0, line.length - line.trimStart().length) +
      commentIn(draft.written[0]?.spelt ?? '', '... existing code ...');
    return withKeptLine(draft, random, { inFile: change, written: change });
  }),
  harmless('dollar-patterns', anywhere, (draft, { random, dialect }) =>
    dialect.family === 'whole' && draft.written.every(({ kind }) => kind !== 'edit')
      ? null
      : withAddedText(
          draft,
          random,
          random.pick([' $& $1 $$', " $' $` $<name>", ' \\1 \\g<0> %s']),
        ),
  ),
  harmless('underline-in-replace', inSides, (draft, { random }) => {
    const found = anyLine(draft, random, ({ tag, text }) => tag === 'add' && text.trim() !== '');
    if (found === null) return null;
    const line = '='.repeat(random.pick([4, 5, 6, 9, 12]));
    const world = withWorldLine(draft, found.at, found.index, () => line);
    return withScript(world, found.at, (script) => withLine(script, found.index, () => line));
  }),
];
