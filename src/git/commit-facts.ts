import { asOid, type Oid } from '../core/model/ids.ts';
import { Fault } from '../core/model/fault.ts';
import { objectsOf, type Repository } from './repository.ts';

/** All that a commit says of itself. */
export interface CommitFacts {
  readonly oid: Oid;
  readonly tree: Oid;
  readonly parents: readonly Oid[];
  readonly author: { readonly name: string; readonly email: string };
  /** As the object has it: `1700000000 +0100`. */
  readonly authorDate: string;
  /** Milliseconds since the epoch. */
  readonly committedAt: number;
  readonly message: string;
  /** What it is written in, where that is said: git then gives it out in UTF-8, and here it is not turned. */
  readonly encoding: string | null;
}

const PERSON = /^(.*?) ?<([^<>]*)> (\d+ [+-]\d+)$/;

/** Reads a commit. Fault `git-failed` where the repository has none of that name. */
export async function readCommitFacts(repo: Repository, name: string): Promise<CommitFacts> {
  const facts = await findCommitFacts(repo, name);
  if (facts !== null) return facts;
  throw new Fault('git-failed', `The repository has no commit ${name}.`, {
    retryable: true,
    hint: 'It may be a shallow or damaged clone: git fsck tells more.',
  });
}

/** The commit that an id or a full ref names; null where there is none. */
export async function findCommitFacts(repo: Repository, name: string): Promise<CommitFacts | null> {
  const found = await objectsOf(repo).read(name);
  if (found === null || found.type !== 'commit') return null;
  const text = found.bytes.toString('utf8');
  const end = text.indexOf('\n\n');
  const head = (end === -1 ? text : text.slice(0, end)).split('\n');
  const valuesOf = (key: string): readonly string[] =>
    head.flatMap((line) => (line.startsWith(`${key} `) ? [line.slice(key.length + 1)] : []));
  const [, authorName = '', email = '', authorDate = ''] =
    PERSON.exec(valuesOf('author')[0] ?? '') ?? [];
  const [, , , committed = ''] = PERSON.exec(valuesOf('committer')[0] ?? '') ?? [];
  return {
    oid: found.oid,
    tree: asOid(valuesOf('tree')[0] ?? ''),
    parents: valuesOf('parent').map(asOid),
    author: { name: authorName, email },
    authorDate,
    committedAt: Number.parseInt(committed, 10) * 1000,
    message: end === -1 ? '' : text.slice(end + 2),
    encoding: valuesOf('encoding')[0] ?? null,
  };
}
