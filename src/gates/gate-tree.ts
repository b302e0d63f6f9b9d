import type { Oid } from '../core/model/ids.ts';
import type { ChangedFile } from '../core/lifecycle/events.ts';

/** A path that differs between the base and the candidate. */
export type ChangedPath = Pick<ChangedFile, 'path' | 'change' | 'from'>;

/**
 * How well the tree's dependencies stand for those of its commit. On a tree that `differs` or is `missing` them a
 * failure says nothing about the change.
 */
export type PrimeStatus = 'primed' | 'nothing-to-prime' | 'differs' | 'missing';

/** What became of the dependencies of a tree; `detail` is one sentence for a person. */
export interface GateTreePrime {
  readonly status: PrimeStatus;
  readonly detail: string;
  /** Files of the commit that ask for dependencies which are not in place; absent: nobody can name any. */
  readonly unmet?: readonly string[];
}

/** A commit, checked out where a gate may run. Paths are absolute and resolved. */
export interface GateTree {
  readonly path: string;
  readonly commit: Oid;
  readonly tree: Oid;
  readonly prime: GateTreePrime;
  /** What a confined gate must be able to read besides: targets of linked dependencies, git directories. */
  readonly readOnly: readonly string[];
  /** What it must not see of those: this program's own state. */
  readonly hidden: readonly string[];
  /** Told where something that ran in the tree may be running still, or could have written outside of it. */
  readonly onDoubt?: () => void;
}

/** Whether a gate that fails on this tree can blame the change. */
export const isFullyPrimed = (tree: GateTree): boolean =>
  tree.prime.status === 'primed' || tree.prime.status === 'nothing-to-prime';
