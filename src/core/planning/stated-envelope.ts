import type { Decoded, Envelope } from '../formats/decoded.ts';
import { append } from '../match/append.ts';
import type { ReadClaim, Stated } from '../model/stated.ts';
import type { Rejection } from '../model/rejection.ts';

/** A response together with what was stated beside it. */
export interface Statement {
  /** The response, its envelope holding what was stated too. */
  readonly decoded: Decoded;
  /** Commits that the author's view is said to date from, as spelt: one, or two that must be the same commit. */
  readonly bases: readonly string[];
}

/**
 * Puts what a submission states beside its payload into the envelope of its response: reads, tokens and deletions add up; a
 * message, and the content that was read of one file, must be the same wherever it is stated.
 */
export function withStated(decoded: Decoded, stated: Stated): Statement {
  const { envelope } = decoded;
  const rejections: Rejection[] = [];
  const message = stated.message ?? envelope.message;
  if (stated.message !== null && differs(envelope.message, stated.message))
    rejections.push(contradiction('message', [envelope.message ?? '', stated.message]));
  const reads = distinct([...envelope.reads, ...stated.reads], keyOf);
  append(rejections, contradictoryReads(reads));
  const bases = distinct(
    [envelope.base, stated.base].filter((base) => typeof base === 'string'),
    (base) => base,
  );
  const [base] = bases;
  const merged: Envelope = {
    ...envelope,
    ...(base === undefined ? {} : { base }),
    ...(message === undefined ? {} : { message }),
    reads,
    readTokens: distinct([...envelope.readTokens, ...stated.readTokens], (token) => token),
    declaredDeletions: distinct([...envelope.declaredDeletions, ...stated.deletes], (path) => path),
  };
  return {
    decoded: {
      ...decoded,
      envelope: merged,
      rejections: [...decoded.rejections, ...rejections],
    },
    bases,
  };
}

const differs = (one: string | undefined, other: string): boolean =>
  one !== undefined && one.trim() !== other.trim();

/** A refusal of something that is stated twice and differently. */
export const contradiction = (header: string, values: readonly string[]): Rejection => ({
  code: 'malformed-edit',
  reason: 'contradiction',
  facts: { header, values: values.map((value) => value.slice(0, 200)) },
});

/** Two names of one kind for the same file cannot both be what was read. */
function contradictoryReads(reads: readonly ReadClaim[]): readonly Rejection[] {
  const wholes = reads.filter(({ window }) => window === undefined);
  const groups = Map.groupBy(wholes, ({ path, hash }) => `${kindOf(hash)} ${path}`);
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group) =>
      contradiction(
        'read',
        group.map(({ path, hash }) => `${path}@${hash}`),
      ),
    );
}

const kindOf = (hash: string): string => hash.slice(0, hash.indexOf(':'));

const keyOf = ({ path, hash, window }: ReadClaim): string =>
  `${path}\0${hash}\0${window?.join('-') ?? ''}`;

function distinct<T>(items: readonly T[], key: (item: T) => string): readonly T[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}
