import { DAMAGED_BLOCKS } from './damaged-blocks.ts';
import { INDENTS } from './indents.ts';
import { NAMES } from './names.ts';
import { RESPONSES } from './responses.ts';
import { SPELLINGS } from './spellings.ts';
import { STALE_TEXTS } from './stale-texts.ts';
import type { Variant } from './variant.ts';
import { WORLDS } from './worlds.ts';

/** The variants in groups, by what they bend. A new one is an entry in one of these lists. */
const GROUPS: readonly (readonly [name: string, variants: readonly Variant[]])[] = [
  ['how edits are written down', SPELLINGS],
  ['how files are named', NAMES],
  ['what the files are made of', WORLDS],
  ['indentation', INDENTS],
  ['old text against the file', STALE_TEXTS],
  ['edits that are damaged or unclear', DAMAGED_BLOCKS],
  ['what stands round the edits', RESPONSES],
];

const ALL = GROUPS.flatMap(([, variants]) => variants);

/** Every variant, the harmless ones first. */
export const VARIANTS: readonly Variant[] = [
  ...ALL.filter(({ kind }) => kind === 'harmless'),
  ...ALL.filter(({ kind }) => kind === 'dangerous'),
];

/** Names of the groups, in order. */
export const GROUP_NAMES: readonly string[] = GROUPS.map(([name]) => name);

const GROUP_OF = new Map(
  GROUPS.flatMap(([name, variants]) => variants.map((variant) => [variant.name, name] as const)),
);

/** The group of a variant, by the variant's name. */
export const groupOf = (variant: string): string => GROUP_OF.get(variant) ?? variant;
