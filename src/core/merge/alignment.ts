import { numberAt } from '../match/item-at.ts';
import { numberOf } from '../match/line-search.ts';
import type { LineChange, Lines } from './line-changes.ts';

/** Lines `[from, to)`; where both are the same, the place between two lines. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** Steps up to which all shortest differences are looked at, and cells that are kept of them. */
const MAX_STEPS = 24_000_000;
const MAX_CELLS = 8_000_000;

/**
 * Whether lines of the read text have one place in the landed one, whatever shortest difference between the two one takes.
 * Knows all of them at once: the least number of lines put in and taken away on the way from the start to each pair of
 * places, and from there to the end. Only the rows of the lines in question are kept.
 */
export class Alignment {
  readonly #old: Uint32Array;
  readonly #now: Uint32Array;
  /** A shortest difference goes no further from the diagonal: `now - old` lies between `low` and `high`. */
  readonly #low: number;
  readonly #high: number;
  /** By line: the way from the start to each place before it; and from each place before it to the end. */
  readonly #before = new Map<number, Uint16Array>();
  readonly #after = new Map<number, Uint16Array>();
  readonly #least: number | null;

  /** `theirs` is some difference between the texts, the shorter the better; `ranges` is all that will be asked about. */
  constructor(
    read: Lines,
    landed: Lines,
    theirs: readonly LineChange[],
    ranges: readonly LineRange[],
  ) {
    const numbers = new Map<string, number>();
    this.#old = Uint32Array.from(read.lines, (line) => numberOf(numbers, line));
    this.#now = Uint32Array.from(landed.lines, (line) => numberOf(numbers, line));
    const length = theirs.reduce((sum, { from, to, lines }) => sum + to - from + lines.length, 0);
    const growth = this.#now.length - this.#old.length;
    this.#low = -((length - growth) / 2);
    this.#high = (length + growth) / 2;
    this.#least = this.#fill(ranges.flatMap((range) => this.#linesOf(range)));
  }

  /** Whether it is certain where these lines, or this place, belong. Texts that differ too much are never certain. */
  isCertain(range: LineRange): boolean {
    if (this.#low === 0 && this.#high === 0) return true;
    const least = this.#least;
    return least !== null && this.#linesOf(range).every((line) => this.#isSettled(line, least));
  }

  /** A place between two lines is where both of them are. */
  #linesOf({ from, to }: LineRange): readonly number[] {
    const first = from === to ? Math.max(0, from - 1) : from;
    const last = from === to ? Math.min(this.#old.length, to + 1) : to;
    return Array.from({ length: last - first }, (_, at) => first + at);
  }

  /** Whether every shortest difference keeps the line, and as the same line of the landed text. */
  #isSettled(line: number, least: number): boolean {
    const before = this.#before.get(line);
    const after = this.#after.get(line + 1);
    if (before === undefined || after === undefined) return false;
    let places = 0;
    for (let off = this.#low; off <= this.#high; off += 1) {
      const now = line + off;
      if (now < 0 || now > this.#now.length) continue;
      const head = valueAt(before, off - this.#low);
      // The line is taken away, and nothing is lost by that.
      if (head + 1 + valueAt(after, off - 1 - this.#low) === least) return false;
      const isSame =
        now < this.#now.length && numberAt(this.#old, line) === numberAt(this.#now, now);
      if (isSame && head + valueAt(after, off - this.#low) === least) places += 1;
    }
    return places === 1;
  }

  /** Keeps the rows of these lines; the length of a shortest difference, or null where it would take too long. */
  #fill(lines: readonly number[]): number | null {
    const width = this.#high - this.#low + 1;
    const wanted = new Set(lines);
    const isTooMuch =
      (this.#old.length + 1) * width > MAX_STEPS || 2 * wanted.size * width > MAX_CELLS;
    if (width >= FAR || isTooMuch) return null;
    const sides = { old: this.#old, now: this.#now, low: this.#low, width };
    sweepDown(sides, (line, row) => {
      if (wanted.has(line)) this.#before.set(line, row.slice());
    });
    let least: number | null = null;
    sweepUp(sides, (line, row) => {
      if (wanted.has(line - 1)) this.#after.set(line, row.slice());
      if (line === 0) least = valueAt(row, -this.#low);
    });
    return least;
  }
}

/** Both texts as numbers of lines, and the band round the diagonal: cell `at` of a row is `now = old + low + at`. */
interface Sides {
  readonly old: Uint32Array;
  readonly now: Uint32Array;
  readonly low: number;
  readonly width: number;
}

type SeeRow = (line: number, row: Uint16Array) => void;

/** Row by row, how far it is from the start. A line that stays keeps its distance from the diagonal. */
function sweepDown({ old, now, low, width }: Sides, see: SeeRow): void {
  // In place: a cell still holds the row above until it is set, and so does the one right of it.
  const row = new Uint16Array(width + 1).fill(FAR);
  for (let line = 0; line <= old.length; line += 1) {
    const above = line === 0 ? -1 : old[line - 1];
    let left = FAR;
    for (let at = 0; at < width; at += 1) {
      const place = line + low + at;
      let best = FAR;
      if (place >= 0 && place <= now.length) {
        if (line === 0 && place === 0) best = 0;
        else {
          if (line > 0) {
            if (place > 0 && now[place - 1] === above) best = row[at] ?? FAR;
            const taken = (row[at + 1] ?? FAR) + 1;
            if (taken < best) best = taken;
          }
          if (left + 1 < best) best = left + 1;
        }
      }
      row[at] = best;
      left = best;
    }
    see(line, row);
  }
}

/** Row by row from the last, how far it is to the end. */
function sweepUp({ old, now, low, width }: Sides, see: SeeRow): void {
  const row = new Uint16Array(width).fill(FAR);
  for (let line = old.length; line >= 0; line -= 1) {
    const isLast = line === old.length;
    const here = isLast ? -1 : old[line];
    let right = FAR;
    for (let at = width - 1; at >= 0; at -= 1) {
      const place = line + low + at;
      let best = FAR;
      if (place >= 0 && place <= now.length) {
        if (isLast && place === now.length) best = 0;
        else {
          if (!isLast) {
            if (place < now.length && now[place] === here) best = row[at] ?? FAR;
            const taken = at === 0 ? FAR : (row[at - 1] ?? FAR) + 1;
            if (taken < best) best = taken;
          }
          if (right + 1 < best) best = right + 1;
        }
      }
      row[at] = best;
      right = best;
    }
    see(line, row);
  }
}

/** More than any difference that is looked at. */
const FAR = 60_000;

const valueAt = (row: Uint16Array, at: number): number => row[at] ?? FAR;
