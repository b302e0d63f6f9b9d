import type { Dialect } from '../dialects/dialect.ts';
import type { Draft } from '../draft.ts';
import type { Random } from '../seeded-random.ts';

/** What a variant may use besides the draft. */
export interface Tools {
  readonly random: Random;
  readonly dialect: Dialect;
}

/**
 * One labelled flaw. Harmless: the edit stays unambiguous and must be applied right. Dangerous: it must be refused or
 * held, unless what is applied is the intended result byte for byte.
 */
export interface Variant {
  readonly name: string;
  readonly kind: 'harmless' | 'dangerous';
  /** The dialects in which the flaw can be made. */
  readonly fits: (dialect: Dialect) => boolean;
  /** Puts the flaw into an honest draft; null where it cannot be made in this one. */
  readonly make: (draft: Draft, tools: Tools) => Draft | null;
}

type Fits = Variant['fits'];

export const anywhere: Fits = () => true;
export const inBlocks: Fits = ({ family }) => family !== 'whole';
export const inSides: Fits = ({ family }) => family === 'sides';
export const inHunks: Fits = ({ family }) => family === 'hunks';
export const inDiffs: Fits = ({ format }) => format === 'diff' || format === 'mail';
export const inEnvelopes: Fits = ({ format }) => format === 'envelope';
export const inStrings: Fits = ({ family }) => family === 'strings';
export const inWholes: Fits = ({ family }) => family === 'whole';
/** Where a line above the block names the file. */
export const underCaptions: Fits = ({ name, format }) =>
  format === 'brackets' ||
  (format === 'conflict' && name !== 'conflict-path-in-fence') ||
  name === 'whole-file' ||
  name === 'tags-text-pairs';
/** Text that is not one JSON value from its first to its last character. */
export const inProse: Fits = ({ name }) =>
  !/^(?:calls-(?:claude|openai|gemini)|envelope-json)$/.test(name);

export const harmless = (name: string, fits: Fits, make: Variant['make']): Variant => ({
  name,
  kind: 'harmless',
  fits,
  make,
});

export const dangerous = (name: string, fits: Fits, make: Variant['make']): Variant => ({
  name,
  kind: 'dangerous',
  fits,
  make,
});
