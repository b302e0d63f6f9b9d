import { parse } from 'jsonc-parser';
import type { Manifest } from '../../core/graph/resolve/project.ts';

/** A manifest as the resolvers take it. Never throws: what cannot be read says nothing. */
export function readManifest(path: string, text: string): Manifest {
  if (!path.endsWith('.json')) return { text, json: undefined };
  try {
    return { text, json: parse(text) };
  } catch {
    // Nested deeper than the parser's stack.
    return { text, json: undefined };
  }
}
