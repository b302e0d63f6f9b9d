import { isOid, type BranchRef, type Oid } from '../../core/model/ids.ts';

/** One line of what git tells a `reference-transaction` or `pre-receive` hook: a ref, and what is to become of it. */
export interface RefMove {
  readonly ref: string;
  /** As git gave it: for many commands zeros, whatever the ref is at. */
  readonly old: string;
  readonly new: string;
}

/** The lines of standard input; anything else in it is left out. */
export function parseMoves(text: string): readonly RefMove[] {
  return text.split('\n').flatMap((line) => {
    const [, old = '', next = '', ref = ''] = /^(\S+) (\S+) (\S.*)$/.exec(line) ?? [];
    return ref === '' ? [] : [{ ref, old, new: next }];
  });
}

/** The commit that a move goes to; null for a deletion, and for a link to another ref. */
export const goalOf = (move: RefMove): Oid | null =>
  isOid(move.new) && !isZero(move.new) ? move.new : null;

/** Whether a move takes the ref away. */
export const isDeletion = (move: RefMove): boolean => isZero(move.new);

/** Zeros stand for no object. */
export const isZero = (id: string): boolean => /^0+$/.test(id);

/** `main` of `refs/heads/main`. */
export const shortName = (ref: string): string => ref.replace(/^refs\/heads\//, '');

/** Whether a ref is a branch. */
export const isBranch = (ref: string): ref is BranchRef => ref.startsWith('refs/heads/');
