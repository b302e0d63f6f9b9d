import type { ChildProcess } from 'node:child_process';
import type { Oid } from '../core/model/ids.ts';
import { decodePath } from './path-bytes.ts';
import { failedCall, startGit } from './plumbing.ts';
import type { Repository } from './repository.ts';

/** What to look for in the tracked text files of a commit, line by line. */
export interface TreeSearch {
  /** One line: text as it stands, or a regular expression in Perl's notation. */
  readonly pattern: string;
  readonly isRegex: boolean;
  readonly isCaseIgnored: boolean;
  /** Globs of paths from the root (`src/**`, `*.ts`); empty: every file. */
  readonly globs: readonly string[];
  /** Hits at most. */
  readonly maxHits: number;
  /** Milliseconds after which the search is ended. */
  readonly timeoutMs: number;
}

/** One line that matches. `line` and `column` are 1-based; `column` counts bytes. */
export interface TreeHit {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** The line's text, cut after 300 characters. */
  readonly text: string;
}

/**
 * How a search ended: `whole` (all hits are there), `more` (the limit of hits was reached), `timed-out` (the hits until
 * then), or not at all: `too-costly` (the expression backtracks too much), `bad-regex` and `no-regex` (this git has no
 * such expressions), with git's words.
 */
export type TreeSearchEnd =
  'whole' | 'more' | 'timed-out' | 'too-costly' | 'bad-regex' | 'no-regex';

export interface TreeSearchResult {
  readonly end: TreeSearchEnd;
  readonly hits: readonly TreeHit[];
  /** What git said where it refused; else empty. */
  readonly said: string;
}

/** Bytes of git's output that are kept of one line: a match in a bundled file may be megabytes long. */
const MAX_LINE_BYTES = 4_000;
const MAX_TEXT = 300;
const MAX_SAID = 2_000;

/**
 * Searches the tree of a commit. Time, hits and memory are bounded whatever the pattern is: Perl's expressions have a
 * limit of their own in git, the process is ended at the limit, and no line is kept whole.
 */
export async function searchTree(
  repo: Repository,
  commit: Oid,
  search: TreeSearch,
): Promise<TreeSearchResult> {
  const args = grepArguments(commit, search);
  const child = startGit(repo, args);
  child.stdin?.end();
  // One more than asked for tells whether there are more.
  const collector = collectHits(search.maxHits + 1, () => child.kill('SIGKILL'));
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, search.timeoutMs);
  const { code, said } = await endOf(child, collector.take).finally(() => clearTimeout(limit));
  const hits = collector.hits();
  if (hits.length > search.maxHits) {
    return { end: 'more', hits: hits.slice(0, search.maxHits), said: '' };
  }
  if (isLate) return { end: 'timed-out', hits, said: '' };
  if (code === 0 || code === 1) return { end: 'whole', hits, said: '' };
  const refusal = refusalOf(said);
  if (refusal === null)
    throw failedCall(args, { code: code ?? 128, stdout: Buffer.alloc(0), stderr: said });
  return { end: refusal, hits: [], said };
}

const grepArguments = (commit: Oid, search: TreeSearch): readonly string[] => [
  'grep',
  '--no-color',
  '--no-textconv',
  '--no-recurse-submodules',
  '--full-name',
  '--no-heading',
  '--no-break',
  '-I',
  '-n',
  '-z',
  '--column',
  search.isRegex ? '-P' : '-F',
  ...(search.isCaseIgnored ? ['-i'] : []),
  '-e',
  search.pattern,
  commit,
  '--',
  // The magic in front makes the rest a glob, whatever it begins with.
  ...search.globs.map(
    (glob) => `:(top,glob)${glob.includes('/') ? glob.replace(/^\/+/, '') : `**/${glob}`}`,
  ),
];

function refusalOf(said: string): TreeSearchEnd | null {
  if (/limit exceeded|JIT stack|pcre2?_(?:jit_)?(?:match|exec) failed/i.test(said))
    return 'too-costly';
  if (/when not compiled with|support for libpcre|cannot use Perl-compatible/i.test(said))
    return 'no-regex';
  return /-e option|regular expression|pattern|invalid/i.test(said) ? 'bad-regex' : null;
}

/** Reads `COMMIT:path NUL line NUL column NUL text LF`, keeping no more of a line than is shown. */
function collectHits(
  maxHits: number,
  onFull: () => void,
): { readonly take: (chunk: Buffer) => void; readonly hits: () => readonly TreeHit[] } {
  const hits: TreeHit[] = [];
  let rest = Buffer.alloc(0);
  let isSkipping = false;
  const finish = (record: Buffer): void => {
    const hit = hitOf(record);
    if (hit === null || hits.length >= maxHits) return;
    hits.push(hit);
    if (hits.length === maxHits) onFull();
  };
  return {
    hits: () => hits,
    take: (chunk) => {
      let from = 0;
      while (from < chunk.length && hits.length < maxHits) {
        const lineFeed = chunk.indexOf(10, from);
        const end = lineFeed < 0 ? chunk.length : lineFeed;
        if (!isSkipping) rest = Buffer.concat([rest, chunk.subarray(from, end)]);
        if (rest.length > MAX_LINE_BYTES) {
          rest = rest.subarray(0, MAX_LINE_BYTES);
          isSkipping = true;
        }
        if (lineFeed < 0) return;
        finish(rest);
        rest = Buffer.alloc(0);
        isSkipping = false;
        from = lineFeed + 1;
      }
    },
  };
}

function hitOf(record: Buffer): TreeHit | null {
  const afterPath = record.indexOf(0);
  const afterLine = record.indexOf(0, afterPath + 1);
  const afterColumn = record.indexOf(0, afterLine + 1);
  const colon = record.indexOf(0x3a);
  if (afterPath < 0 || afterLine < 0 || afterColumn < 0 || colon < 0 || colon > afterPath)
    return null;
  const text = record.toString('utf8', afterColumn + 1).replace(/\r$/, '');
  return {
    path: decodePath(record.subarray(colon + 1, afterPath)),
    line: Number(record.toString('latin1', afterPath + 1, afterLine)),
    column: Number(record.toString('latin1', afterLine + 1, afterColumn)),
    text: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).toWellFormed()}…` : text,
  };
}

function endOf(
  child: ChildProcess,
  take: (chunk: Buffer) => void,
): Promise<{ readonly code: number | null; readonly said: string }> {
  let said = '';
  child.stdout?.on('data', take);
  child.stderr?.on('data', (chunk: Buffer) => {
    if (said.length < MAX_SAID) said += chunk.toString('utf8');
  });
  child.stdin?.on('error', () => undefined);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, said }));
  });
}
