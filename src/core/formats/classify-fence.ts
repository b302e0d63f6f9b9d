import { parseRepoPath } from '../model/repo-path.ts';
import { codeIntent } from './asked-code.ts';
import type { Caption, CaptionKind } from './captions.ts';
import { saysReplacement } from './cues.ts';
import { opensMarkers } from './edit-markers.ts';
import { isShellFence, languageOf } from './fence-language.ts';
import { isForeignEdit } from './foreign-calls.ts';
import { opensForeignBlock } from './foreign-markers.ts';
import { fenceEnd } from './fences.ts';
import { responseLines, truncated, type OpenFence } from './format.ts';
import { take, type Region, type Walk } from './walk-state.ts';

function quotedText(walk: Walk, at: number, close: number): string {
  const lines = walk.lines.slice(at + 1, close).map(({ text }) => text);
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

const REASONS: Readonly<Record<CaptionKind, string>> = {
  sentence: 'path-in-sentence',
  line: 'commands',
  comment: 'commands',
  excerpt: 'excerpt',
};

/** A word in the fence's own line, or alone on the line over it: the base's files tell whether it names one. */
function unsureName(fence: OpenFence): string | null {
  const [, word, ...more] = fence.info.split(/\s+/);
  if (word !== undefined && more.length === 0) return word;
  return fence.loneName;
}

/** Code without a path, and what the words above it say of it. */
function takePathless(walk: Walk, fence: OpenFence, close: number): number {
  const { line: at } = fence;
  const quoted = quotedText(walk, at, close);
  const isReplacement = walk.quote !== null && saysReplacement(walk.lines, walk.quote.end, at);
  const language = languageOf(fence);
  const intent = isReplacement
    ? 'reported'
    : codeIntent(walk.lines, at, { floor: walk.floor, language, close });
  const name = unsureName(fence);
  walk.quote = { path: null, end: close + 1 };
  const mark = { kind: 'example', reason: 'code without a path', quoted, intent } as const;
  const named = name === null ? {} : { path: name };
  return take(walk, { from: at, end: close + 1, ...mark, ...named });
}

/** The path of the quotation that this fence, by the words between the two, is the new text of. */
function replacedQuote({ lines, quote }: Walk, at: number): Pick<Caption, 'path' | 'kind'> | null {
  const path = quote?.path ?? null;
  if (quote === null || path === null || !saysReplacement(lines, quote.end, at)) return null;
  return { path, kind: 'sentence' };
}

const opensAny = (text: string): boolean => opensMarkers(text) || opensForeignBlock(text);

/** A fence that is no edit: commands, code without a path, or code that nobody can place and that is refused. */
export function classifyFence(walk: Walk, region: Region, fence: OpenFence): number {
  const at = fence.line;
  const close = fenceEnd(walk.lines, at, region.to);
  if (close === null) {
    walk.rejections.push(truncated('unclosed-fence', [at, region.to]));
    return take(walk, { from: at, end: region.to, kind: 'unclassified', reason: 'unclosed fence' });
  }
  const place = { from: at, end: close + 1 };
  const refusal = {
    code: 'unclassified-edit',
    responseLines: responseLines(at, close + 1),
  } as const;
  if (walk.lines.slice(at + 1, close).some(({ text }) => opensAny(text))) {
    walk.rejections.push({ ...refusal, reason: 'markers-in-code' });
    return take(walk, { ...place, kind: 'unclassified', reason: 'edit markers inside code' });
  }
  if (isShellFence(fence) && fence.caption?.kind !== 'line') {
    return take(walk, { ...place, kind: 'shell', reason: 'commands' });
  }
  const caption = fence.caption ?? replacedQuote(walk, at);
  if (caption === null) {
    const lines = walk.lines.slice(at + 1, close).map(({ text }) => text);
    if (!isForeignEdit(lines)) return takePathless(walk, fence, close);
    walk.rejections.push({ ...refusal, reason: 'unsupported-tool' });
    return take(walk, { ...place, kind: 'unclassified', reason: 'an edit as keys and values' });
  }
  const { path: spelt, kind } = caption;
  const parsed = parseRepoPath(spelt);
  const path = parsed.ok ? parsed.value : spelt;
  const quoted = quotedText(walk, at, close);
  const reason = 'code under a path, not an edit';
  walk.rejections.push({ ...refusal, reason: REASONS[kind], path });
  walk.quote = { path: spelt, end: close + 1 };
  return take(walk, { ...place, kind: 'unclassified', reason, path, quoted });
}
