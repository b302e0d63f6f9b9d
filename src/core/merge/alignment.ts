import { numberAt } from '../match/item-at.ts';
import { numberOf } from '../match/line-search.ts';
import type { LineChange, Lines } from './line-changes.ts';

/** Cells of the tables up to which alignments are compared; texts that would take more count as uncertain. */
const MAX_CELLS = 4_000_000;

/**
 * Whether lines of the read text have one place in the landed one, whatever shortest difference between the two one takes.
 * Knows every shortest difference at once: the least number of lines put in and taken away on the way to each pair of
 * places, and on the way from there to the end.
 */
export class Alignment {
  readonly #old: Uint32Array;
  readonly #now: Uint32Array;
  /** A shortest difference goes no further from the diagonal: `now - old` lies between `low` and `high`. */
  readonly #low: number;
  readonly #high: number;
  #tables: { readonly before: Uint16Array; readonly after: Uint16Array } | null | undefined;

  /** `theirs` is some difference between the texts, the shorter the better. */
  constructor(read: Lines, landed: Lines, theirs: readonly LineChange[]) {
    const numbers = new Map<string, number>();
    this.#old = Uint32Array.from(read.lines, (line) => numberOf(numbers, line));
    this.#now = Uint32Array.from(landed.lines, (line) => numberOf(numbers, line));
    const length = theirs.reduce((sum, { from, to, lines }) => sum + to - from + lines.length, 0);
    const growth = this.#now.length - this.#old.length;
    this.#low = -((length - growth) / 2);
    this.#high = (length + growth) / 2;
  }

  /** Whether it is certain where lines `[from, to)`, or the place between two lines where both are the same, belong. */
  isCertain(from: number, to: number): boolean {
    if (this.#low === 0 && this.#high === 0) return true;
    this.#tables ??= this.#build();
    if (this.#tables === null) return false;
    const first = from === to ? Math.max(0, from - 1) : from;
    const last = from === to ? Math.min(this.#old.length, to + 1) : to;
    for (let line = first; line < last; line += 1) if (!this.#isSettled(line)) return false;
    return true;
  }

  /** Whether every shortest difference keeps the line, and as the same line of the landed text. */
  #isSettled(line: number): boolean {
    const { before, after } = this.#tables ?? { before: EMPTY, after: EMPTY };
    const least = numberIn(after, this.#cell(0, 0));
    let places = 0;
    for (let now = line + this.#low; now <= line + this.#high; now += 1) {
      if (now < 0 || now > this.#now.length) continue;
      const head = numberIn(before, this.#cell(line, now));
      const isDropped =
        now - line - 1 >= this.#low &&
        head + 1 + numberIn(after, this.#cell(line + 1, now)) === least;
      if (isDropped) return false;
      const isPair =
        now < this.#now.length &&
        numberAt(this.#old, line) === numberAt(this.#now, now) &&
        head + numberIn(after, this.#cell(line + 1, now + 1)) === least;
      if (isPair) places += 1;
    }
    return places === 1;
  }

  #cell(old: number, now: number): number {
    return old * (this.#high - this.#low + 1) + (now - old - this.#low);
  }

  #build(): { readonly before: Uint16Array; readonly after: Uint16Array } | null {
    const cells = (this.#old.length + 1) * (this.#high - this.#low + 1);
    if (cells > MAX_CELLS || this.#high - this.#low >= FAR) return null;
    const before = new Uint16Array(cells).fill(FAR);
    const after = new Uint16Array(cells).fill(FAR);
    for (let old = 0; old <= this.#old.length; old += 1) this.#fillBefore(before, old);
    for (let old = this.#old.length; old >= 0; old -= 1) this.#fillAfter(after, old);
    return { before, after };
  }

  #fillBefore(table: Uint16Array, old: number): void {
    const last = Math.min(this.#now.length, old + this.#high);
    for (let now = Math.max(0, old + this.#low); now <= last; now += 1) {
      const isSame = old > 0 && now > 0 && this.#old[old - 1] === this.#now[now - 1];
      const taken =
        old > 0 && now - old < this.#high ? numberIn(table, this.#cell(old - 1, now)) + 1 : FAR;
      const put =
        now > 0 && now - old > this.#low ? numberIn(table, this.#cell(old, now - 1)) + 1 : FAR;
      const kept = isSame ? numberIn(table, this.#cell(old - 1, now - 1)) : FAR;
      table[this.#cell(old, now)] = old + now === 0 ? 0 : Math.min(FAR, taken, put, kept);
    }
  }

  #fillAfter(table: Uint16Array, old: number): void {
    const { length } = this.#now;
    const isLast = old === this.#old.length;
    const first = Math.max(0, old + this.#low);
    for (let now = Math.min(length, old + this.#high); now >= first; now -= 1) {
      const isSame = !isLast && now < length && this.#old[old] === this.#now[now];
      const taken =
        !isLast && now - old > this.#low ? numberIn(table, this.#cell(old + 1, now)) + 1 : FAR;
      const put =
        now < length && now - old < this.#high
          ? numberIn(table, this.#cell(old, now + 1)) + 1
          : FAR;
      const kept = isSame ? numberIn(table, this.#cell(old + 1, now + 1)) : FAR;
      table[this.#cell(old, now)] = isLast && now === length ? 0 : Math.min(FAR, taken, put, kept);
    }
  }
}

/** More than any difference that is looked at. */
const FAR = 60_000;
const EMPTY = new Uint16Array();

const numberIn = (table: Uint16Array, at: number): number => table[at] ?? FAR;
