import { DOCUMENT_SAMPLES } from './documents.ts';
import { FUNCTIONAL_SAMPLES } from './functional.ts';
import { MANAGED_SAMPLES } from './managed.ts';
import { PAGE_SAMPLES } from './pages.ts';
import type { SyntaxSample } from './sample.ts';
import { SCRIPTING_SAMPLES } from './scripting.ts';
import { SYSTEMS_SAMPLES } from './systems.ts';

/** One for each language of the registry: what its table test and the accuracy figures are made from. */
export const SYNTAX_SAMPLES: readonly SyntaxSample[] = [
  ...SYSTEMS_SAMPLES,
  ...MANAGED_SAMPLES,
  ...SCRIPTING_SAMPLES,
  ...FUNCTIONAL_SAMPLES,
  ...DOCUMENT_SAMPLES,
  ...PAGE_SAMPLES,
];
