import { Buffer } from 'node:buffer';
import { blockOf, blocksIn, fileOf, withFile, type Draft } from '../draft.ts';
import {
  countText,
  countTrimmed,
  newLines,
  oldLines,
  writeBlocks,
  type Block,
} from '../write-blocks.ts';
import { withScript } from './changes.ts';
import {
  anywhere,
  harmless,
  inBlocks,
  inDiffs,
  inHunks,
  inProse,
  inSides,
  inStrings,
  inWholes,
  underCaptions,
  type Variant,
} from './variant.ts';

/** Harmless flaws in how a response is spelt and laid out. */

const inMarkers: Variant['fits'] = ({ format, name }) =>
  format === 'conflict' || name === 'tags-replace-in-file';
const inPlainSides: Variant['fits'] = ({ family, isFenced }) => family === 'sides' && !isFenced;
const inNumbered: Variant['fits'] = ({ format }) => format === 'diff';

const withStyle = (draft: Draft, style: Partial<Draft['style']>): Draft => ({
  ...draft,
  style: { ...draft.style, ...style },
});

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const hasBlocks = ({ written }: Draft): boolean => written.some(({ blocks }) => blocks.length > 0);

const everyBlock = (draft: Draft, passes: (block: Block) => boolean): boolean =>
  hasBlocks(draft) && draft.written.every(({ blocks }) => blocks.every(passes));

function escapedHtml(draft: Draft, isString: boolean): Draft | null {
  const needs = (lines: readonly string[]): boolean => /[&<>]/.test(lines.join('\n'));
  const isTold = everyBlock(draft, (block) => needs(oldLines(block)) || !needs(newLines(block)));
  const isAny = draft.written.some(({ blocks }) => blocks.some((block) => needs(oldLines(block))));
  if (!isTold || !isAny || draft.written.some(({ kind }) => kind !== 'edit')) return null;
  if (isString) return withStyle(draft, { callString: escapeHtml });
  const written = draft.written.map((file) => ({
    ...file,
    blocks: file.blocks.map((block) => ({
      ...block,
      script: block.script.map(({ tag, text }) => ({ tag, text: escapeHtml(text) })),
    })),
  }));
  return { ...draft, written };
}

const escapeOnceMore = (text: string): string => JSON.stringify(text).slice(1, -1);

/** A block that asks for nothing, in a stretch that no other block touches. */
function idleBlock(
  file: Draft['written'][number],
  random: { below: (end: number) => number },
): Block | null {
  const taken = new Set(
    file.blocks.flatMap((block) => oldLines(block).map((_, line) => block.at + line)),
  );
  for (let tries = 0; tries < 20; tries += 1) {
    const at = random.below(Math.max(1, file.old.length - 3));
    const lines = file.old.slice(at, at + 3);
    const isFree = [-1, 0, 1, 2, 3].every((line) => !taken.has(at + line));
    const isUnique =
      countTrimmed(file.old, lines) === 1 &&
      // As a string, it may begin or end inside a line.
      countText(file.old.join('\n'), lines.join('\n')) === 1 &&
      lines.join('').trim().length >= 12;
    if (!isFree || !isUnique || lines.length < 3) continue;
    return { at, afterAt: at, script: lines.map((text) => ({ tag: 'keep', text })) };
  }
  return null;
}

const underCodeLabels: Variant['fits'] = (dialect) =>
  underCaptions(dialect) && dialect.name !== 'tags-text-pairs';

export const SPELLINGS: readonly Variant[] = [
  harmless('control', anywhere, (draft) => draft),
  harmless('marker-length', inMarkers, (draft, { random, dialect }) =>
    withStyle(draft, {
      markers: random.pick(/dashes|tags/.test(dialect.name) ? [5, 6, 8, 9] : [4, 5, 6, 8, 9]),
    }),
  ),
  harmless('wrong-numbers', inDiffs, (draft, { random }) =>
    hasBlocks(draft)
      ? withStyle(draft, { numberShift: (random.chance(0.5) ? 1 : -1) * (1 + random.below(200)) })
      : null,
  ),
  harmless('missing-numbers', inNumbered, (draft, { random }) =>
    hasBlocks(draft)
      ? withStyle(draft, { numbers: random.pick(['dots', 'bare', 'placeholder'] as const) })
      : null,
  ),
  harmless('wrong-counts', inNumbered, (draft, { random, dialect }) => {
    if (!hasBlocks(draft)) return null;
    // In the open, with nothing after it, a count that is too large would mean that the rest was cut off.
    const shifts = dialect.isFenced ? [-2, -1, 1, 2, 5] : [-2, -1];
    return withStyle(draft, { countShift: random.pick(shifts) });
  }),
  harmless('bare-blank-context', inHunks, (draft) => {
    const isAny = draft.written.some(({ blocks }) =>
      blocks.some(({ script }) => script.some(({ tag, text }) => tag === 'keep' && text === '')),
    );
    return isAny ? withStyle(draft, { isBlankBare: true }) : null;
  }),
  harmless('line-numbers', inSides, (draft, { random }) =>
    everyBlock(draft, (block) => oldLines(block).length > 1)
      ? withStyle(draft, { gutter: random.pick(['old', 'both'] as const) })
      : null,
  ),
  harmless('fenced-sides', inPlainSides, (draft) =>
    everyBlock(draft, ({ script }) => script.every(({ text }) => !/^\s*(?:`{3}|~{3})/.test(text)))
      ? withStyle(draft, { isWrapped: true })
      : null,
  ),
  harmless(
    'html-entities',
    ({ family, format }) => family === 'sides' || (family === 'strings' && format === 'tool-calls'),
    (draft, { dialect }) => escapedHtml(draft, dialect.family === 'strings'),
  ),
  harmless(
    'escaped-twice',
    ({ format }) => format === 'tool-calls',
    (draft) =>
      everyBlock(draft, (block) => oldLines(block).length > 1) &&
      draft.written.every(({ kind }) => kind === 'edit')
        ? withStyle(draft, { callString: escapeOnceMore })
        : null,
  ),
  harmless('declared-count', inStrings, (draft, { dialect }) =>
    hasBlocks(draft) && dialect.name !== 'tags-invoke'
      ? withStyle(draft, { callArguments: (args) => ({ ...args, expected_replacements: 1 }) })
      : null,
  ),
  harmless('crlf-response', anywhere, (draft) => ({
    ...draft,
    finish: (text) => text.replaceAll('\n', '\r\n'),
  })),
  harmless('utf-16-response', anywhere, (draft, { random }) => {
    const isBig = random.chance(0.5);
    return {
      ...draft,
      encode: (text) => {
        const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
        return isBig ? bytes.swap16() : bytes;
      },
    };
  }),
  harmless(
    'message-in-head',
    ({ name }) => name !== 'mail',
    (draft) => ({
      ...draft,
      head: 'Message: say what was changed\nAuthor: A Model <model@example.com>',
    }),
  ),
  harmless('copied-from-chat', underCodeLabels, (draft, { random }) => {
    const residue = random.pick(['Copy code', 'typescript\nCopy code', 'Copy', 'Edit\nCopy']);
    const { caption } = draft.style;
    return withStyle(draft, { caption: (path) => `${caption(path)}\n${residue}` });
  }),
  harmless(
    'indented-body',
    ({ family, format }) => (family === 'sides' || family === 'whole') && format !== 'tags',
    (draft, { random }) => withStyle(draft, { bodyIndent: random.pick(['  ', '   ']) }),
  ),
  harmless('blocks-out-of-order', inBlocks, (draft, { random }) => {
    const at = draft.written.findIndex(({ blocks }) => blocks.length > 1);
    return at < 0
      ? null
      : withFile(draft, at, (file) => ({
          ...file,
          blocks: random.chance(0.7) ? file.blocks.toReversed() : random.shuffled(file.blocks),
        }));
  }),
  harmless('repeated-block', inBlocks, (draft, { random }) => {
    const [at] = blocksIn(draft, random);
    if (at === undefined) return null;
    const block = blockOf(draft, at);
    return withFile(draft, at.file, (file) => ({ ...file, blocks: [...file.blocks, block] }));
  }),
  harmless('repeated-file', inWholes, (draft) => ({
    ...draft,
    written: [...draft.written, ...draft.written.slice(0, 1)],
  })),
  harmless(
    'idle-block',
    (dialect) => inSides(dialect) || inStrings(dialect),
    (draft, { random }) => {
      const [at] = blocksIn(draft, random);
      if (at === undefined) return null;
      const idle = idleBlock(fileOf(draft, at), random);
      if (idle === null) return null;
      return withFile(draft, at.file, (file) => ({ ...file, blocks: [...file.blocks, idle] }));
    },
  ),
  harmless('more-context', inBlocks, (draft) => {
    const written = draft.written.map((file) => {
      const blocks = writeBlocks(file.old, file.now, 9);
      return file.kind !== 'edit' || blocks === null ? file : { ...file, blocks };
    });
    return { ...draft, written };
  }),
  harmless('trailing-blanks-in-response', inSides, (draft, { random }) => {
    const [at] = blocksIn(draft, random);
    if (at === undefined) return null;
    return withScript(draft, at, (script) =>
      script.map((line) =>
        line.tag === 'keep' && line.text.trim() !== '' ? { ...line, text: `${line.text}  ` } : line,
      ),
    );
  }),
  harmless('decoy-quotation', inProse, (draft) => {
    const quoted = [
      '> src/example.ts',
      '> <<<<<<< SEARCH',
      '> the text as it stands',
      '> =======',
      '> the text as it ought to be',
      '> >>>>>>> REPLACE',
    ].join('\n');
    return {
      ...draft,
      surround: (body) => `You asked for answers of this form:\n\n${quoted}\n\nSo:\n\n${body}`,
    };
  }),
  harmless('decoy-commands', inProse, (draft, { random }) => {
    const shell = ['```bash', 'npm test', "cat > notes.txt <<'EOF'", 'hello', 'EOF', '```'].join(
      '\n',
    );
    const isFirst = random.chance(0.5);
    return {
      ...draft,
      surround: (body) =>
        isFirst
          ? `First run this:\n\n${shell}\n\nThen:\n\n${body}`
          : `${body}\n\nThen run the tests:\n\n${shell}`,
    };
  }),
  harmless('decoy-reasoning', inProse, (draft, { random, dialect }) => {
    const [at] = blocksIn(draft, random);
    const other =
      at === undefined
        ? draft
        : withScript(draft, at, (script) =>
            script.map((line) => (line.tag === 'add' ? { ...line, text: `${line.text} ?` } : line)),
          );
    const drafted = dialect.render(other);
    if (drafted === null || drafted.includes('</think')) return null;
    return {
      ...draft,
      surround: (body) =>
        `<think>\nMaybe like this:\n\n${drafted}\n\nNo, better:\n</think>\n\n${body}`,
    };
  }),
  harmless('decoy-quoted-code', inProse, (draft, { random }) => {
    const [at] = blocksIn(draft, random);
    if (at === undefined) return null;
    const file = fileOf(draft, at);
    const lines = file.old.slice(blockOf(draft, at).at).slice(0, 6);
    if (
      lines.some((line) => /^\s*(?:`{3}|~{3}|<{3}|>{3})/.test(line)) ||
      lines.join('').trim() === ''
    )
      return null;
    const quoted = ['```', ...lines, '```'].join('\n');
    return {
      ...draft,
      surround: (body) => `The code in question is this:\n\n${quoted}\n\nIt becomes:\n\n${body}`,
    };
  }),
];
