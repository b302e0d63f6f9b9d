import type { HunkLine } from '../../../src/core/model/edit.ts';
import {
  blockOf,
  blocksIn,
  fileOf,
  withBlock,
  withFile,
  type BlockAt,
  type Draft,
} from '../draft.ts';
import type { Random } from '../seeded-random.ts';
import { countTrimmed, newLines, oldLines } from '../write-blocks.ts';
import { withScript } from './changes.ts';
import { commentIn } from './worlds.ts';
import {
  dangerous,
  inBlocks,
  inEnvelopes,
  inHunks,
  inSides,
  inWholes,
  type Variant,
} from './variant.ts';

/** Blocks whose new text is not what the author means, or that contradict each other. */

const PHRASES = [
  '... existing code ...',
  '... rest of code unchanged ...',
  'rest of the implementation remains the same',
  '... (unchanged)',
  '...',
  '… keep existing code …',
  'existing imports stay here',
];

const indentOf = (line: string): string => line.slice(0, line.length - line.trimStart().length);

/** Lines of the new text that a placeholder takes the place of: kept ones are then removed, added ones are not there. */
function elided(
  script: readonly HunkLine[],
  path: string,
  random: Random,
): readonly HunkLine[] | null {
  const fresh = script.flatMap((line, index) => (line.tag === 'remove' ? [] : [index]));
  if (fresh.length < 3) return null;
  const from = 1 + random.below(fresh.length - 2);
  const count = 1 + random.below(Math.min(4, fresh.length - from - 1));
  const gone = new Set(fresh.slice(from, from + count));
  const first = fresh[from] ?? 0;
  const text = indentOf(script[first]?.text ?? '') + commentIn(path, random.pick(PHRASES));
  return script.flatMap((line, index): HunkLine[] => {
    if (!gone.has(index)) return [line];
    const rest: HunkLine[] = line.tag === 'keep' ? [{ tag: 'remove', text: line.text }] : [];
    return index === first ? [...rest, { tag: 'add', text }] : rest;
  });
}

const withExtraBlock = (draft: Draft, at: BlockAt, script: readonly HunkLine[]): Draft => ({
  ...withFile(draft, at.file, (file) => ({
    ...file,
    blocks: [...file.blocks, { ...blockOf(draft, at), script }],
  })),
  intent: 'nothing',
});

/** A second block over the last lines of one and the lines after it, that changes a line which the first removes. */
function overlapping(draft: Draft, at: BlockAt): Draft | null {
  const block = blockOf(draft, at);
  const file = fileOf(draft, at);
  const last = block.script.findLastIndex(({ tag }) => tag === 'remove');
  if (last < 0) return null;
  const line = block.at + block.script.slice(0, last).filter(({ tag }) => tag !== 'add').length;
  const old = file.old.slice(line, block.at + oldLines(block).length + 2);
  const [first = '', ...rest] = old;
  const count = countTrimmed(file.old, old);
  if (count !== 1 || old.join('').trim().length < 12) return null;
  const script: readonly HunkLine[] = [
    { tag: 'remove', text: first },
    { tag: 'add', text: `${first} more` },
    ...rest.map((text): HunkLine => ({ tag: 'keep', text })),
  ];
  return {
    ...withFile(draft, at.file, (each) => ({
      ...each,
      blocks: [...each.blocks, { at: line, afterAt: line, script }],
    })),
    intent: 'nothing',
  };
}

const GAP = 'QZ-GAP-QZ';

const inCalls: Variant['fits'] = ({ name, family }) =>
  family === 'strings' && name !== 'tags-invoke';
const unanchored: Variant['fits'] = (dialect) =>
  inHunks(dialect) && dialect.name !== 'envelope-anchored';

const solid = (line: string): number => line.replaceAll(/\s/g, '').length;

export const DAMAGED_BLOCKS: readonly Variant[] = [
  dangerous('elided-replace', inBlocks, (draft, { random }) => {
    for (const at of blocksIn(draft, random)) {
      const script = elided(blockOf(draft, at).script, fileOf(draft, at).spelt, random);
      if (script !== null) return withScript(draft, at, () => script);
    }
    return null;
  }),
  dangerous('elided-whole-file', inWholes, (draft, { random }) => {
    const at = draft.written.findIndex(({ now }) => now.length >= 12);
    if (at < 0) return null;
    return withFile(draft, at, (file) => {
      const from = 2 + random.below(file.now.length - 8);
      const text = indentOf(file.now[from] ?? '') + commentIn(file.spelt, random.pick(PHRASES));
      const count = 2 + random.below(Math.max(1, Math.min(5, Math.floor(file.now.length / 5))));
      return { ...file, now: [...file.now.slice(0, from), text, ...file.now.slice(from + count)] };
    });
  }),
  dangerous('excerpt-as-whole-file', inWholes, (draft, { random }) => {
    const [at] = blocksIn(draft, random);
    if (at === undefined) return null;
    const part = newLines(blockOf(draft, at));
    if (part.length > fileOf(draft, at).old.length * 0.6 || fileOf(draft, at).old.length < 12)
      return null;
    const excerpt = ['```', ...part, '```'].join('\n');
    if (part.some((line) => /^\s*`{3}/.test(line))) return null;
    return {
      ...draft,
      surround: () => `${fileOf(draft, at).spelt}\n${excerpt}`,
      intent: 'nothing',
    };
  }),
  dangerous('two-contents', inWholes, (draft) => {
    const [first, ...rest] = draft.written;
    if (first === undefined || first.now.length === 0) return null;
    const other = { ...first, now: [...first.now, 'one more line'] };
    return { ...draft, written: [first, ...rest, other], intent: 'nothing' };
  }),
  dangerous('overlapping-blocks', inBlocks, (draft, { random }) => {
    for (const at of blocksIn(draft, random)) {
      const changed = overlapping(draft, at);
      if (changed !== null) return changed;
    }
    return null;
  }),
  dangerous('contradicting-blocks', inBlocks, (draft, { random }) => {
    const [at] = blocksIn(draft, random, ({ script }) =>
      script.some(({ tag, text }) => tag === 'add' && text.trim() !== ''),
    );
    if (at === undefined) return null;
    const script = blockOf(draft, at).script.map((line) =>
      line.tag === 'add' ? { ...line, text: `${line.text} also` } : line,
    );
    return withExtraBlock(draft, at, script);
  }),
  dangerous('unpaired-dots', inSides, (draft, { random }) => {
    for (const at of blocksIn(draft, random, (block) => oldLines(block).length >= 4)) {
      const { script } = blockOf(draft, at);
      const kept = script.findIndex(
        ({ tag }, index) => tag === 'keep' && index > 0 && index < script.length - 1,
      );
      if (kept < 0) continue;
      const { text } = script[kept] ?? { text: '' };
      return withScript(draft, at, (lines) => [
        ...lines.slice(0, kept),
        { tag: 'remove', text: '...' },
        { tag: 'add', text },
        ...lines.slice(kept + 1),
      ]);
    }
    return null;
  }),
  dangerous(
    'elided-hunk',
    ({ format, name }) => (format === 'diff' || format === 'envelope') && name !== 'envelope-json',
    (draft, { random }) => {
      for (const at of blocksIn(draft, random)) {
        const { script } = blockOf(draft, at);
        const kept = script.findIndex(
          ({ tag }, index) => tag === 'keep' && index > 0 && index < script.length - 1,
        );
        if (kept < 0) continue;
        const gap = random.pick(['...', '// ... existing code ...', '[...]']);
        return {
          ...withScript(draft, at, (lines) =>
            lines.map((line, index) => (index === kept ? { ...line, text: GAP } : line)),
          ),
          finish: (text) => text.replace(` ${GAP}`, gap),
        };
      }
      return null;
    },
  ),
  dangerous('repeats-line-after', inBlocks, (draft, { random }) => {
    for (const at of blocksIn(draft, random)) {
      const block = blockOf(draft, at);
      const { old } = fileOf(draft, at);
      const next = old[block.at + oldLines(block).length] ?? '';
      if (solid(next) < 10 || countTrimmed(old, [next]) !== 1) continue;
      return withScript(draft, at, (script) => [...script, { tag: 'add', text: next }]);
    }
    return null;
  }),
  dangerous('insertion-without-context', unanchored, (draft, { random }) => {
    for (const at of blocksIn(draft, random)) {
      const block = blockOf(draft, at);
      const added = block.script.filter(({ tag }) => tag === 'add');
      const first = block.script.findIndex(({ tag }) => tag === 'add');
      if (added.length === 0 || block.script.some(({ tag }) => tag === 'remove')) continue;
      return withBlock(draft, at, () => ({
        at: block.at + first,
        afterAt: block.afterAt + first,
        script: added,
      }));
    }
    return null;
  }),
  dangerous('lost-character', inBlocks, (draft, { random }) => {
    const [at] = blocksIn(draft, random, ({ script }) => script.some(({ tag }) => tag === 'add'));
    if (at === undefined) return null;
    return withScript(draft, at, (script) => {
      const index = script.findIndex(({ tag }) => tag === 'add');
      return script.map((line, each) =>
        each === index ? { ...line, text: `${line.text} \uFFFD` } : line,
      );
    });
  }),
  dangerous('wrong-declared-count', inCalls, (draft) =>
    draft.written.some(({ blocks }) => blocks.length > 0)
      ? {
          ...draft,
          style: {
            ...draft.style,
            callArguments: (args) => ({ ...args, expected_replacements: 2 }),
          },
        }
      : null,
  ),
  dangerous('missing-new-text', inCalls, (draft) => {
    if (!draft.written.some(({ blocks }) => blocks.length > 0)) return null;
    const drop = (args: Record<string, unknown>): Record<string, unknown> =>
      Object.fromEntries(Object.entries(args).filter(([key]) => !key.startsWith('new')));
    return { ...draft, style: { ...draft.style, callArguments: drop } };
  }),
  dangerous('false-end-of-file', inEnvelopes, (draft) => {
    const reaches = draft.written.some(({ blocks, old }) =>
      blocks.some((block) => block.at + oldLines(block).length >= old.length),
    );
    if (reaches || !draft.written.some(({ blocks }) => blocks.length > 0)) return null;
    return { ...draft, style: { ...draft.style, chunkTail: ['*** End of File'] } };
  }),
  dangerous('absent-anchor', inEnvelopes, (draft) =>
    draft.written.some(({ blocks }) => blocks.length > 0)
      ? { ...draft, style: { ...draft.style, chunkHead: () => ['@@ function heardOfNowhere()'] } }
      : null,
  ),
];
