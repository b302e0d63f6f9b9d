import type { Patch, Snapshot } from '../model/patch.ts';

/** A guarantee that a patch breaks: a bug of the engine, never the author's fault. The caller throws on it. */
export interface Violation {
  readonly guarantee: 1 | 2 | 3;
  readonly path: string;
  readonly message: string;
}

/**
 * The independent check of guarantees 1 to 3, from original, result and the located regions alone, by code that shares
 * nothing with the splice. Empty: the patch holds.
 */
export function verify(patch: Patch, snapshot: Snapshot): readonly Violation[] {
  void patch;
  void snapshot;
  throw new Error('verify: not built');
}
