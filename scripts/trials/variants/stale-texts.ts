import {
  blockOf,
  blocksIn,
  fileOf,
  withBlock,
  withWorld,
  type BlockAt,
  type Draft,
} from '../draft.ts';
import type { Random } from '../seeded-random.ts';
import { countText, countTrimmed, newLines, oldLines, type Block } from '../write-blocks.ts';
import {
  otherToken,
  placeOf,
  shortened,
  standsNowhere,
  tokensOf,
  withLine,
  withOldText,
  withScript,
} from './changes.ts';
import {
  anywhere,
  dangerous,
  harmless,
  inBlocks,
  inHunks,
  inSides,
  type Variant,
} from './variant.ts';

/** Old text that does not stand in the file, or stands there more than once. */

const hallucinated = (
  draft: Draft,
  random: Random,
  places = blocksIn(draft, random),
): Draft | null =>
  withOldText(draft, places, (line, file) => {
    const tokens = tokensOf(line);
    if (tokens.length === 0) return null;
    const { 0: token, index } = random.pick(tokens);
    const other = otherToken(token, file.old, random);
    return line.slice(0, index) + other + line.slice(index + token.length);
  });

/** The world's file before, changed; whatever the response then does to it was not meant. */
const moved = (
  draft: Draft,
  at: BlockAt,
  change: (lines: readonly string[]) => readonly string[],
): Draft => ({
  ...withWorld(draft, draft.world[at.file]?.path ?? '', (file) => ({
    ...file,
    before: file.before && { ...file.before, lines: change(file.before.lines) },
  })),
  intent: 'nothing',
});

const linesBefore = (draft: Draft, at: BlockAt): readonly string[] =>
  draft.world[at.file]?.before?.lines ?? [];

/** The lines of a block with one word of theirs made another, everywhere in them; null where they have none. */
function sibling(block: Block, random: Random): readonly string[] | null {
  const old = oldLines(block);
  const tokens = old.flatMap((line) => tokensOf(line).map(([token]) => token));
  if (tokens.length === 0) return null;
  const token = random.pick(tokens);
  return old.map((line) => line.replaceAll(token, `${token}Two`));
}

const splice = (
  lines: readonly string[],
  from: number,
  count: number,
  put: readonly string[],
): readonly string[] => [...lines.slice(0, from), ...put, ...lines.slice(from + count)];

/** The draft with one block shortened until it stands several times. */
function ambiguous(
  draft: Draft,
  random: Random,
  contexts: readonly number[],
): { draft: Draft; at: BlockAt } | null {
  for (const at of blocksIn(draft, random)) {
    const block = shortened(blockOf(draft, at), fileOf(draft, at).old, contexts);
    if (block === null) continue;
    return { draft: withBlock(draft, at, () => block), at };
  }
  return null;
}

const hinted: Variant['fits'] = ({ name, format }) =>
  format === 'diff' || name === 'conflict-hinted';

const withFreshRead = (draft: Draft, at: BlockAt): Draft => ({
  ...draft,
  freshReads: [draft.world[at.file]?.path ?? ''],
});

export const STALE_TEXTS: readonly Variant[] = [
  harmless('numbered-twin-with-read', hinted, (draft, { random }) => {
    const found = ambiguous(draft, random, [0, 1, 2]);
    return found === null ? null : withFreshRead(found.draft, found.at);
  }),
  dangerous('misnumbered-twin', hinted, (draft, { random }) => {
    const found = ambiguous(draft, random, [0, 1, 2]);
    if (found === null) return null;
    const old = oldLines(blockOf(found.draft, found.at));
    const file = fileOf(draft, found.at).old;
    const shift = random.pick([-7, -3, -2, -1, 1, 2, 3, 7]);
    const wrong = blockOf(found.draft, found.at).at + shift;
    if (wrong < 0 || old.every((line, index) => file[wrong + index] === line)) return null;
    return withFreshRead(
      withBlock(found.draft, found.at, (block) => ({ ...block, at: wrong })),
      found.at,
    );
  }),
  dangerous(
    'ambiguous-anchor',
    inBlocks,
    (draft, { random }) => ambiguous(draft, random, [0, 1, 2])?.draft ?? null,
  ),
  dangerous(
    'zero-context-twin',
    inHunks,
    (draft, { random }) => ambiguous(draft, random, [0])?.draft ?? null,
  ),
  dangerous('hallucinated-token', inBlocks, (draft, { random }) => hallucinated(draft, random)),
  dangerous('one-bad-file-of-several', inBlocks, (draft, { random }) => {
    if (draft.written.length < 2) return null;
    return hallucinated(draft, random);
  }),
  dangerous('one-bad-block-of-several', inBlocks, (draft, { random }) => {
    const places = blocksIn(draft, random);
    return places.length < 2 ? null : hallucinated(draft, random, places.slice(0, 1));
  }),
  dangerous('case-only', inBlocks, (draft, { random }) =>
    withOldText(draft, blocksIn(draft, random), (line) => {
      const tokens = tokensOf(line);
      if (tokens.length === 0) return null;
      const { 0: token, index } = random.pick(tokens);
      const first = token[0] ?? '';
      const other = first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase();
      return line.slice(0, index) + other + line.slice(index + 1);
    }),
  ),
  dangerous('other-number', inBlocks, (draft, { random }) =>
    withOldText(draft, blocksIn(draft, random), (line) => {
      const numbers = [...line.matchAll(/\d+/g)];
      if (numbers.length === 0) return null;
      const { 0: number, index } = random.pick(numbers);
      return line.slice(0, index) + String(Number(number) + 1) + line.slice(index + number.length);
    }),
  ),
  dangerous('blank-between-words', inBlocks, (draft, { random }) =>
    withOldText(draft, blocksIn(draft, random), (line) => {
      const blanks = [...line.matchAll(/(?<=\S) +(?=\S)/g)];
      if (blanks.length === 0) return null;
      const { 0: gap, index } = random.pick(blanks);
      const other = gap.length > 1 ? ' ' : random.pick(['', '  ']);
      return line.slice(0, index) + other + line.slice(index + gap.length);
    }),
  ),
  dangerous('invented-middle', inBlocks, (draft, { random }) => {
    for (const at of blocksIn(draft, random, (block) => oldLines(block).length >= 4)) {
      const { script } = blockOf(draft, at);
      const inside = script
        .map((_, index) => index)
        .filter((index) => script[index]?.tag !== 'add')
        .slice(1, -1);
      const changed = withScript(draft, at, (lines) =>
        lines.map((line, index) =>
          inside.includes(index)
            ? { ...line, text: line.text.replace(/\S.*/, `step(${index}, true);`) }
            : line,
        ),
      );
      if (standsNowhere(blockOf(changed, at), fileOf(draft, at).old))
        return { ...changed, place: placeOf(draft, at) };
    }
    return null;
  }),
  dangerous(
    'prefix-of-longer-line',
    (dialect) => inSides(dialect) || inHunks(dialect),
    (draft, { random }) => {
      for (const at of blocksIn(draft, random, (block) => oldLines(block).length >= 2)) {
        const { script } = blockOf(draft, at);
        const last = script.findLastIndex(({ tag }) => tag !== 'add');
        const text = script[last]?.text ?? '';
        if (text.trim().length < 6) continue;
        const start = text.length - text.trimStart().length;
        const end = start + 2 + random.below(text.trim().length - 4);
        const changed = withScript(draft, at, (lines) =>
          withLine(lines, last, (line) => line.slice(0, end)),
        );
        if (countTrimmed(fileOf(draft, at).old, oldLines(blockOf(changed, at))) > 0) continue;
        return { ...changed, place: placeOf(draft, at) };
      }
      return null;
    },
  ),
  dangerous('stale-base', inBlocks, (draft, { random }) => {
    for (const at of blocksIn(draft, random)) {
      const block = blockOf(draft, at);
      const length = oldLines(block).length;
      const line = block.at + random.below(length);
      const way = random.pick(['changed', 'dropped', 'inserted'] as const);
      if (way === 'inserted' && length < 2) continue;
      const text = linesBefore(draft, at)[line] ?? '';
      const put = { changed: [`${text} // since`], dropped: [], inserted: [text, 'since();'] }[way];
      const from = way === 'inserted' ? Math.min(line, block.at + length - 2) : line;
      const real = way === 'inserted' ? [linesBefore(draft, at)[from] ?? '', 'since();'] : put;
      const changed = moved(draft, at, (lines) => splice(lines, from, 1, real));
      const now = linesBefore(changed, at);
      if (now.length > 0 && standsNowhere(block, now)) return changed;
    }
    return null;
  }),
  dangerous('only-the-sibling-stands', inBlocks, (draft, { random }) => {
    for (const at of blocksIn(draft, random)) {
      const block = blockOf(draft, at);
      const twin = sibling(block, random);
      if (twin === null) continue;
      const changed = moved(draft, at, (lines) => splice(lines, block.at, twin.length, twin));
      if (standsNowhere(block, linesBefore(changed, at))) return changed;
    }
    return null;
  }),
  dangerous('third-of-two-twins', inBlocks, (draft, { random }) => {
    for (const at of blocksIn(draft, random)) {
      const block = blockOf(draft, at);
      const twin = sibling(block, random);
      if (twin === null) continue;
      const bad = hallucinated(draft, random, [at]);
      if (bad === null) continue;
      const changed = moved(bad, at, (lines) => [...lines, ...twin]);
      if (standsNowhere(blockOf(changed, at), linesBefore(changed, at))) return changed;
    }
    return null;
  }),
  dangerous('already-applied', anywhere, (draft) => ({
    ...draft,
    world: draft.world.map((file) => ({ ...file, before: file.after })),
    intent: 'nothing',
  })),
  dangerous('one-block-already-stands', inBlocks, (draft, { random }) => {
    const places = blocksIn(draft, random, (_, file) => file.blocks.length > 1);
    const [at] = places;
    if (at === undefined) return null;
    const block = blockOf(draft, at);
    const done = moved(draft, at, (lines) =>
      splice(lines, block.at, oldLines(block).length, newLines(block)),
    );
    return { ...done, intent: 'after' };
  }),
  dangerous('only-a-part-of-the-place', inBlocks, (draft, { random }) => {
    for (const at of blocksIn(draft, random, (block) => oldLines(block).length >= 2)) {
      const block = blockOf(draft, at);
      const half = oldLines(block).slice(0, 1);
      const changed = moved(draft, at, (lines) => [
        ...splice(lines, block.at, oldLines(block).length, half),
      ]);
      const now = linesBefore(changed, at).join('\n');
      if (
        countText(now, oldLines(block).join('\n')) === 0 &&
        standsNowhere(block, linesBefore(changed, at))
      )
        return changed;
    }
    return null;
  }),
];
