import type { Corrector } from './correction.ts';
import { entities } from './entities.ts';
import { escapes } from './escapes.ts';
import { indents } from './indents.ts';
import { markers } from './markers.ts';
import { wrongFile } from './wrong-file.ts';

/** Every kind of mechanical correction that is tried. */
export const CORRECTORS: readonly Corrector[] = [wrongFile, markers, indents, escapes, entities];
