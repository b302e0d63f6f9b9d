import type { Decoded } from '../formats/decoded.ts';
import type { Edit, ReplaceEdit } from '../model/edit.ts';

/**
 * The edits of some blocks with both of their texts put through one rule, where the rule changes the old text of every one
 * of them: null where it says nothing of one, since then it does not explain why all of them failed. Other readings of such
 * an edit are dropped: the rule is the one that is tried.
 */
export function rewriteTexts(
  decoded: Decoded,
  blocks: ReadonlySet<number>,
  rule: (text: string) => string,
): Decoded | null {
  const found = decoded.edits.filter(({ origin }) => blocks.has(origin.block));
  if (found.length === 0 || found.length < blocks.size) return null;
  if (!found.every((edit) => edit.kind === 'replace' && rule(edit.old) !== edit.old)) return null;
  return {
    ...decoded,
    edits: decoded.edits.map((edit) =>
      edit.kind === 'replace' && blocks.has(edit.origin.block) ? rewritten(edit, rule) : edit,
    ),
  };
}

function rewritten(edit: ReplaceEdit, rule: (text: string) => string): Edit {
  const { alternates: _, script, pieces, ...rest } = edit;
  return {
    ...rest,
    old: rule(edit.old),
    new: rule(edit.new),
    ...(script === undefined
      ? {}
      : { script: script.map(({ tag, text }) => ({ tag, text: rule(text) })) }),
    ...(pieces === undefined
      ? {}
      : { pieces: pieces.map((piece) => ({ old: rule(piece.old), new: rule(piece.new) })) }),
  };
}

/** A rule for single lines, as one for texts. */
export const byLines =
  (rule: (line: string) => string) =>
  (text: string): string =>
    text.split('\n').map(rule).join('\n');
