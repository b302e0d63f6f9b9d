import { createHash } from 'node:crypto';
import type { GateConfig } from '../config/config.ts';
import type { Oid } from '../core/model/ids.ts';
import type { CommandRun } from './command.ts';
import { namesFiles } from './command-words.ts';
import type { TestChoice } from './choose-tests.ts';

/** Results of gates on trees that something landed on, or will: kept by whoever runs gates, without their output. */
export interface BaseRuns {
  readonly get: (key: string) => Promise<CommandRun | null>;
  readonly put: (key: string, run: CommandRun) => Promise<void>;
}

/** Remembers nothing. */
export const NO_BASE_RUNS: BaseRuns = {
  get: () => Promise.resolve(null),
  put: () => Promise.resolve(),
};

/** Remembers the latest `most` results, for as long as the process lives. */
export function rememberBaseRuns(most: number): BaseRuns {
  const kept = new Map<string, CommandRun>();
  return {
    get: (key) => Promise.resolve(kept.get(key) ?? null),
    put: (key, run) => {
      kept.delete(key);
      kept.set(key, run);
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break;
        kept.delete(oldest);
      }
      return Promise.resolve();
    },
  };
}

/** Everything that the result of a gate on a whole tree depends on. `toolchain` names what it is run with. */
export function baseRunKey(
  gate: GateConfig,
  place: { readonly tree: Oid; readonly toolchain: string; readonly sandbox: string },
  named: { readonly files: readonly string[]; readonly tests: TestChoice | null },
): string {
  const parts = [
    gate.run,
    gate.timeout,
    gate.network,
    place.tree,
    place.toolchain,
    place.sandbox,
    namesFiles(gate.run) ? named.files : [],
    named.tests?.kind === 'some' ? named.tests.inBase : null,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
