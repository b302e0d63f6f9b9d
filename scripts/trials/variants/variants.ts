import { DAMAGED_BLOCKS } from './damaged-blocks.ts';
import { INDENTS } from './indents.ts';
import { NAMES } from './names.ts';
import { RESPONSES } from './responses.ts';
import { SPELLINGS } from './spellings.ts';
import { STALE_TEXTS } from './stale-texts.ts';
import type { Variant } from './variant.ts';
import { WORLDS } from './worlds.ts';

const ALL: readonly Variant[] = [
  ...SPELLINGS,
  ...NAMES,
  ...WORLDS,
  ...INDENTS,
  ...STALE_TEXTS,
  ...DAMAGED_BLOCKS,
  ...RESPONSES,
];

/** Every variant, the harmless ones first. A new one is an entry in one of these lists. */
export const VARIANTS: readonly Variant[] = [
  ...ALL.filter(({ kind }) => kind === 'harmless'),
  ...ALL.filter(({ kind }) => kind === 'dangerous'),
];
