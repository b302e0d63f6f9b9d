import { lineDiff } from '../../match/line-diff.ts';
import type { SourceView } from '../../source/source-view.ts';
import { changedRuns, type ChangedRun } from '../../match/changed-runs.ts';
import { joinedTokens, lineTokens, type LineTokens } from './line-tokens.ts';

/** Changed lines that say the same as before, and whether any changed line says something else. */
export interface Collateral {
  /** Lines added and removed that differ in form alone. */
  readonly formatting: number;
  /** Import lines that only changed places, added and removed. */
  readonly imports: number;
  /** Comment lines that went although the code around them stayed. */
  readonly comments: number;
  readonly hasRealChange: boolean;
  /** 1-based lines of the new content that differ in form alone, or changed places. */
  readonly lines: readonly number[];
}

/** One side of a file while it is looked at. */
interface Side {
  readonly view: SourceView;
  readonly tokens: readonly LineTokens[];
}

/** Compares both sides line by line and token by token. `mayDropComments`: the edits asked for it in so many words. */
export function collateralLines(
  before: SourceView,
  after: SourceView,
  mayDropComments: boolean,
): Collateral {
  const old: Side = { view: before, tokens: lineTokens(before) };
  const now: Side = { view: after, tokens: lineTokens(after) };
  const tally = new Tally(old, now, mayDropComments);
  for (const run of changedRuns(before.lines, after.lines, true)) tally.add(run);
  return tally.result();
}

const IMPORT = /^(?:import|from|use|using|#include|require|const \w+ = require|mod|package)\b/;

/** Counts as it goes through the runs of one file; the import lines are compared at the end, over all of them. */
class Tally {
  readonly #old: Side;
  readonly #now: Side;
  readonly #mayDropComments: boolean;
  #formatting = 0;
  #comments = 0;
  #hasRealChange = false;
  readonly #lines: number[] = [];
  readonly #lostImports: string[] = [];
  readonly #newImports: { readonly text: string; readonly line: number }[] = [];

  constructor(old: Side, now: Side, mayDropComments: boolean) {
    this.#old = old;
    this.#now = now;
    this.#mayDropComments = mayDropComments;
  }

  add(run: ChangedRun): void {
    const removed = this.#old.tokens.slice(run.fromOld, run.toOld);
    const added = this.#now.tokens.slice(run.fromNew, run.toNew);
    if (joinedTokens(removed, this.#old.view) === joinedTokens(added, this.#now.view)) {
      this.#formatting += removed.length + added.length;
      for (let line = run.fromNew; line < run.toNew; line += 1) this.#lines.push(line + 1);
      return;
    }
    if (isLostComment(removed, added)) {
      if (this.#mayDropComments) this.#hasRealChange = true;
      else this.#comments += removed.filter(({ hasComment }) => hasComment).length;
      return;
    }
    this.#addMixed(run);
  }

  /** A run in which something real changed: its lines are paired one by one. */
  #addMixed(run: ChangedRun): void {
    const removed = spoken(this.#old, run.fromOld, run.toOld);
    const added = spoken(this.#now, run.fromNew, run.toNew);
    const pairs = lineDiff(
      removed.map(({ key }) => key),
      added.map(({ key }) => key),
    );
    const partner = new Map<number, SpokenLine>();
    removed.forEach((line, at) => {
      const pair = pairs[at] ?? -1;
      if (pair !== -1) partner.set(pair, line);
      else this.#lose(line);
    });
    added.forEach((line, at) => {
      if (!partner.has(at)) this.#gain(line);
    });
    const excused = movedAlong(removed, added, pairs);
    for (const [at, line] of partner) {
      const fresh = added[at];
      if (fresh === undefined || line.text === fresh.text || excused.has(at)) continue;
      this.#formatting += 2;
      this.#lines.push(fresh.line + 1);
    }
  }

  #lose(line: SpokenLine): void {
    if (IMPORT.test(line.text.trim())) this.#lostImports.push(line.text.trim());
    else this.#hasRealChange = true;
  }

  #gain(line: SpokenLine): void {
    if (IMPORT.test(line.text.trim()))
      this.#newImports.push({ text: line.text.trim(), line: line.line });
    else this.#hasRealChange = true;
  }

  result(): Collateral {
    const lost = new Map<string, number>();
    for (const text of this.#lostImports) lost.set(text, (lost.get(text) ?? 0) + 1);
    let moved = 0;
    for (const { text, line } of this.#newImports) {
      const left = lost.get(text) ?? 0;
      if (left === 0) continue;
      lost.set(text, left - 1);
      moved += 1;
      this.#lines.push(line + 1);
    }
    const isSameImports = moved === this.#newImports.length && moved === this.#lostImports.length;
    return {
      formatting: this.#formatting,
      imports: 2 * moved,
      comments: this.#comments,
      hasRealChange: this.#hasRealChange || !isSameImports,
      lines: this.#lines.toSorted((a, b) => a - b),
    };
  }
}

const isLostComment = (removed: readonly LineTokens[], added: readonly LineTokens[]): boolean =>
  removed.some(({ hasComment }) => hasComment) &&
  removed.every(({ hasCode }) => !hasCode) &&
  added.every(({ tokens }) => tokens.length === 0);

/** A line that is not blank. */
interface SpokenLine {
  readonly line: number;
  readonly text: string;
  readonly indent: string;
  readonly key: string;
}

function spoken({ view, tokens }: Side, from: number, to: number): readonly SpokenLine[] {
  const lines: SpokenLine[] = [];
  for (let line = from; line < to; line += 1) {
    const entry = tokens[line];
    if (entry === undefined || entry.tokens.length === 0) continue;
    const text = view.lines[line] ?? '';
    lines.push({ line, text, indent: entry.indent, key: joinedTokens([entry], view) });
  }
  return lines;
}

/**
 * Lines that moved right or left as one block beside a real change: what an `if` around them, or its loss, does to them.
 * `pairs` names for each removed line the added one that says the same, or -1.
 */
function movedAlong(
  removed: readonly SpokenLine[],
  added: readonly SpokenLine[],
  pairs: Int32Array,
): ReadonlySet<number> {
  const partner = new Map<number, number>();
  pairs.forEach((pair, at) => {
    if (pair !== -1) partner.set(pair, at);
  });
  const shiftAt = (at: number): string | null => {
    const old = removed[partner.get(at) ?? -1];
    const now = added[at];
    return old === undefined || now === undefined ? null : shiftOf(old, now);
  };
  /** No line of the other side stands there for the one that stands here. */
  const isChanged = (at: number): boolean => at >= 0 && at < added.length && !partner.has(at);
  const isGone = (at: number): boolean => at >= 0 && at < removed.length && pairs[at] === -1;
  const excused = new Set<number>();
  for (let from = 0; from < added.length;) {
    const shift = shiftAt(from);
    let to = from + 1;
    while (to < added.length && shiftAt(to) === shift) to += 1;
    const isBesideChange =
      isChanged(from - 1) ||
      isChanged(to) ||
      isGone((partner.get(from) ?? -1) - 1) ||
      isGone((partner.get(to - 1) ?? added.length + removed.length) + 1);
    if (shift !== null && isBesideChange) for (let at = from; at < to; at += 1) excused.add(at);
    from = to;
  }
  return excused;
}

/** `+pad` or `-pad` where two lines differ by white space at their heads alone; null where by anything else. */
function shiftOf(old: SpokenLine, now: SpokenLine): string | null {
  if (old.text.slice(old.indent.length) !== now.text.slice(now.indent.length)) return null;
  if (now.indent.endsWith(old.indent))
    return `+${now.indent.slice(0, now.indent.length - old.indent.length)}`;
  if (old.indent.endsWith(now.indent))
    return `-${old.indent.slice(0, old.indent.length - now.indent.length)}`;
  return null;
}
