import type { FileChange, Patch, Region, RegionAnchor, Snapshot } from '../model/patch.ts';

/** A guarantee that a patch breaks: a bug of the engine, never the author's fault. The caller throws on it. */
export interface Violation {
  readonly guarantee: 1 | 2 | 3;
  readonly path: string;
  readonly message: string;
}

/**
 * The independent check of guarantees 1 to 3, from original, result and the located regions alone, by code that shares
 * nothing with the splice. Empty: the patch holds.
 */
export function verify(patch: Patch, snapshot: Snapshot): readonly Violation[] {
  return patch.changes.flatMap((change) => {
    const found = [...checkBefore(change, snapshot)];
    if (change.isWhole || change.before === null || change.after === null) return found;
    const before = bufferOf(change.before.bytes);
    const after = bufferOf(change.after.bytes);
    found.push(...checkComplement(change, before, after));
    const counted: Counted = new Map();
    for (const region of change.regions) {
      found.push(...checkProportion(change, region, before));
      for (const anchor of region.anchors ?? [])
        found.push(...checkAnchor(change, anchor, { before, snapshot, counted }));
    }
    return found;
  });
}

const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const violation = (
  guarantee: Violation['guarantee'],
  { path }: FileChange,
  message: string,
): Violation => ({ guarantee, path, message });

/** The content that the change starts from is the base's. */
function checkBefore(change: FileChange, snapshot: Snapshot): Violation[] {
  const base = snapshot.files.get(change.from ?? change.path);
  if (change.before === null)
    return base === undefined ? [] : [violation(2, change, 'made anew, but it stands at the base')];
  const { bytes } = change.before;
  const isSame =
    base?.bytes === bytes || (base !== undefined && bufferOf(base.bytes).equals(bytes));
  return isSame ? [] : [violation(2, change, 'its content before is not the content at the base')];
}

/** Walks both texts: what lies between the regions is the same bytes, and each region holds its replacement. */
function checkComplement(change: FileChange, before: Buffer, after: Buffer): Violation[] {
  let read = 0;
  let written = 0;
  for (const { start, end, replacement } of change.regions) {
    if (start < read || end < start || end > before.length)
      return [violation(2, change, `region ${start}-${end} is out of order or out of the file`)];
    const kept = start - read;
    if (kept > 0 && before.compare(after, written, written + kept, read, start) !== 0)
      return [violation(2, change, `bytes ${read}-${start} outside every region are not the same`)];
    written += kept;
    const filled = after.subarray(written, written + replacement.length);
    if (!filled.equals(replacement))
      return [violation(2, change, `region ${start}-${end} does not hold what the edit gave`)];
    written += replacement.length;
    read = end;
  }
  const rest = before.subarray(read);
  return after.subarray(written).equals(rest)
    ? []
    : [violation(2, change, `bytes from ${read} on are not the same`)];
}

/** Lines that a region takes away and puts in, against what the edit asked for. */
function checkProportion(change: FileChange, region: Region, before: Buffer): Violation[] {
  const removed = before.subarray(region.start, region.end);
  const added = bufferOf(region.replacement);
  const isOpenEnd = region.end === before.length && before.at(-1) !== 10;
  // At an unfinished last line, a line break at the head of the region belongs to the line before it.
  const spare = (bytes: Buffer): number => (isOpenEnd && startsWithBreak(bytes) ? 1 : 0);
  const isWithin =
    lineTotal(removed) - spare(removed) <= region.askedRemoved &&
    lineTotal(added) - spare(added) <= region.askedAdded;
  return isWithin
    ? []
    : [
        violation(
          3,
          change,
          `block ${region.block} asked for -${region.askedRemoved} +${region.askedAdded} lines, not -${lineTotal(removed)} +${lineTotal(added)}`,
        ),
      ];
}

/** Where the first line starts: a byte order mark belongs to no line. */
const textStart = (bytes: Buffer): number => (bytes.toString('utf8', 0, 3) === '\uFEFF' ? 3 : 0);

const startsWithBreak = (bytes: Buffer): boolean =>
  bytes[0] === 10 || (bytes[0] === 13 && bytes[1] === 10);

function lineTotal(bytes: Buffer): number {
  let total = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) total += 1;
  return bytes.length > 0 && bytes.at(-1) !== 10 ? total + 1 : total;
}

/** The bytes that a block was located at stand in its scope as often as it claims, and nowhere else in it. */
function checkAnchor(
  change: FileChange,
  anchor: RegionAnchor,
  on: { readonly before: Buffer; readonly snapshot: Snapshot; readonly counted: Counted },
): Violation[] {
  const { before, counted } = on;
  if (anchor.by === 'edge') {
    const isAtEdge = anchor.start === textStart(before) || anchor.end === before.length;
    return isAtEdge ? [] : [violation(1, change, `${anchor.start} is no edge of the file`)];
  }
  if (anchor.by === 'line')
    return on.snapshot.freshReads.has(change.from ?? change.path) || isInWindow(change, anchor, on)
      ? []
      : [violation(1, change, 'a line number chose a place, and the file was not read')];
  const text = before.subarray(anchor.start, anchor.end);
  const found =
    anchor.count > 1
      ? countedOnce(before, text, { anchor, counted })
      : standing(before, text, anchor);
  if (found === anchor.count) return [];
  return [
    violation(1, change, `old text at ${anchor.start} stands ${found} times, not ${anchor.count}`),
  ];
}

/** Whether a place lies in lines that were read and stand where the snapshot says. */
function isInWindow(
  change: FileChange,
  { start, end }: RegionAnchor,
  { before, snapshot }: { readonly before: Buffer; readonly snapshot: Snapshot },
): boolean {
  const windows = snapshot.freshWindows?.get(change.from ?? change.path) ?? [];
  const from = textStart(before);
  const firstLine = 1 + lineTotal(before.subarray(from, start));
  const lastLine = Math.max(firstLine, lineTotal(before.subarray(from, end)));
  // What is put in after a line stands at the start of the next.
  const isAfterLine = start === end;
  return windows.some(({ first, last, at }) => {
    const lastNow = at + last - first;
    return isAfterLine
      ? firstLine > at && firstLine <= lastNow + 1
      : firstLine >= at && lastLine <= lastNow;
  });
}

/** How often texts stand in a scope, of blocks that stand in several places: by the scope, then by the text. */
type Counted = Map<RegionAnchor['scope'], Map<string, number>>;

/** The places of a block with a declared count hold the same text: it is counted for the first of them. */
function countedOnce(
  before: Buffer,
  text: Buffer,
  { anchor, counted }: { readonly anchor: RegionAnchor; readonly counted: Counted },
): number {
  const key = `${anchor.count} ${anchor.isLines} ${text.toString('latin1')}`;
  const known = counted.get(anchor.scope) ?? new Map<string, number>();
  counted.set(anchor.scope, known);
  const found = known.get(key) ?? standing(before, text, anchor);
  known.set(key, found);
  return found;
}

/** Comparisons after which counting gives up where more of them could cost more than a few passes over the file. */
const EFFORT = 16;

/**
 * How often a text stands in the scope, a final line break left out of the comparison. Counts no further than what
 * decides, nor longer than a few passes over the file take.
 */
function standing(before: Buffer, text: Buffer, anchor: RegionAnchor): number {
  const content = anchor.isLines ? withoutBreak(text) : text;
  if (content.length === 0) return anchor.count;
  const mark = markIn(content);
  const probe = content.subarray(mark, mark + MARK_BYTES);
  const head = content.subarray(0, HEAD_BYTES);
  let effort = EFFORT * before.length + 65_536;
  let found = 0;
  for (let hit = before.indexOf(probe); hit !== -1; hit = before.indexOf(probe, hit + 1)) {
    const at = hit - mark;
    const end = at + content.length;
    effort -= 16;
    if (effort < 0) return Math.max(found, anchor.count);
    if (at < 0 || !before.subarray(at, at + head.length).equals(head)) continue;
    if (!anchor.scope.some(([start, stop]) => at >= start && at < stop)) continue;
    if (anchor.isLines && !isWholeLines(before, at, end)) continue;
    effort -= content.length;
    if (end <= before.length && before.compare(content, 0, content.length, at, end) === 0)
      found += 1;
    if (found > anchor.count) break;
  }
  return found;
}

/** Short enough that a search for it jumps from one standing of its first byte to the next. */
const MARK_BYTES = 7;
/** What a place is judged by before all of the text is compared. */
const HEAD_BYTES = 200;
/** Bytes that stand everywhere in text, the commonest last. */
const COMMON = Buffer.from('0123456789_,.;:/-="\'(){}bgvwkyfmphducslirnoa\tte\n ', 'latin1');

/** Where, near its start, a text has the byte that is rarest in texts. */
function markIn(content: Buffer): number {
  const last = Math.min(HEAD_BYTES, content.length - MARK_BYTES);
  let mark = 0;
  let least = Infinity;
  content.subarray(0, Math.max(1, last + 1)).forEach((byte, at) => {
    const rank = COMMON.indexOf(byte);
    if (rank < least) [mark, least] = [at, rank];
  });
  return mark;
}

function withoutBreak(text: Buffer): Buffer {
  if (text.at(-1) !== 10) return text;
  return text.subarray(0, text.at(-2) === 13 ? -2 : -1);
}

function isWholeLines(before: Buffer, start: number, end: number): boolean {
  const isStart = before[start - 1] === 10 || start === textStart(before);
  // Past a final line break there is no further, empty line.
  const isEnd = (end === before.length && before[end - 1] !== 10) || before[end] === 10;
  return isStart && (isEnd || (before[end] === 13 && before[end + 1] === 10));
}
