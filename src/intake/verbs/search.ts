import * as z from 'zod';
import { plainText } from '../../core/model/explain/plain-text.ts';
import type { BranchRef, Oid } from '../../core/model/ids.ts';
import { ok, refused } from '../../core/model/result.ts';
import { searchTree, type TreeHit, type TreeSearchResult } from '../../git/search-tree.ts';
import { findInTree, treeOf } from '../../git/tree.ts';
import type { Repository } from '../../git/repository.ts';
import { readingPoint } from '../reading-point.ts';
import { shortLine, targetField } from './fields.ts';
import { verb, type CallRefusal } from './verb.ts';

/** Milliseconds that a search may take. */
const TIMEOUT_MS = 5_000;
const MAX_HITS = 200;
/** Characters of hits that an answer holds. */
const MAX_CHARS = 16_000;

const input = z.strictObject({
  pattern: shortLine(1_000).describe('What to look for within a line.'),
  regex: z.boolean().describe('The pattern is a regular expression (Perl).').default(false),
  ignoreCase: z.boolean().default(false),
  paths: z
    .array(shortLine(1_000))
    .max(50)
    .describe('Globs of files, `*.ts` anywhere or `src/**` from the root; none: every file.')
    .default([]),
  limit: z.int().min(1).max(MAX_HITS).describe('Hits at most.').default(50),
  target: targetField,
});

const output = z.object({
  target: z.string(),
  commit: z.string().nullable(),
  files: z.array(
    z.object({
      path: z.string(),
      hash: z.string(),
      hits: z.array(z.object({ line: z.int(), text: z.string() })),
    }),
  ),
  hitCount: z.int(),
  isWhole: z.boolean().describe('False: there may be more hits; `note` says why.'),
  note: z.string(),
});

/** `search`: lines that match in the tracked files of the branch, in bounded time. */
export const search = verb({
  name: 'search',
  title: 'Search files',
  description:
    'Search the tracked text files at the tip of the branch that edits land on, line by line. Returns line numbers, and the hash of each file. `read` gives the lines around a hit.',
  input,
  output,
  isReadOnly: true,
  isDestructive: false,
  isIdempotent: true,
  isCostly: true,
  async run(context, asked) {
    const point = await readingPoint(context.repo, asked.target ?? null);
    if (!point.ok) return refused(point.error);
    const { target, commit } = point.value;
    const found: TreeSearchResult =
      commit === null
        ? { end: 'whole', hits: [], said: '' }
        : await searchTree(context.repo, commit, {
            pattern: asked.pattern,
            isRegex: asked.regex,
            isCaseIgnored: asked.ignoreCase,
            globs: asked.paths,
            maxHits: asked.limit,
            timeoutMs: TIMEOUT_MS,
          });
    const refusal = refusalOf(found);
    if (refusal !== null) return refused(refusal);
    return ok(await answerOf(context.repo, { target, commit }, found, asked.limit));
  },
});

function refusalOf({ end, said }: TreeSearchResult): CallRefusal | null {
  switch (end) {
    case 'too-costly':
      return {
        code: 'bad-pattern',
        title: 'This regular expression backtracks too much to be searched for',
        hint: 'Take repetitions within repetitions apart, or search for a literal part of it.',
      };
    case 'bad-regex':
      return {
        code: 'bad-pattern',
        title: `This is no regular expression: ${wordsOf(said)}`,
        hint: 'Mend it, or leave `regex` out to search for the text as it stands.',
      };
    case 'no-regex':
      return {
        code: 'bad-pattern',
        title: 'The git of this machine has no regular expressions of this kind',
        hint: 'Leave `regex` out and search for a literal part.',
      };
    case 'whole':
    case 'more':
    case 'timed-out':
      return null;
  }
}

/** What git says of an expression, without what it says of itself. */
const wordsOf = (said: string): string =>
  plainText(said.trim().split('\n')[0] ?? '').replace(/^fatal: (?:-e option, )?/, '');

const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

async function answerOf(
  repo: Repository,
  { target, commit }: { readonly target: BranchRef; readonly commit: Oid | null },
  { end, hits }: TreeSearchResult,
  limit: number,
) {
  const { shown, isCut } = withinRoom(hits);
  const tree = await treeOf(repo, commit);
  const files = await Promise.all(
    Array.from(
      Map.groupBy(shown, ({ path }) => path),
      async ([path, found]) => ({
        path,
        hash: `blob:${(await findInTree(repo, tree, path))?.oid ?? ''}`,
        hits: found.map(({ line, text }) => ({ line, text: plainText(text) })),
      }),
    ),
  );
  const note = noteOf(end, isCut, limit);
  const lines = files.flatMap(({ path, hash, hits: found }) => [
    `${plainText(path)} (${hash})`,
    ...found.map(({ line, text }) => `  ${line}: ${text}`),
  ]);
  const branch = target.replace('refs/heads/', '');
  const data = {
    target: branch,
    commit,
    files,
    hitCount: shown.length,
    isWhole: end === 'whole' && !isCut,
    note,
  };
  const head = `${counted(shown.length, 'hit')} in ${counted(files.length, 'file')} on ${plainText(branch)}.`;
  return { data, text: [head, ...lines, ...(note === '' ? [] : [note])].join('\n') };
}

function withinRoom(hits: readonly TreeHit[]): { shown: readonly TreeHit[]; isCut: boolean } {
  let room = MAX_CHARS;
  const end = hits.findIndex(({ path, text }) => {
    room -= path.length + text.length + 20;
    return room < 0;
  });
  return end < 0 ? { shown: hits, isCut: false } : { shown: hits.slice(0, end), isCut: true };
}

function noteOf(end: TreeSearchResult['end'], isCut: boolean, limit: number): string {
  if (end === 'timed-out') {
    return 'The time was up before every file was searched: name files in `paths`.';
  }
  if (isCut) return 'There are more hits than fit: name files in `paths`, or more of the text.';
  return end === 'more'
    ? `There are more than ${limit} hits: name files in \`paths\`, more of the text, or a higher \`limit\`.`
    : '';
}
