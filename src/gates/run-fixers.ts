import type { GateConfig } from '../config/config.ts';
import type { Sandbox } from '../exec/sandbox.ts';
import type { UsageBounds } from '../exec/usage-watch.ts';
import { runCommand, type CommandRun } from './command.ts';
import { namesFiles } from './command-words.ts';
import type { ChangedPath, GateTree } from './gate-tree.ts';
import { keepFiles } from './leftovers.ts';
import { matchesGlobs } from '../core/policies/match-globs.ts';

export interface FixersRequest {
  readonly gates: readonly GateConfig[];
  readonly changed: readonly ChangedPath[];
  readonly tree: GateTree;
  readonly env: Readonly<Record<string, string>>;
  readonly sandbox: Sandbox | null;
  /** See `CommandRequest`. */
  readonly bounds: UsageBounds;
  readonly signal?: AbortSignal;
  readonly scope?: string;
}

/** How one gate's fixer ended. */
export interface FixerRun {
  readonly gate: string;
  readonly run: CommandRun;
}

/**
 * Runs the fixers of the gates that are about the changed paths, in order, on a scratch tree. What they changed is for
 * the caller to compare: it is a patch of its own, of files that are there already; new ones are removed. A fixer that fails
 * fixes nothing, and its gate will say so.
 */
export async function runFixers(request: FixersRequest): Promise<readonly FixerRun[]> {
  const runs: FixerRun[] = [];
  for (const gate of request.gates) {
    if (gate.fix === null || request.signal?.aborted) continue;
    const files = request.changed
      .filter(({ path, change }) => change !== 'deleted' && matchesGlobs(path, gate.files))
      .map(({ path }) => path);
    if (files.length === 0 && (namesFiles(gate.fix) || gate.files.length > 0)) continue;
    const removeLeftovers = await keepFiles(request.tree.path);
    const run = await runCommand({
      command: gate.fix,
      tree: request.tree,
      files,
      base: request.tree.commit,
      timeout: gate.timeout,
      hasNetwork: gate.network,
      env: request.env,
      sandbox: request.sandbox,
      bounds: request.bounds,
      ...(request.signal === undefined ? {} : { signal: request.signal }),
      ...(request.scope === undefined ? {} : { scope: request.scope }),
    });
    await removeLeftovers();
    runs.push({ gate: gate.name, run });
  }
  return runs;
}
