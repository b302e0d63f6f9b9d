import {
  DEFAULT_DECODE_OPTIONS,
  type Decoded,
  type DecodeOptions,
  type Envelope,
} from './decoded.ts';
import type { Rejection } from '../model/rejection.ts';
import { NO_ENVELOPE, readEnvelope } from './envelope.ts';
import { finishEdits } from './finish-edits.ts';
import { MAX_REJECTIONS } from './format.ts';
import { FORMATS } from './formats.ts';
import { linesOf, responseText, type Line } from './response-text.ts';
import { spansOf } from './spans.ts';
import { MAX_PARTS, type Mark, type Walked } from './walk-state.ts';
import { walkLines } from './walk.ts';

const tooLarge = (reason: string, actual: number, limit: number): Decoded => ({
  envelope: NO_ENVELOPE,
  edits: [],
  spans: [],
  rejections: [{ code: 'payload-too-large', reason, facts: { actual, limit } }],
  holds: [],
  notes: [],
});

/** Models whose reasoning is cut at the front leave its end tag alone: all above it is reasoning. */
function reasoningEnd(text: string, lines: readonly Line[], from: number): number {
  if (!/<\/think/i.test(text)) return from;
  for (let at = from; at < lines.length; at += 1) {
    const line = (lines[at]?.text ?? '').trim();
    if (/^<think(?:ing)?>/i.test(line)) return from;
    if (/^<\/think(?:ing)?>$/i.test(line)) return at + 1;
  }
  return from;
}

function whyNoEdits(marks: readonly Mark[]): string {
  if (marks.some(({ reason }) => reason.startsWith('a reply of this tool'))) return 'pasted-reply';
  if (marks.some(({ reason }) => reason.startsWith('files that this tool gave')))
    return 'pasted-context';
  if (marks.some(({ kind }) => kind === 'reasoning')) return 'only-reasoning';
  if (marks.some(({ kind }) => kind === 'example')) return 'only-examples';
  if (marks.some(({ kind }) => kind === 'shell')) return 'only-commands';
  return 'only-prose';
}

/** The walk's findings; a response that asks for nothing is refused for that. */
function refusalsOf(
  walked: Walked,
  editCount: number,
  marks: readonly Mark[],
): Walked['rejections'] {
  if (editCount > 0 || walked.rejections.length > 0) return innermost(walked.rejections);
  return [{ code: 'no-edits', reason: whyNoEdits(marks) }];
}

/** An edit that is cut off in a fence cuts the fence off too: that is said once, of the edit. */
function innermost(rejections: Walked['rejections']): Walked['rejections'] {
  const cut = rejections
    .filter(({ code }) => code === 'truncated-response')
    .toSorted((a, b) => startOf(b) - startOf(a))[0];
  const isOfCut = ({ code, block, responseLines }: Rejection): boolean =>
    code === 'truncated-response' &&
    block === cut?.block &&
    responseLines?.[1] === cut?.responseLines?.[1];
  return rejections.filter((one) => one === cut || !isOfCut(one));
}

const startOf = ({ responseLines }: Rejection): number => responseLines?.[0] ?? 0;

/** The response's own head, and what formats carry where it is silent: of several mails the first speaks. */
function envelopeOf(head: Envelope, carried: readonly Partial<Envelope>[]): Envelope {
  const [first] = carried;
  return { ...first, ...head };
}

/** Text of a response -> classified spans and edits. Never throws on any input; linear time. */
export function decode(response: Uint8Array, options: Partial<DecodeOptions> = {}): Decoded {
  const bounds = { ...DEFAULT_DECODE_OPTIONS, ...options };
  if (response.byteLength > bounds.maxBytes) {
    return tooLarge('bytes', response.byteLength, bounds.maxBytes);
  }
  const text = responseText(response);
  const lines = linesOf(text);
  const head = readEnvelope(lines);
  const start = reasoningEnd(text, lines, head.end);
  const walked = walkLines(lines, start, { formats: FORMATS, maxBlocks: bounds.maxBlocks });
  if (walked.drafts.length > bounds.maxBlocks) {
    return tooLarge('blocks', walked.drafts.length, bounds.maxBlocks);
  }
  if (walked.marks.length > MAX_PARTS) return tooLarge('parts', MAX_PARTS + 1, MAX_PARTS);
  const finished = finishEdits(walked.drafts, bounds.roots);
  const ahead: readonly Mark[] = [
    { from: 0, end: head.end, kind: 'ignored', reason: 'envelope' },
    { from: head.end, end: start, kind: 'reasoning', reason: 'reasoning' },
  ];
  const marks = [...ahead.filter(({ from, end }) => end > from), ...walked.marks];
  const rejections = refusalsOf(walked, walked.drafts.length, marks);
  return {
    envelope: envelopeOf(head.envelope, walked.envelopes),
    edits: finished.edits,
    spans: spansOf(lines, marks),
    rejections: [...head.rejections, ...rejections, ...finished.rejections].slice(
      0,
      MAX_REJECTIONS,
    ),
    holds: walked.holds,
    notes: [...walked.notes, ...finished.notes],
  };
}
