import { asOid, isSubmissionId, type Oid } from '../core/model/ids.ts';
import type { RecentChange } from '../core/planning/reverted-work.ts';
import type { CommitFacts } from './commit-facts.ts';
import { KnownHistory } from './known-history.ts';
import { decodePath, splitNul } from './path-bytes.ts';
import { git } from './plumbing.ts';
import { objectsOf, type Repository } from './repository.ts';
import type { PathStep } from './visited-commits.ts';

/** Which part of a branch's history to look at. */
export interface RecentRange {
  readonly tip: Oid;
  /** Only what these paths went through. */
  readonly paths: readonly string[];
  /** Commits that are not reachable from this one, those committed since then (milliseconds since the epoch), or all. */
  readonly since: { readonly commit: Oid } | { readonly at: number } | 'ever';
}

/** Most commits and paths that are looked at, and the largest file that is read. */
const MAX_COMMITS = 200;
const MAX_PATHS = 200;
const MAX_CHANGES = 400;
const MAX_BYTES = 1024 * 1024;

/** Settings of the user that would change what `log` prints. */
const CONFIG = ['log.follow=false', 'log.showRoot=true', 'log.showSignature=false'];

/** What the commits of a branch's first-parent line did to some paths, newest first. */
export async function recentChanges(
  repo: Repository,
  range: RecentRange,
): Promise<readonly RecentChange[]> {
  const entries = await recentEntries(repo, range);
  const read = await Promise.all(entries.map(async (entry) => await withContents(repo, entry)));
  return read.filter((change) => change !== null);
}

/** A commit and the paths, of those asked for, that it touched. */
export interface RecentCommit extends Pick<
  RecentChange,
  'commit' | 'subject' | 'author' | 'submission'
> {
  readonly paths: readonly string[];
}

/** The commits of a branch's first-parent line that touched some paths, newest first. */
export async function recentCommits(
  repo: Repository,
  range: RecentRange,
): Promise<readonly RecentCommit[]> {
  const entries = await recentEntries(repo, range);
  return [...Map.groupBy(entries, ({ commit }) => commit).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { commit, subject, author, submission } = first;
    return [{ commit, subject, author, submission, paths: group.map(({ path }) => path) }];
  });
}

const histories = new KnownHistory<LogEntry>();

async function recentEntries(
  repo: Repository,
  { tip, paths, since }: RecentRange,
): Promise<readonly LogEntry[]> {
  if (paths.length === 0) return [];
  const range = { tip, paths: paths.slice(0, MAX_PATHS), since };
  return await histories.entries(repo, range, { ask: () => askLog(repo, range), entriesOf });
}

/** What `askLog` gives of one commit; null where only git knows what it would print. */
function entriesOf(commit: CommitFacts, steps: readonly PathStep[]): readonly LogEntry[] | null {
  const submission = statedSubmission(commit.message);
  const author = commit.author.name;
  if (submission === undefined || commit.encoding !== null || author === '') return null;
  const subject = subjectOf(commit.message);
  return steps.map(({ path, before, after }) => ({
    commit: commit.oid,
    author,
    subject,
    submission,
    path,
    before: before?.oid ?? null,
    after: after?.oid ?? null,
  }));
}

/** The lines of a message up to the first that is blank, as one (`%s` of git-log(1)). */
function subjectOf(message: string): string {
  const lines = message.split('\n').map((line) => line.trimEnd());
  const begin = Math.max(
    0,
    lines.findIndex((line) => line !== ''),
  );
  const blank = lines.indexOf('', begin);
  return lines.slice(begin, blank === -1 ? undefined : blank).join(' ');
}

const KEY = 'Sallyport-Submission';
const TRAILER = /^[A-Za-z][A-Za-z0-9-]*: \S/;

/**
 * The submission that a message's trailers name, null: none. Undefined where git's rules for trailers would have to be
 * known: the word stands there, and not in a last paragraph of nothing but trailers.
 */
function statedSubmission(message: string): string | null | undefined {
  if (!message.toLowerCase().includes(KEY.toLowerCase())) return null;
  const paragraphs = message.trimEnd().split(/\n\n+/);
  const last = paragraphs.length < 2 ? [] : (paragraphs.at(-1) ?? '').split('\n');
  const isPlain = last.length > 0 && last.every((line) => TRAILER.test(line));
  const others = paragraphs.slice(0, -1).join('\n').toLowerCase();
  if (!isPlain || others.includes(KEY.toLowerCase())) return undefined;
  const values = last.flatMap((line) =>
    line.startsWith(`${KEY}: `) ? [line.slice(KEY.length + 2).trim()] : [],
  );
  return values.length === 0 ? undefined : submissionIn(values.join(','));
}

async function askLog(
  repo: Repository,
  { tip, paths, since }: RecentRange,
): Promise<readonly LogEntry[]> {
  const { stdout } = await git(
    repo,
    [
      'log',
      '--first-parent',
      '--diff-merges=first-parent',
      '--raw',
      '--no-abbrev',
      '--no-renames',
      '--no-ext-diff',
      '-z',
      `--max-count=${MAX_COMMITS}`,
      FORMAT,
      ...rangeOf(tip, since),
      '--',
      ...paths,
    ],
    { config: CONFIG, env: { GIT_LITERAL_PATHSPECS: '1' } },
  );
  return parseLog(stdout).slice(0, MAX_CHANGES);
}

function rangeOf(tip: Oid, since: RecentRange['since']): readonly string[] {
  if (since === 'ever') return [tip];
  if ('commit' in since) return [tip, `^${since.commit}`];
  return [`--since=@${Math.floor(since.at / 1000)}`, tip];
}

/** A mark, then the commit's four fields, each ended by NUL. */
const FORMAT =
  '--format=%x01%H%x00%an%x00%s%x00%(trailers:key=Sallyport-Submission,valueonly,separator=%x2c)%x00';

interface LogEntry extends Omit<RecentChange, 'before' | 'after'> {
  readonly before: Oid | null;
  readonly after: Oid | null;
}

/** Fields end with NUL: a commit's four after a mark, then pairs of what git says of a path and the path. */
function parseLog(stdout: Buffer): readonly LogEntry[] {
  const fields = splitNul(stdout);
  const entries: LogEntry[] = [];
  let commit: Pick<LogEntry, 'commit' | 'author' | 'subject' | 'submission'> | null = null;
  for (let at = 0; at < fields.length; at += 1) {
    const field = (fields[at] ?? Buffer.alloc(0)).toString('latin1').replace(/^\n+/, '');
    if (field.startsWith('\u0001')) {
      commit = {
        commit: asOid(field.slice(1)),
        author: (fields[at + 1] ?? '').toString(),
        subject: (fields[at + 2] ?? '').toString(),
        submission: submissionIn((fields[at + 3] ?? '').toString()),
      };
      at += 3;
    } else if (field.startsWith(':') && commit !== null) {
      const [, , before = '', after = ''] = field.split(' ');
      const path = decodePath(fields[at + 1] ?? Buffer.alloc(0));
      entries.push({ ...commit, path, before: blobOf(before), after: blobOf(after) });
      at += 1;
    }
  }
  return entries;
}

/** The last of the trailers: what stands before it, the response's own message brought along. */
function submissionIn(trailers: string): string | null {
  const last = trailers.split(',').at(-1)?.trim() ?? '';
  return isSubmissionId(last) ? last : null;
}

/** Git writes zeros for a side that is not there. */
const blobOf = (id: string): Oid | null => (/^0+$/.test(id) ? null : asOid(id));

/** Null where a side is no file, or one too large to compare. */
async function withContents(repo: Repository, entry: LogEntry): Promise<RecentChange | null> {
  const before = await contentOf(repo, entry.before);
  const after = await contentOf(repo, entry.after);
  if (before === undefined || after === undefined) return null;
  return { ...entry, before, after };
}

async function contentOf(repo: Repository, oid: Oid | null): Promise<Buffer | null | undefined> {
  if (oid === null) return null;
  const info = await objectsOf(repo).info(oid);
  if (info === null || info.type !== 'blob' || info.size > MAX_BYTES) return undefined;
  return (await objectsOf(repo).read(oid))?.bytes;
}
