import type { Rejection } from '../model/rejection.ts';
import { captionOf, loneName, mayBePath } from './captions.ts';
import { startsAlternative } from './cues.ts';
import { isStrayMarker, opensMarkers } from './edit-markers.ts';
import { fenceOf } from './fences.ts';
import { opensForeignCall } from './foreign-calls.ts';
import { opensForeignBlock } from './foreign-markers.ts';
import { malformed, responseLines, textOf } from './format.ts';
import { pathWords } from './path-words.ts';
import { takesBack } from './take-back.ts';
import type { Walk } from './walk-state.ts';

/** A line that nothing else takes: what it says of the blocks after it. Returns the line after it. */
export function takeProse(walk: Walk, at: number): number {
  const text = textOf(walk, at);
  if (isStrayMarker(text)) walk.rejections.push(malformed('stray-marker', [at, at + 1]));
  else if (opensForeignBlock(text))
    walk.rejections.push(malformed('foreign-markers', [at, at + 1]));
  else if (opensForeignCall(text)) walk.rejections.push(foreignCall(at));
  if (isIndentedDiff(walk, at)) walk.rejections.push(malformed('indented-diff', [at, at + 1]));
  if (startsAlternative(text)) walk.cue = at;
  holdTakenBack(walk, at);
  const own = captionOf(text);
  if (own?.kind === 'line') walk.section = own.path;
  else if (/^\s{0,3}#{1,6}\s/.test(text)) walk.section = null;
  const paths = own === null ? pathWords(text) : [own.path];
  if (paths.some((path) => path !== walk.sticky)) walk.sticky = null;
  if (own === null && namesOther(text, walk.sticky)) walk.sticky = null;
  if (own === null && namesOther(text, walk.section)) walk.section = null;
  if (walk.section !== null && isCopyButton(text) && isCode(textOf(walk, at + 1))) {
    const facts = { code: 'unclassified-edit', reason: 'code-without-fence' } as const;
    walk.rejections.push({
      ...facts,
      path: walk.section,
      responseLines: responseLines(at, at + 1),
    });
  }
  return at + 1;
}

const foreignCall = (at: number): Rejection => ({
  code: 'unclassified-edit',
  reason: 'unsupported-tag',
  responseLines: responseLines(at, at + 1),
});

/** Words that take back an edit above them: which edits are still meant is for a person to say. Said once. */
function holdTakenBack(walk: Walk, at: number): void {
  if (walk.drafts.length === 0 || !takesBack(textOf(walk, at))) return;
  const isSaid = walk.holds.some(({ reason }) => reason === 'taken-back');
  if (isSaid) return;
  const responseLine = { responseLines: responseLines(at, at + 1) };
  walk.holds.push({ code: 'alternatives', reason: 'taken-back', ...responseLine });
}

/** A diff in the open that stands deeper than the margin: its blanks may be its own or the text's, so it is not read. */
function isIndentedDiff(walk: Walk, at: number): boolean {
  const text = textOf(walk, at);
  if (!/^[ \t]/.test(text)) return false;
  const bare = (line: number): string => textOf(walk, line).trimStart();
  if (bare(at).startsWith('diff --git ')) return true;
  const isPair = bare(at).startsWith('--- ') && bare(at + 1).startsWith('+++ ');
  return isPair && bare(at + 2).startsWith('@@') && !/^(?:diff --git|index) /.test(bare(at - 1));
}

/** A lone word that may be another file's name, of a kind that nobody knows: what follows it is not the last file's. */
function namesOther(text: string, path: string | null): boolean {
  const name = path === null ? null : loneName(text);
  return mayBePath(name) && name !== path && path?.endsWith(`/${name}`) !== true;
}

/** The label that a rendered chat leaves between a caption and code whose fence was lost. */
const isCopyButton = (text: string): boolean => /^(?:copy|copy code)$/i.test(text.trim());

const isCode = (text: string): boolean =>
  text.trim() !== '' && fenceOf(text) === null && !opensMarkers(text) && captionOf(text) === null;
