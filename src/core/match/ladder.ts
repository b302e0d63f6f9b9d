import { exact } from './exact.ts';
import { indentation } from './indentation.ts';
import { lineEndings } from './line-endings.ts';
import { lookAlikes } from './look-alikes.ts';
import type { Rung } from './rung.ts';
import { trailingBlanks } from './trailing-blanks.ts';

/** The rungs, strict first. A rung decides only where no stricter one matched anywhere. */
export const LADDER: readonly Rung[] = [
  exact,
  lineEndings,
  trailingBlanks,
  indentation,
  lookAlikes,
];
