import { captionAbove, commentCaption, infoCaption, type PlacedCaption } from './captions.ts';
import { isShellFence, languageOf } from './fence-language.ts';
import { dedented, fenceEnd, fenceOf, type Fence } from './fences.ts';
import { hasAnyExtension } from './path-words.ts';
import { suspicion } from './suspect-content.ts';
import {
  block,
  malformed,
  textOf,
  truncated,
  type Block,
  type Format,
  type Scan,
} from './format.ts';

const SCRIPT =
  /(?:^|[/\\])(?:[^./\\]+|[^/\\]+\.(?:sh|bash|zsh|fish|ps1|psm1|cmd|bat|bats|envrc|env))$/i;
const MARKDOWN = /\.(?:md|mdx|markdown|rst|txt|adoc)$/i;

const sectionCaption = ({ section }: Scan, line: number): PlacedCaption | null =>
  section === null ? null : { path: section, kind: 'sentence', isNew: false, line };

/** The caption of the fence at `at`: in its info string, else the line or sentence above it. */
export function fenceCaption(
  scan: Scan,
  at: number,
  fence: Fence,
): PlacedCaption | null | 'paths-disagree' {
  const info = infoCaption(fence.info);
  const above = captionAbove(scan.lines, at, scan.floor);
  if (info === null) return above ?? sectionCaption(scan, at);
  const isOwnLine = above !== null && above.kind === 'line';
  if (isOwnLine && above.path !== info.path && !above.path.endsWith(`/${info.path}`)) {
    return above.line === at - 1 ? 'paths-disagree' : { ...info, line: at };
  }
  return {
    ...info,
    isNew: info.isNew || (isOwnLine && above.isNew),
    line: isOwnLine ? above.line : at,
  };
}

/**
 * Whether a bare fence after the block may belong to it: the block may then end there as well as here, and no reading is
 * safe. Prose between the two, which ends as prose does, settles it for code; a document's own prose cannot.
 */
function isEndUnsure(scan: Scan, fence: Fence, close: number, path: string): boolean {
  let lastText = '';
  for (let line = close + 1; line < scan.to; line += 1) {
    const text = textOf(scan, line);
    const next = fenceOf(text);
    if (next !== null && next.char === fence.char && next.length >= fence.length) {
      if (next.info !== '') return false;
      if (captionAbove(scan.lines, line, close + 1)?.kind === 'line') return false;
      return (
        MARKDOWN.test(path) || textOf(scan, close + 1).trim() !== '' || !/[:.!?)*]$/.test(lastText)
      );
    }
    if (text.trim() !== '') lastText = text.trim();
  }
  return false;
}

interface Content {
  readonly content: string;
  readonly captionLine?: string;
}

/** The block's text; a first comment that only names the path is kept apart. */
function contentOf(body: readonly string[], path: string): Content {
  const first = body[0];
  const caption = first === undefined ? null : commentCaption(first);
  const isCaption =
    caption !== null && (caption.path === path || path.endsWith(`/${caption.path}`));
  const lines = isCaption ? body.slice(1) : body;
  const content = lines.length === 0 ? '' : `${lines.join('\n')}\n`;
  return isCaption && first !== undefined ? { content, captionLine: first } : { content };
}

interface Found {
  readonly fence: Fence;
  readonly close: number;
  readonly caption: PlacedCaption;
}

function whole(scan: Scan, at: number, { fence, close, caption }: Found): Block {
  const { path, isNew } = caption;
  const from = Math.min(caption.kind === 'line' ? caption.line : at, at);
  const range = [from, close + 1] as const;
  const refuse = (reason: string): Block =>
    block({ from, end: close + 1, reason, rejections: [malformed(reason, range, { path })] });
  if (isEndUnsure(scan, fence, close, path)) return refuse('fence-end-unsure');
  const raw = scan.lines.slice(at + 1, close).map(({ text }) => text);
  const body = dedented(raw, fence.indent);
  const suspect = suspicion(body, path);
  if (suspect !== null) return refuse(suspect);
  const inner = body[0] === undefined ? null : commentCaption(body[0]);
  const isOther =
    inner !== null &&
    inner.path.includes('/') &&
    !path.endsWith(inner.path) &&
    !inner.path.endsWith(path);
  if (isOther) return refuse('paths-disagree');
  const draft = {
    kind: 'write',
    path,
    ...contentOf(body, path),
    line: from,
    end: close + 1,
  } as const;
  return block({
    from,
    end: close + 1,
    reason: 'whole file',
    drafts: [isNew ? { ...draft, isNew } : draft],
  });
}

/** The caption, or what the block's first comment names where nothing stands over it. */
function ownCaption(scan: Scan, at: number, caption: PlacedCaption | null): PlacedCaption | null {
  if (caption !== null) return caption;
  const first = commentCaption(textOf(scan, at + 1));
  return first === null ? null : { ...first, line: at };
}

/** Whether a shell's fence holds the file, not commands: a name without an extension may be the program that is run. */
function isScript(path: string, fence: Fence, firstLine: string): boolean {
  if (languageOf(fence) === 'console' || !SCRIPT.test(path)) return false;
  return hasAnyExtension(path) || firstLine.trimStart().startsWith('#!');
}

function read(scan: Scan, at: number): Block | null {
  const fence = scan.fence === null ? fenceOf(textOf(scan, at)) : null;
  if (fence === null) return null;
  const found = fenceCaption(scan, at, fence);
  const close = fenceEnd(scan.lines, at, scan.to);
  if (close === null) {
    const path = found !== null && found !== 'paths-disagree' ? { path: found.path } : {};
    const rejections = [truncated('unclosed-fence', [at, scan.to], path)];
    return block({ from: at, end: scan.to, reason: 'unclosed-fence', rejections });
  }
  if (found === 'paths-disagree') {
    const rejections = [malformed('paths-disagree', [at, close + 1])];
    return block({ from: at, end: close + 1, reason: 'paths-disagree', rejections });
  }
  const caption = ownCaption(scan, at, found);
  if (caption === null || (caption.kind !== 'line' && caption.kind !== 'comment')) return null;
  if (isShellFence(fence) && !isScript(caption.path, fence, textOf(scan, at + 1))) return null;
  return whole(scan, at, { fence, close, caption });
}

/** A path, then a fenced block with the file's whole new content. */
export const wholeFile: Format = {
  name: 'whole-file',
  mayBegin: (first, _line, fence) => (first === '`' || first === '~') && fence === null,
  read,
};
