import { dirname } from 'node:path';
import { blockOf, blocksIn, withFile, type Draft } from '../draft.ts';
import { bytesOf } from '../text-file.ts';
import { sha256 } from '../../../src/core/model/content-hash.ts';
import { newLines, oldLines } from '../write-blocks.ts';
import { withScript } from './changes.ts';
import {
  anywhere,
  dangerous,
  harmless,
  inProse,
  inSides,
  inWholes,
  type Tools,
  type Variant,
} from './variant.ts';

/** Flaws of the response as a whole, and of what it does to files that are made, moved or deleted. */

/** What the last block of a body begins with, by dialect. */
const OPENERS: readonly (readonly [name: RegExp, opener: RegExp])[] = [
  [/^brackets/, /^[ \t]*\[\[\[SEARCH\]\]\]$/gm],
  [/^conflict|^tags-replace/, /^[ \t]*[<-]+ SEARCH$/gm],
  [/^envelope-json/, /^\{/gm],
  [/^envelope/, /^\*\*\* Begin Patch$/gm],
  [/^diff|^mail/, /^@@.*$/gm],
  [/^whole|^calls-fenced|^calls-lists/, /^[ \t]*`{3,}\S.*$|^[ \t]*`{3,}$/gm],
  [/^calls-lines/, /^\{"name"/gm],
  [/^calls/, /^\{/gm],
  [/^tags-text/, /^<old_text>$/gm],
  [/^tags-invoke/, /^<invoke.*$/gm],
];

/** Cuts the body inside its last block: what is left cannot be all. Null where it cannot be told from a whole one. */
function cut(body: string, { random, dialect }: Tools): string | null {
  const opener = OPENERS.find(([name]) => name.test(dialect.name))?.[1];
  const starts = opener === undefined ? [] : [...body.matchAll(opener)].map(({ index }) => index);
  const isPaired = /^(?:whole|calls-fenced|calls-lists)/.test(dialect.name);
  const start = starts.at(isPaired ? -2 : -1);
  if (start === undefined) return null;
  const signature = body.indexOf('\n-- \n', start);
  const end = signature < 0 ? body.length : signature;
  const isOpenDiff = /^(?:diff-open|diff-git-open|mail)$/.test(dialect.name);
  // In the open, only the counts of a hunk say that lines of it are missing; half of its last line says nothing.
  const last = isOpenDiff ? body.lastIndexOf('\n', end - 1) : end - 2;
  const first =
    body.indexOf('\n', start) < 0 ? start + 2 : Math.max(start + 2, body.indexOf('\n', start));
  const from = isOpenDiff ? first : start + 2;
  if (last - from < 2) return null;
  return body.slice(0, from + random.below(last - from));
}

function truncated(draft: Draft, tools: Tools): Draft {
  let whole = '';
  return {
    ...draft,
    intent: 'nothing',
    surround: (body) => (whole = body),
    finish: (text) => {
      const at = text.lastIndexOf(whole);
      const left = cut(whole, tools);
      return left === null ? null : text.slice(0, at) + left;
    },
  };
}

const CLOSERS = /^\s*(?:\[\[\[REPLACE\]\]\]|[>+]+ REPLACE)$/m;
const DIVIDERS = /^\s*(?:\[\[\[DIVIDER\]\]\]|={7})$/m;

const withoutLine = (body: string, line: RegExp): string | null =>
  line.test(body) ? body.replace(line, 'QZ-GONE').replace(/QZ-GONE\n?/, '') : null;

/** The response's other idea of the same change. */
function otherBody(draft: Draft, { random, dialect }: Tools): string | null {
  const [at] = blocksIn(draft, random, ({ script }) => script.some(({ tag }) => tag === 'add'));
  const other =
    dialect.family === 'whole'
      ? {
          ...draft,
          written: draft.written.map((file) => ({ ...file, now: [...file.now, 'one more line'] })),
        }
      : at &&
        withScript(draft, at, (script) =>
          script.map((line) => (line.tag === 'add' ? { ...line, text: `${line.text} too` } : line)),
        );
  return other === undefined ? null : dialect.render(other);
}

const FALSE_READ = `sha256:${'0'.repeat(64)}`;

const canCreate: Variant['fits'] = ({ name, format }) =>
  format !== 'tags' && name !== 'whole-file-info' && !/calls-(?:claude|gemini)/.test(name);

const hasMarkers: Variant['fits'] = (dialect) =>
  inSides(dialect) && dialect.name !== 'tags-text-pairs';

/** Dialects whose edits are followed by text of their own. */
const withWords: Variant['fits'] = (dialect) =>
  inProse(dialect) && !/^(?:diff|mail)/.test(dialect.name);

const fenced = (lines: readonly string[], info = ''): string =>
  [`\`\`\`${info}`, ...lines, '```'].join('\n');

/** A document given whole could end at any bare fence after it, so that those have to say what they hold. */
const infoBeside = ({ written }: Draft, { dialect }: Tools): string =>
  dialect.family === 'whole' &&
  written.some(({ spelt }) => /\.(?:md|mdx|markdown|rst|txt|adoc)$/i.test(spelt))
    ? 'text'
    : '';

/** A whole file over one that is there, announced as new. */
function clobbering(draft: Draft): Draft | null {
  const at = draft.written.findIndex(({ kind }) => kind === 'edit');
  if (at < 0) return null;
  const changed = withFile(draft, at, (file) => ({ ...file, kind: 'create', blocks: [] }));
  return { ...changed, intent: 'nothing' };
}

export const RESPONSES: readonly Variant[] = [
  harmless(
    'stated-read',
    ({ name }) => name !== 'mail',
    (draft) => {
      const reads = draft.world.flatMap(({ path, before }) =>
        before === null ? [] : [`Read: ${path}@sha256:${sha256(bytesOf(before))}`],
      );
      return reads.length === 0 ? null : { ...draft, head: reads.join('\n') };
    },
  ),
  dangerous(
    'stale-read',
    ({ name }) => name !== 'mail',
    (draft) => {
      const reads = draft.world.flatMap(({ path, before }) =>
        before === null ? [] : [`Read: ${path}@${FALSE_READ}`],
      );
      return reads.length === 0 ? null : { ...draft, head: reads.join('\n') };
    },
  ),
  dangerous('truncated-response', anywhere, truncated),
  dangerous('missing-closer', hasMarkers, (draft) => {
    if (draft.written.reduce((sum, { blocks }) => sum + blocks.length, 0) < 2) return null;
    return { ...draft, surround: (body) => withoutLine(body, CLOSERS) };
  }),
  dangerous('missing-divider', hasMarkers, (draft) => ({
    ...draft,
    surround: (body) => withoutLine(body, DIVIDERS),
    intent: 'nothing',
  })),
  dangerous('alternatives', inProse, (draft, tools) => {
    const other = otherBody(draft, tools);
    if (other === null || tools.dialect.name === 'mail') return null;
    return {
      ...draft,
      surround: (body) =>
        `Option A: the short way\n\n${body}\n\nOption B: the long way\n\n${other}`,
      intent: 'nothing',
    };
  }),
  dangerous(
    'only-an-example',
    ({ name }) => /^(?:brackets|conflict|whole-file)$/.test(name),
    (draft) => ({
      ...draft,
      surround: (body) => `For example, it might look something like this:\n\n${body}`,
      intent: 'nothing',
    }),
  ),
  dangerous(
    'not-to-be-applied',
    ({ name }) => /fenced$|^whole-file-info$/.test(name) && !name.startsWith('calls'),
    (draft) =>
      draft.written.length > 1
        ? null
        : {
            ...draft,
            surround: (body) => `Do not apply this, it only shows what went wrong:\n${body}`,
            intent: 'nothing',
          },
  ),
  dangerous('only-in-reasoning', inProse, (draft) => ({
    ...draft,
    surround: (body) =>
      body.includes('</think') ? null : `<think>\n${body}\n</think>\n\nDone, all of it.`,
    intent: 'nothing',
  })),
  dangerous('only-quoted', inProse, (draft) => ({
    ...draft,
    surround: (body) =>
      body
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n'),
    intent: 'nothing',
  })),
  dangerous('code-under-a-sentence', inWholes, (draft) => {
    const dir = dirname(draft.written[0]?.spelt ?? '');
    const path = `${dir === '.' ? '' : `${dir}/`}fresh-part.js`;
    const code = ['```js', 'export const fresh = true;', '```'].join('\n');
    return {
      ...draft,
      surround: () => `The new part belongs into ${path} and is short.\n\n${code}`,
      intent: 'nothing',
    };
  }),
  dangerous('asked-without-path', withWords, (draft) => ({
    ...draft,
    surround: (body) =>
      `${body}\n\nThen update the caller as well:\n\n${fenced(['run({ fresh: true });', 'close();'])}`,
    intent: 'nothing',
  })),
  harmless('explained-with-code', withWords, (draft, tools) => {
    const { random } = tools;
    const info = infoBeside(draft, tools);
    const [at] = blocksIn(draft, random);
    if (at === undefined) return null;
    const [old, now] = [oldLines(blockOf(draft, at)), newLines(blockOf(draft, at))];
    if ([...old, ...now].some((line) => /^\s*(?:`{3}|~{3}|>)/.test(line))) return null;
    const shown = [
      random.pick(['Before, it was:', 'The old code:', 'This is what went wrong:']),
      fenced(old, info),
      random.pick(['The relevant part is now:', 'I changed that to:', 'The key lines:']),
      fenced(now, info),
      random.pick(['You can use it like this:', 'Usage:', 'Run it with:', 'For example:']),
      fenced(['const done = await run({ fresh: true });', 'console.log(done);'], info),
      random.pick(['The output is:', 'This prints:', 'Result:']),
      fenced(['{ "done": true }'], info),
    ];
    return { ...draft, surround: (body) => [body, ...shown].join('\n\n') };
  }),
  dangerous('clobbering-create', canCreate, clobbering),
  dangerous('through-a-symlink', anywhere, (draft) =>
    draft.world.some(({ before }) => before === null)
      ? null
      : {
          ...draft,
          world: draft.world.map((file) => ({ ...file, mode: '120000' as const })),
          intent: 'nothing',
        },
  ),
  dangerous('ignored-path', anywhere, (draft) => {
    const made = draft.world.filter(({ before }) => before === null).map(({ path }) => path);
    return made.length === 0 ? null : { ...draft, ignored: made };
  }),
  dangerous(
    'deletes-other-content',
    ({ format }) => format === 'diff' || format === 'mail',
    (draft) => {
      const at = draft.written.findIndex(({ kind, old }) => kind === 'delete' && old.length > 1);
      if (at < 0) return null;
      const changed = withFile(draft, at, (file) => ({ ...file, old: file.old.slice(1) }));
      return { ...changed, intent: 'nothing' };
    },
  ),
  dangerous(
    'moves-onto-a-file',
    ({ format }) => format === 'envelope',
    (draft, { random }) => {
      const others = draft.scene.tree.filter(
        ({ path }) => !draft.world.some((file) => file.path === path),
      );
      if (others.length === 0 || !draft.written.some(({ kind }) => kind === 'edit')) return null;
      const moveTo = random.pick(others).path;
      return { ...draft, style: { ...draft.style, moveTo }, intent: 'nothing' };
    },
  ),
];
