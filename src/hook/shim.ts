import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { HookName } from './hook-names.ts';

/** Second line of every hook of ours, wherever it lies and whatever it is called there. */
const MARK = /^#![^\n]*\n# sallyport hook: /;
const COMMON = /^\. "\$\{0%\/\*\}\/common\.sh"$/m;

/** The shims as they are published, beside `bin`. */
const shipped = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../hooks/${name}`, import.meta.url)), 'utf8');

/**
 * A hook as it is installed: one file that stands alone. `forward` only runs the hook of its own name in the folder that
 * `core.hooksPath` named before.
 */
export const shimText = (name: HookName | 'forward'): string =>
  shipped(name).replace(COMMON, () => shipped('common.sh').trimEnd());

/** Whether a hook's text is one of ours, of this version or another. */
export const isOurShim = (text: string): boolean => MARK.test(text);
