import { apply } from '../apply/apply.ts';
import type { Decoded } from '../formats/decoded.ts';
import type { Snapshot } from '../model/patch.ts';
import type { Rejection } from '../model/rejection.ts';

/** What was refused on a version that is not the base's, and what the base has. */
export interface PresentQuestion {
  readonly decoded: Decoded;
  readonly rejections: readonly Rejection[];
  /** Edits (`EditOrigin.block`) that were applied to a version of the past, and the path of each. */
  readonly past: ReadonlyMap<number, string>;
  readonly base: Snapshot;
  readonly repoName: string;
}

/**
 * Refusals of edits on a version that was read, told of the file as it is now: that is what the next attempt must fit. An
 * edit that fits now, and did not fit what its author says to have read, is refused for that.
 */
export function aboutPresent(question: PresentQuestion): readonly Rejection[] {
  const { decoded, rejections, past, base, repoName } = question;
  const isPast = ({ block }: Rejection): boolean => block !== undefined && past.has(block);
  if (!rejections.some(isPast)) return rejections;
  const now = apply(decoded, base, { repoName }).rejections;
  const told = new Set<number>();
  return rejections.flatMap((rejection): readonly Rejection[] => {
    const { block = 0, responseLines } = rejection;
    if (!isPast(rejection)) return [rejection];
    if (told.has(block)) return [];
    told.add(block);
    const present = now.filter((each) => each.block === block);
    if (present.length > 0) return present;
    const path = past.get(block);
    return [
      {
        code: 'stale-read',
        reason: 'other-version',
        block,
        ...(path === undefined ? {} : { path }),
        ...(responseLines === undefined ? {} : { responseLines }),
      },
    ];
  });
}
