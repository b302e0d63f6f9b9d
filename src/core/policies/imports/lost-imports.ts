import { importReader } from '../../graph/import-readers/registry.ts';
import type { GraphLanguage } from '../../graph/import-readers/import-reader.ts';
import { sourceView } from '../../source/source-view.ts';
import { sourceLanguage } from '../../source/source-language.ts';
import { cImports } from './c-imports.ts';
import { clauseImports } from './clause-imports.ts';
import { goImports } from './go-imports.ts';
import type { ImportCode, ImportNames } from './import-names.ts';
import { piecesOf } from './pieces.ts';
import { rubyImports } from './ruby-imports.ts';
import { jvmImports, rustImports } from './tree-imports.ts';

/** One for each language whose imports are read. `like`: a path of the plain form, for files that mix it with another. */
const LANGUAGES: Readonly<Record<GraphLanguage, ImportNames & { readonly like: string }>> = {
  javascript: { ...clauseImports, like: 'a.ts' },
  python: { ...clauseImports, like: 'a.py' },
  go: { ...goImports, like: 'a.go' },
  rust: { ...rustImports, like: 'a.rs' },
  jvm: { ...jvmImports, like: 'a.java' },
  c: { ...cImports, like: 'a.c' },
  ruby: { ...rubyImports, like: 'a.rb' },
};

function codeOf(path: string, bytes: Uint8Array): ImportCode {
  const view = sourceView(path, bytes);
  return { text: view.text, pieces: piecesOf(view) };
}

/**
 * What the old content imported and the new one still uses, without importing or defining it. A heuristic, for a
 * question to a person: in many languages nothing notices before the code runs.
 */
export function lostImports(
  path: string,
  before: Uint8Array,
  after: Uint8Array,
): readonly string[] {
  const reader = importReader(path);
  if (reader === undefined) return [];
  const { imported, uses, isOpaque, like } = LANGUAGES[reader.language];
  const readAs = sourceLanguage(path).family === 'text' ? like : path;
  const old = imported(codeOf(readAs, before));
  if (old.size === 0) return [];
  const code = codeOf(readAs, after);
  const now = imported(code);
  if (isOpaque === true && now.size === 0 && code.pieces.length > 0) return [...old.values()];
  const isUsed = uses(code);
  return [...old].flatMap(([name, shown]) => (!now.has(name) && isUsed(name) ? [shown] : []));
}
