import type { Hold, Note, Rejection } from './rejection.ts';

/** What became of one edit of the response. */
export interface BlockReport {
  readonly block: number;
  readonly path: string;
  readonly format: string;
  /** 1-based lines of the response. */
  readonly responseLines: readonly [first: number, last: number];
  readonly status: 'would-apply' | 'no-effect' | 'failed';
  /** 1-based line range of the file that the edit was located at, where it was. */
  readonly lines?: readonly [first: number, last: number];
}

/** All that planning found out: every rejection, not only the first. */
export interface PlanReport {
  readonly blocks: readonly BlockReport[];
  readonly rejections: readonly Rejection[];
  readonly holds: readonly Hold[];
  readonly notes: readonly Note[];
}
