import { CALLS, TAGS } from './calls.ts';
import type { Dialect } from './dialect.ts';
import { DIFFS } from './diffs.ts';
import { PATCHES } from './patches.ts';
import { SEARCH_BLOCKS } from './search-blocks.ts';
import { WHOLE_FILES } from './whole-files.ts';

/** Every way to write a change down. A new one is an entry in one of these lists. */
export const DIALECTS: readonly Dialect[] = [
  ...SEARCH_BLOCKS,
  ...PATCHES,
  ...DIFFS,
  ...WHOLE_FILES,
  ...CALLS,
  ...TAGS,
];
