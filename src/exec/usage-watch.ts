import { writeFileSync } from 'node:fs';
import { familyOf, memoryOf, processTable, type ProcessEntry } from './process-table.ts';

/** How much a command and all that it starts may take at once. */
export interface UsageBounds {
  readonly memoryBytes: number;
  readonly processes: number;
}

/** What was over its bound; `used` and `bound` in bytes or processes. */
export interface Overuse {
  readonly what: 'memory' | 'processes';
  readonly used: number;
  readonly bound: number;
}

interface Watch {
  readonly leader: number;
  readonly bounds: UsageBounds;
  readonly onOver: (over: Overuse) => void;
  /** Those that `offerToOutOfMemory` was told of. */
  readonly offered: Set<number>;
}

/** Between two looks. What grows in the meantime may pass its bound by that much. */
const PAUSE_MS = 250;

const watches = new Set<Watch>();
let timer: NodeJS.Timeout | null = null;

/**
 * Watches a process and all that descends from it, and calls `onOver` once where they take more than they may. One look
 * serves all that are watched; where none is, nothing runs. The function that is given back ends it.
 */
export function watchUsage(
  leader: number,
  bounds: UsageBounds,
  onOver: (over: Overuse) => void,
): () => void {
  const watch = { leader, bounds, onOver, offered: new Set([leader]) };
  watches.add(watch);
  offerToOutOfMemory(leader);
  timer ??= setTimeout(() => void look(), PAUSE_MS);
  return () => void watches.delete(watch);
}

async function look(): Promise<void> {
  const table = await processTable();
  for (const watch of watches) {
    const family = familyOf(table, watch.leader);
    // What was started before its parent was offered inherited nothing.
    for (const { pid } of family) {
      if (!watch.offered.has(pid)) offerToOutOfMemory(pid);
      watch.offered.add(pid);
    }
    const over = overuseOf(family, watch.bounds);
    if (over === null) continue;
    watches.delete(watch);
    watch.onOver(over);
  }
  timer = watches.size === 0 ? null : setTimeout(() => void look(), PAUSE_MS);
}

/** Linux: where memory runs out between two looks at the bounds, this process ends before others do. */
function offerToOutOfMemory(pid: number): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '500');
  } catch {
    // It ended already, or the system does not let anybody say so.
  }
}

function overuseOf(
  family: readonly ProcessEntry[],
  { memoryBytes, processes }: UsageBounds,
): Overuse | null {
  if (family.length > processes) {
    return { what: 'processes', used: family.length, bound: processes };
  }
  const sum = (isExact: boolean): number =>
    family.reduce((bytes, entry) => bytes + memoryOf(entry, isExact), 0);
  if (sum(false) <= memoryBytes) return null;
  const used = sum(true);
  return used <= memoryBytes ? null : { what: 'memory', used, bound: memoryBytes };
}
