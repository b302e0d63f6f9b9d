import type { ModuleApi } from '../../core/graph/module-api.ts';
import { lex } from '../../core/source/lex.ts';
import { sourceLanguage } from '../../core/source/source-language.ts';
import { fileName } from '../syntax/checker.ts';
import { parseThread } from '../syntax/thread/parse-thread.ts';
import { knowsBodies, NOT_WELL_FORMED } from '../syntax/tree-sitter/function-bodies.ts';
import { GRAMMAR_LANGUAGES } from '../syntax/tree-sitter/languages.ts';

/** Planning waits for this: of a longer text everything counts as changed. */
const MOST_UNITS = 1_000_000;

/**
 * What a file of another language than JavaScript shows to those that import it: all of its text but the bodies of its
 * functions, comments and blanks, since what is exported is told in many ways. Null where it cannot be told.
 */
export async function outlineApi(path: string, text: string): Promise<ModuleApi> {
  if (text.length > MOST_UNITS) return null;
  const name = fileName(path);
  const grammars = GRAMMAR_LANGUAGES.filter(
    ({ grammar, extensions }) =>
      knowsBodies(grammar) && extensions.some((end) => name.endsWith(end)),
  );
  for (const { grammar } of grammars) {
    const bodies = await parseThread.parse({ kind: 'bodies', grammar }, text);
    if (bodies === null) return null;
    if (bodies[0]?.offset === NOT_WELL_FORMED.offset) continue;
    let outline = '';
    let from = 0;
    for (const { offset, end = offset } of bodies) {
      outline += `${text.slice(from, offset)} {} `;
      from = end;
    }
    return new Map([['', plain(`${outline}${text.slice(from)}`, path)]]);
  }
  return null;
}

function plain(outline: string, path: string): string {
  return lex(outline, sourceLanguage(path))
    .filter(({ kind }) => kind !== 'comment')
    .map(({ start, end }) => outline.slice(start, end))
    .join(' ');
}
