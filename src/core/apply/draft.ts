import { itemAt } from '../match/item-at.ts';
import type { Region, RegionAnchor } from '../model/patch.ts';
import type { Change, Hunk, Site } from './hunk.ts';

/** A region while the text is worked on. `blocks` are all edits that touched it. */
interface DraftRegion {
  readonly start: number;
  readonly end: number;
  readonly replacement: Buffer;
  readonly askedRemoved: number;
  readonly askedAdded: number;
  readonly blocks: readonly number[];
  readonly anchors: readonly RegionAnchor[];
}

/** A change on its way in, and what it comes from. */
interface Incoming {
  readonly change: Change;
  readonly hunk: Hunk;
  readonly site: Site;
}

/**
 * A file's text while edits are applied: the original, and the regions in which the current text differs from it, sorted
 * and disjoint. Blocks located on the original come in first and together; later ones, one by one, on the current text.
 */
export class Draft {
  readonly original: Buffer;
  #regions: readonly DraftRegion[] = [];
  #current: Buffer | undefined;

  constructor(original: Buffer) {
    this.original = original;
  }

  get current(): Buffer {
    return (this.#current ??= this.#build());
  }

  get regions(): readonly Region[] {
    return this.#regions.map((region) => ({
      start: region.start,
      end: region.end,
      replacement: region.replacement,
      askedRemoved: region.askedRemoved,
      askedAdded: region.askedAdded,
      block: itemAt(region.blocks, 0),
      anchors: region.anchors,
    }));
  }

  /** Takes in hunks located on the original; none may overlap another. */
  applyToOriginal(hunks: readonly Hunk[]): void {
    const incoming = hunks.flatMap((hunk) =>
      hunk.sites.flatMap((site) =>
        site.changes.map((change): Incoming => ({ change, hunk, site })),
      ),
    );
    incoming.sort(inOrder);
    this.#regions = incoming.map(({ change, hunk, site }) => ({
      start: change.start,
      end: change.end,
      replacement: change.bytes,
      askedRemoved: change.removed,
      askedAdded: change.added,
      blocks: [hunk.block],
      anchors: [{ ...hunk.anchor, start: site.start, end: site.end }],
    }));
    this.#current = undefined;
  }

  /** The whole content, given by one block. */
  replaceAll(content: Buffer, block: number, asked: { removed: number; added: number }): void {
    this.#regions = [
      {
        start: 0,
        end: this.original.length,
        replacement: content,
        askedRemoved: asked.removed,
        askedAdded: asked.added,
        blocks: [block],
        anchors: [],
      },
    ];
    this.#current = undefined;
  }

  /** Blocks whose changes made any byte of `[start, end)` of the current text, or stand at its edge. */
  makers(start: number, end: number): readonly number[] {
    const blocks = new Set<number>();
    let shift = 0;
    for (const region of this.#regions) {
      const from = region.start + shift;
      const to = from + region.replacement.length;
      if (from > end) break;
      if (to > start && from < end) for (const block of region.blocks) blocks.add(block);
      shift += region.replacement.length - (region.end - region.start);
    }
    return [...blocks];
  }

  /** Takes in a hunk located on the current text. */
  applyToCurrent(hunk: Hunk): void {
    const changes = hunk.sites.flatMap((site) => site.changes).sort((a, b) => b.start - a.start);
    for (const change of changes) {
      this.#merge(change, hunk.block);
      this.#current = undefined;
    }
  }

  /** Puts one change of the current text in, joined with every region that it touches. */
  #merge(change: Change, block: number): void {
    const before: DraftRegion[] = [];
    const touched: { readonly region: DraftRegion; readonly from: number }[] = [];
    const after: DraftRegion[] = [];
    let shift = 0;
    let shiftAtStart = 0;
    for (const region of this.#regions) {
      const from = region.start + shift;
      const to = from + region.replacement.length;
      if (to < change.start) before.push(region);
      else if (from > change.end) after.push(region);
      else touched.push({ region, from });
      shift += region.replacement.length - (region.end - region.start);
      if (to < change.start) shiftAtStart = shift;
    }
    const current = this.current;
    const first = touched[0];
    const last = touched.at(-1);
    const growth = touched.reduce(
      (sum, { region }) => sum + region.replacement.length - (region.end - region.start),
      0,
    );
    const head = Math.min(change.start, first?.from ?? change.start);
    const lastEnd = last === undefined ? change.end : last.from + last.region.replacement.length;
    const tail = Math.max(change.end, lastEnd);
    const merged: DraftRegion = {
      start: head - shiftAtStart,
      end: tail - shiftAtStart - growth,
      replacement: Buffer.concat([
        current.subarray(head, change.start),
        change.bytes,
        current.subarray(change.end, tail),
      ]),
      askedRemoved: touched.reduce((sum, { region }) => sum + region.askedRemoved, change.removed),
      askedAdded: touched.reduce((sum, { region }) => sum + region.askedAdded, change.added),
      blocks: [...new Set([...touched.flatMap(({ region }) => region.blocks), block])],
      anchors: touched.flatMap(({ region }) => region.anchors),
    };
    this.#regions = [...before, merged, ...after];
  }

  #build(): Buffer {
    const length = this.#regions.reduce(
      (sum, { start, end, replacement }) => sum + replacement.length - (end - start),
      this.original.length,
    );
    const built = Buffer.allocUnsafe(length);
    let [read, written] = [0, 0];
    const put = (part: Buffer): void => {
      built.set(part, written);
      written += part.length;
    };
    for (const { start, end, replacement } of this.#regions) {
      put(this.original.subarray(read, start));
      put(replacement);
      read = end;
    }
    put(this.original.subarray(read));
    return built;
  }
}

/** By place; at one place, an insertion that belongs to what stands before it comes first. */
const inOrder = (a: Incoming, b: Incoming): number =>
  a.change.start - b.change.start || a.change.end - b.change.end || a.site.start - b.site.start;
