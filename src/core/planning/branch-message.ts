import { asOid, type Oid } from '../model/ids.ts';
import { withTrailers } from './commit-trailers.ts';

/** A commit of a submitted branch. */
export interface BranchCommit {
  readonly commit: Oid;
  readonly parents: readonly Oid[];
  readonly author: { readonly name: string; readonly email: string };
  readonly message: string;
}

/** The one commit that a branch becomes, as far as its text goes. */
export interface BranchMessage {
  readonly message: string;
  /** `Co-authored-by: NAME <EMAIL>` of everybody but the author, for whatever message it gets. */
  readonly coAuthors: readonly string[];
  readonly author: BranchCommit['author'];
}

const MAX_SUBJECTS = 100;
const MAX_MESSAGE = 64 * 1024;
const SUBJECT_WIDTH = 200;

/**
 * The text of a branch's landing. `commits` are newest first; merges say nothing of their own. A single commit keeps its
 * message; of several the subjects are listed, oldest first, under the branch's name. The last author is the author.
 * Null where there is no commit to speak of.
 */
export function branchMessage(
  commits: readonly BranchCommit[],
  title: string,
): BranchMessage | null {
  const own = commits.filter(({ parents }) => parents.length < 2);
  const spoken = own.length > 0 ? own : commits;
  const [last] = spoken;
  if (last === undefined) return null;
  const coAuthors = coAuthorsOf(spoken, last.author);
  const message =
    spoken.length === 1
      ? withTrailers(withoutOurs(last.message.slice(0, MAX_MESSAGE)), coAuthors)
      : withTrailers(listOf(spoken, title), coAuthors);
  return { message, coAuthors, author: last.author };
}

function listOf(commits: readonly BranchCommit[], title: string): string {
  const subjects = commits.toReversed().map(({ message }) => `- ${subjectOf(message)}`);
  const left = subjects.length - MAX_SUBJECTS;
  const listed = [...subjects.slice(0, MAX_SUBJECTS), ...(left > 0 ? [`- and ${left} more`] : [])];
  return `Land ${title} (${commits.length} commits)\n\n${listed.join('\n')}`;
}

/** The first paragraph on one line, as git takes it. */
function subjectOf(message: string): string {
  const [paragraph = ''] = message.trim().split(/\n\s*\n/, 1);
  const line = paragraph.replaceAll(/\s+/g, ' ');
  return line.length > SUBJECT_WIDTH ? `${line.slice(0, SUBJECT_WIDTH - 3)}...` : line;
}

/** A landing is named by the trailer that this landing gives it: one that came along from another would mislead. */
const withoutOurs = (message: string): string =>
  message
    .split('\n')
    .filter((line) => !/^Sallyport-Submission:/i.test(line))
    .join('\n');

const CO_AUTHOR = /^Co-authored-by:[ \t]*(?<name>[^<>\n]*?)[ \t]*<(?<email>[^<>\s]+)>[ \t]*$/gim;

/** In the order of the work, everybody once, the author of the landing left out. */
function coAuthorsOf(
  commits: readonly BranchCommit[],
  author: BranchCommit['author'],
): readonly string[] {
  const seen = new Set([author.email.toLowerCase()]);
  const found: string[] = [];
  const add = (name: string, email: string): void => {
    if (email === '' || seen.has(email.toLowerCase())) return;
    seen.add(email.toLowerCase());
    found.push(`Co-authored-by: ${name} <${email}>`);
  };
  for (const { author: one, message } of commits.toReversed()) {
    add(one.name, one.email);
    for (const { groups } of message.matchAll(CO_AUTHOR)) {
      add(groups?.['name'] ?? '', groups?.['email'] ?? '');
    }
  }
  return found;
}

const DECLARED = /^Declares-Deletions?:[ \t]*(?<path>\S.*?)[ \t]*$/gim;

/** Paths that the commits' messages declare deleted, by lines `Declares-Deletion: PATH`. */
export const declaredInCommits = (commits: readonly BranchCommit[]): readonly string[] =>
  commits.flatMap(({ message }) =>
    Array.from(message.matchAll(DECLARED), ({ groups }) => unquoted(groups?.['path'] ?? '')),
  );

const unquoted = (path: string): string =>
  /^(["'`])(?<inner>.+)\1$/.exec(path)?.groups?.['inner'] ?? path;

const REVERTED = /\bThis reverts commit (?<commit>[0-9a-f]{40}(?:[0-9a-f]{24})?)\b/g;

/** Commits that the commits' messages say they take back, in the words that git gives to a revert. */
export const revertedInCommits = (commits: readonly BranchCommit[]): readonly Oid[] =>
  commits.flatMap(({ message }) =>
    Array.from(message.matchAll(REVERTED), ({ groups }) => asOid(groups?.['commit'] ?? '')),
  );
