import type { FileMode } from '../../src/core/model/edit.ts';
import type { Scene, SceneFile } from './scene.ts';
import type { Random } from './seeded-random.ts';
import { writeBlocks, type Block } from './write-blocks.ts';

/** How a dialect writes things down, where it has a choice. A variant changes one of these, or the text after. */
export interface Style {
  /** The line that names the file over a block. */
  readonly caption: (path: string) => string;
  /** Characters of a conflict marker. */
  readonly markers: number;
  readonly numbers: 'right' | 'dots' | 'bare' | 'placeholder';
  /** Lines by which the numbers of a hunk are wrong. */
  readonly numberShift: number;
  /** Lines by which the counts of a hunk are wrong. */
  readonly countShift: number;
  /** Line numbers in front of lines: on the old side, on both, or not at all. */
  readonly gutter: 'none' | 'old' | 'both';
  readonly isWrapped: boolean;
  /** Blank context lines lost their leading blank. */
  readonly isBlankBare: boolean;
  /** Strings of tool calls end with a line feed. */
  readonly isStringClosed: boolean;
  /** Changes the arguments of each call that replaces text. */
  readonly callArguments?: (args: Record<string, unknown>) => Record<string, unknown>;
  /** Changes each string of a call. */
  readonly callString?: (text: string) => string;
  /** What an apply-patch chunk begins with instead of `@@`. */
  readonly chunkHead?: (block: Block, before: readonly string[]) => readonly string[];
  /** Lines put under each chunk of an apply-patch envelope. */
  readonly chunkTail?: readonly string[];
  /** An apply-patch section moves the file to this path. */
  readonly moveTo?: string;
  /** Folder prefixes of a diff's two sides. */
  readonly sidePrefixes: readonly [old: string, fresh: string];
  readonly timestamps: boolean;
  /** Every block has its caption, not only the first one of a file. */
  readonly isCaptionRepeated: boolean;
  /** Blanks in front of every line of the body, as in a list. */
  readonly bodyIndent: string;
}

/** What the response says about one file. `spelt` is how it names it. */
export interface WrittenFile {
  readonly spelt: string;
  readonly mode: FileMode;
  readonly kind: 'edit' | 'create' | 'delete';
  readonly blocks: readonly Block[];
  /** The whole content before and after, as lines. */
  readonly old: readonly string[];
  readonly now: readonly string[];
  readonly isOldClosed: boolean;
  readonly isNowClosed: boolean;
}

/** A place of a file, 1-based lines. */
export interface TruePlace {
  readonly path: string;
  readonly first: number;
  readonly last: number;
}

/** A response before it is text: the files that stand, those that ought to, and what is written down. */
export interface Draft {
  readonly scene: Scene;
  readonly world: readonly SceneFile[];
  readonly written: readonly WrittenFile[];
  readonly style: Style;
  /** `nothing`: whatever is applied is wrong, since the world has moved on or the response contradicts itself. */
  readonly intent: 'after' | 'nothing';
  /** Head of the response. */
  readonly head?: string;
  /** Text in place of the body: what stands round it, or a second one. Null: the flaw cannot be made in it. */
  readonly surround?: (body: string) => string | null;
  /** Last change to the text; null: the flaw cannot be made in it. */
  readonly finish?: (text: string) => string | null;
  /** Last change to the bytes. */
  readonly encode?: (text: string) => Uint8Array;
  /** Where the edit that is refused belongs. */
  readonly place?: TruePlace;
  /** Paths of the world that git ignores, and those whose read is fresh. */
  readonly ignored?: readonly string[];
  readonly freshReads?: readonly string[];
}

const CAPTIONS: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => `\`${path}\``,
  (path) => `File: ${path}`,
];

/** A style without a flaw. */
const plainStyle = (random: Random): Style => ({
  caption: random.pick(CAPTIONS),
  markers: 7,
  numbers: 'right',
  numberShift: 0,
  countShift: 0,
  gutter: 'none',
  isWrapped: false,
  isBlankBare: false,
  isStringClosed: random.chance(0.5),
  sidePrefixes: ['a/', 'b/'],
  timestamps: false,
  isCaptionRepeated: random.chance(0.5),
  bodyIndent: '',
});

/** What an honest author writes about a file; null where its places cannot be told apart. */
function writtenFile(file: SceneFile, context: number): WrittenFile | null {
  const { path, mode, before, after } = file;
  const common = {
    spelt: path,
    mode,
    old: before?.lines ?? [],
    now: after?.lines ?? [],
    isOldClosed: before?.isClosed ?? true,
    isNowClosed: after?.isClosed ?? true,
  };
  if (before === null) return { ...common, kind: 'create', blocks: [] };
  if (after === null) return { ...common, kind: 'delete', blocks: [] };
  if (before.isClosed !== after.isClosed) return null;
  const blocks = writeBlocks(before.lines, after.lines, context);
  return blocks === null ? null : { ...common, kind: 'edit', blocks };
}

/** The change of a scene as an author without a flaw would write it; null where it cannot be written. */
export function honestDraft(scene: Scene, random: Random, context: number): Draft | null {
  const written = scene.files.map((file) => writtenFile(file, context));
  if (written.includes(null)) return null;
  return {
    scene,
    world: scene.files,
    written: written.filter((file) => file !== null),
    style: plainStyle(random),
    intent: 'after',
  };
}

/** The draft with one block changed; the others stay. */
export const withBlock = (draft: Draft, at: BlockAt, change: (block: Block) => Block): Draft => ({
  ...draft,
  written: draft.written.map((file, index) =>
    index === at.file
      ? { ...file, blocks: file.blocks.map((each, b) => (b === at.block ? change(each) : each)) }
      : file,
  ),
});

/** Which block of which written file. */
export interface BlockAt {
  readonly file: number;
  readonly block: number;
}

/** Every block of the draft that passes, in random order. */
export function blocksIn(
  draft: Draft,
  random: Random,
  passes: (block: Block, file: WrittenFile) => boolean = () => true,
): readonly BlockAt[] {
  const found = draft.written.flatMap((file, index) =>
    file.blocks.flatMap((block, b) => (passes(block, file) ? [{ file: index, block: b }] : [])),
  );
  return random.shuffled(found);
}

export const blockOf = (draft: Draft, at: BlockAt): Block => {
  const block = draft.written[at.file]?.blocks[at.block];
  if (block === undefined) throw new RangeError('no such block');
  return block;
};

export const fileOf = (draft: Draft, at: { readonly file: number }): WrittenFile => {
  const file = draft.written[at.file];
  if (file === undefined) throw new RangeError('no such file');
  return file;
};

/** The draft with one written file changed. */
export const withFile = (
  draft: Draft,
  at: number,
  change: (file: WrittenFile) => WrittenFile,
): Draft => ({
  ...draft,
  written: draft.written.map((file, index) => (index === at ? change(file) : file)),
});

/** The draft with one file of the world changed. */
export const withWorld = (
  draft: Draft,
  path: string,
  change: (file: SceneFile) => SceneFile,
): Draft => ({
  ...draft,
  world: draft.world.map((file) => (file.path === path ? change(file) : file)),
});
