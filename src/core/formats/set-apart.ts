import { endOfContext } from './context-mark.ts';
import { isStrayMarker } from './edit-markers.ts';
import { textOf, truncated } from './format.ts';
import { REPLY_BEGIN, REPLY_END } from './reply-mark.ts';
import { take, type Region, type Walk } from './walk-state.ts';

const REASONING = /^<(think|thinking|thought|reasoning|scratchpad|reflection)>/i;
const REASONING_END = /<\/(?:think|thinking|thought|reasoning|scratchpad|reflection)>/i;

const isQuote = (text: string): boolean => text.trimStart().startsWith('>') && !isStrayMarker(text);

function runEnd(walk: Walk, at: number, to: number, holds: (text: string) => boolean): number {
  let end = at + 1;
  while (end < to && holds(textOf(walk, end))) end += 1;
  return end;
}

/** Lines set apart from the answer: a pasted reply, given files, reasoning, a quotation. Null: none starts here. */
export function setApart(walk: Walk, region: Region, at: number): number | null {
  const text = textOf(walk, at).trim();
  if (text === REPLY_BEGIN) {
    const close = runEnd(walk, at, region.to, (line) => line.trim() !== REPLY_END);
    const end = Math.min(close + 1, region.to);
    return take(walk, {
      from: at,
      end,
      kind: 'ignored',
      reason: 'a reply of this tool, pasted back',
    });
  }
  const contextEnds = endOfContext(text);
  if (contextEnds !== null) {
    const close = runEnd(walk, at, region.to, (line) => line.trim() !== contextEnds);
    const end = Math.min(close + 1, region.to);
    const reason = 'files that this tool gave, pasted back';
    return take(walk, { from: at, end, kind: 'ignored', reason });
  }
  if (REASONING.test(text)) {
    if (REASONING_END.test(text))
      return take(walk, { from: at, end: at + 1, kind: 'reasoning', reason: 'reasoning' });
    const close = runEnd(walk, at, region.to, (line) => !REASONING_END.test(line));
    if (close >= region.to) walk.rejections.push(truncated('unclosed-reasoning', [at, region.to]));
    const end = Math.min(close + 1, region.to);
    return take(walk, { from: at, end, kind: 'reasoning', reason: 'reasoning' });
  }
  if (!isQuote(text)) return null;
  const end = runEnd(walk, at, region.to, isQuote);
  return take(walk, { from: at, end, kind: 'example', reason: 'quotation' });
}
