import type { FileSide } from '../model/patch.ts';

/** A path that went, or one that is new. `id` names the content. */
export interface LoosePath {
  readonly path: string;
  readonly id: string;
  readonly side: FileSide;
}

/** Share of the lines that two contents must have in common to be one file under another name. */
const ALIKE = 0.5;
/** More paths than this on either side are paired by equal content alone. */
const MAX_COMPARED = 200;
/** Contents that differ more in size are not compared. */
const MAX_SIZE_RATIO = 2;
const MAX_BYTES = 512 * 1024;

/**
 * Which new path is which lost one under another name: by equal content first (the same name before others), then by
 * content alike. New path -> lost path; each is used once.
 */
export function pairRenames(
  lost: readonly LoosePath[],
  made: readonly LoosePath[],
): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  const taken = new Set<string>();
  const pair = (to: LoosePath, from: LoosePath): void => {
    pairs.set(to.path, from.path);
    taken.add(from.path);
  };
  const byId = Map.groupBy(lost, ({ id }) => id);
  for (const one of made) {
    if (one.side.bytes.length === 0) continue;
    const same = (byId.get(one.id) ?? []).filter(({ path }) => !taken.has(path));
    const best = same.find(({ path }) => nameOf(path) === nameOf(one.path)) ?? same[0];
    if (best !== undefined) pair(one, best);
  }
  const leftLost = lost.filter(({ path, side }) => !taken.has(path) && isText(side));
  const leftMade = made.filter(({ path, side }) => !pairs.has(path) && isText(side));
  if (leftLost.length > MAX_COMPARED || leftMade.length > MAX_COMPARED) return pairs;
  for (const [to, from] of alikePairs(leftLost, leftMade)) {
    if (!pairs.has(to.path) && !taken.has(from.path)) pair(to, from);
  }
  return pairs;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const isText = ({ bytes, mode }: FileSide): boolean =>
  (mode === '100644' || mode === '100755') &&
  bytes.length > 0 &&
  bytes.length <= MAX_BYTES &&
  !bytes.includes(0);

/** Pairs of alike contents, the most alike first. */
function alikePairs(
  lost: readonly LoosePath[],
  made: readonly LoosePath[],
): readonly (readonly [to: LoosePath, from: LoosePath])[] {
  if (lost.length === 0 || made.length === 0) return [];
  const counts = new Map(lost.map((one) => [one, lineCounts(one.side)] as const));
  const found = made.flatMap((to) => {
    const mine = lineCounts(to.side);
    return [...counts].flatMap(([from, theirs]) => {
      const [small, large] = [from.side.bytes.length, to.side.bytes.length].sort((a, b) => a - b);
      if ((large ?? 0) > MAX_SIZE_RATIO * (small ?? 0)) return [];
      const share = shareInCommon(mine, theirs);
      return share < ALIKE ? [] : [{ to, from, share }];
    });
  });
  return found.sort((a, b) => b.share - a.share).map(({ to, from }) => [to, from]);
}

interface LineCounts {
  readonly lines: ReadonlyMap<string, number>;
  readonly total: number;
}

function lineCounts({ bytes }: FileSide): LineCounts {
  const lines = new Map<string, number>();
  let total = 0;
  for (const line of Buffer.from(bytes).toString('latin1').split('\n')) {
    const text = line.trim();
    if (text === '') continue;
    lines.set(text, (lines.get(text) ?? 0) + 1);
    total += 1;
  }
  return { lines, total };
}

function shareInCommon(a: LineCounts, b: LineCounts): number {
  let common = 0;
  for (const [line, count] of a.lines) common += Math.min(count, b.lines.get(line) ?? 0);
  return common / Math.max(a.total, b.total, 1);
}
