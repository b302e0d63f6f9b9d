import { solidLength } from '../match/blanks.ts';
import type { Decoded } from '../formats/decoded.ts';
import { code } from '../model/explain/plain-text.ts';
import { parseRepoPath } from '../model/repo-path.ts';
import { capitalEdits, type Corrector } from './correction.ts';

/** Old text with fewer characters may stand in another file by chance. */
const MIN_SOLID = 20;

/** Edits that name one file and quote another, of those that were read or that the response names. */
export const wrongFile: Corrector = ({ decoded, failed, paths }) => {
  const spelt = new Set(
    decoded.edits
      .filter(({ origin }) => failed.has(origin.block))
      .map(({ target }) => String(target.path)),
  );
  return [...spelt].flatMap((from) =>
    paths.flatMap((to) => {
      if (to === from) return [];
      const corrected = retargeted(decoded, failed, { from, to });
      if (corrected === null) return [];
      const { blocks } = corrected;
      const verb = blocks.length === 1 ? 'names' : 'name';
      const sentence = `${capitalEdits(blocks)} ${verb} ${code(from)}; of the files that were read or named, the old text stands in ${code(to)} alone.`;
      return [{ kind: 'wrong-file' as const, sentence, ...corrected }];
    }),
  );
};

function retargeted(
  decoded: Decoded,
  failed: ReadonlySet<number>,
  { from, to }: { readonly from: string; readonly to: string },
): { readonly decoded: Decoded; readonly blocks: readonly number[] } | null {
  const path = parseRepoPath(to);
  if (!path.ok) return null;
  const target = { spelt: to, path: path.value };
  const blocks: number[] = [];
  let isTelling = true;
  const edits = decoded.edits.map((edit) => {
    if (!failed.has(edit.origin.block) || String(edit.target.path) !== from) return edit;
    if (edit.kind !== 'replace' || solidLength(edit.old) < MIN_SOLID) {
      isTelling = false;
      return edit;
    }
    blocks.push(edit.origin.block);
    return { ...edit, target };
  });
  return isTelling && blocks.length > 0 ? { decoded: { ...decoded, edits }, blocks } : null;
}
