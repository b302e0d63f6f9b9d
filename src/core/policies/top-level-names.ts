import type { SourceText } from '../match/source-text.ts';

const MODIFIERS: ReadonlySet<string> = new Set(
  'export default async declare abstract public private protected internal static final sealed open pub(crate) pub unsafe extern inline'.split(
    ' ',
  ),
);

const DEFINERS: ReadonlySet<string> = new Set(
  'function function* class interface type enum const let var def fn func struct trait impl module namespace object record mod macro_rules! defmodule defp'.split(
    ' ',
  ),
);

/** Names that lines without indentation define, in most languages. A heuristic, for a question to a person. */
export function topLevelNames(source: SourceText): readonly string[] {
  const names = new Set<string>();
  for (let line = 0; line < source.lineCount; line += 1) {
    const name = definedName(source.line(line));
    if (name !== null) names.add(name);
  }
  return [...names];
}

function definedName(line: string): string | null {
  if (line === '' || line.startsWith(' ') || line.startsWith('\t')) return null;
  const words = line.slice(0, 300).split(' ');
  let at = 0;
  while (MODIFIERS.has(words[at] ?? '')) at += 1;
  if (!DEFINERS.has(words[at] ?? '')) return null;
  // `const enum`, `type class`: the last definer counts.
  while (DEFINERS.has(words[at + 1] ?? '')) at += 1;
  // Made here: with all letters of all scripts it takes longer to make than all else that is made as this file is loaded.
  return /^[\p{L}_$][\p{L}\p{N}_$]*/u.exec(words[at + 1] ?? '')?.[0] ?? null;
}
