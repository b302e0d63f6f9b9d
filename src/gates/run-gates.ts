import type { GateConfig, GateOccasion } from '../config/config.ts';
import type { GateVerdict } from '../core/lifecycle/events.ts';
import type { Oid } from '../core/model/ids.ts';
import type { Hold, Note, Rejection } from '../core/model/rejection.ts';
import type { Sandbox } from '../exec/sandbox.ts';
import type { UsageBounds } from '../exec/usage-watch.ts';
import type { BaseRuns } from './base-runs.ts';
import type { KnownTests } from './choose-tests.ts';
import type { ChangedPath, GateTree } from './gate-tree.ts';
import { judgeGate, type JudgedGate } from './judge-gate.ts';
import { proveFix, type ClaimedFix } from './prove-fix.ts';
import type { KnownVerdicts } from './verdict-cache.ts';
import type { VerdictPlace } from './verdict-key.ts';

/** The commit that the candidate is compared with. `open` checks it out; it is called at most once, and only at need. */
export interface BaseTree {
  readonly commit: Oid;
  readonly tree: Oid;
  readonly open: () => Promise<GateTree>;
}

export interface GatesRequest {
  readonly gates: readonly GateConfig[];
  readonly occasion: GateOccasion;
  readonly changed: readonly ChangedPath[];
  /** Which tests the change may matter to; absent or null: nobody knows, and a gate that names them runs all. */
  readonly tests?: KnownTests | null;
  /** Set where the change says that it fixes something: gates that want a proof look for it. */
  readonly fix?: ClaimedFix | null;
  readonly candidate: GateTree;
  /** Null: the branch is not born yet. */
  readonly base: BaseTree | null;
  readonly baseRuns: BaseRuns;
  /** Verdicts that may hold here too, and what this one is reached on; absent: every gate runs. */
  readonly known?: { readonly verdicts: KnownVerdicts; readonly place: VerdictPlace };
  /** Undoes what a gate changed in tracked files, so that the next one judges the same tree; names them. */
  readonly restore: (tree: GateTree) => Promise<readonly string[]>;
  /** See `gateEnvironment`. */
  readonly env: Readonly<Record<string, string>>;
  /** Versions of what gates are run with; results on the base are kept per toolchain. */
  readonly toolchain: string;
  readonly sandbox: Sandbox | null;
  /** See `CommandRequest`. */
  readonly bounds: UsageBounds;
  /** Set where gates must not run without a sandbox and there is none: why. */
  readonly refusal?: string;
  readonly signal?: AbortSignal;
  /** Names whose processes these are, so that they can be found after a crash: see `endMarkedProcesses`. */
  readonly scope?: string;
  /** Told of each verdict as it is reached. */
  readonly onVerdict?: (verdict: GateVerdict) => void;
}

/** How the gates of one occasion ended. Nothing refused and nothing held: the candidate passed. */
export interface GatesReport {
  readonly verdicts: readonly GateVerdict[];
  /** `gate-failed` and `gate-timed-out`. */
  readonly rejections: readonly Rejection[];
  /** `gate-inconclusive` and `weakened-check`. */
  readonly holds: readonly Hold[];
  readonly notes: readonly Note[];
  readonly isCancelled: boolean;
}

/**
 * Runs the gates of an occasion on a candidate, one after another, all of them whatever the first ones say. Faults of
 * `open`, `restore` and `baseRuns` are passed on; everything else is a verdict.
 */
export async function runGates(request: GatesRequest): Promise<GatesReport> {
  const all: JudgedGate[] = [];
  let opened: Promise<GateTree> | null = null;
  let proof: Promise<GateTree> | null = null;
  const { base, fix } = request;
  const openBase = (): Promise<GateTree> | null => (opened ??= base?.open() ?? null);
  const openProof = async (): Promise<GateTree> => {
    if (!fix) throw new TypeError('there is no fix to be proven');
    return (proof ??= fix.open());
  };
  const judge = async (gate: GateConfig): Promise<JudgedGate> =>
    proveFix(gate, request, await judgeGate(gate, request, openBase), openProof);

  for (const gate of request.gates) {
    if (!gate.when.includes(request.occasion)) continue;
    if (request.signal?.aborted) break;
    // Where gates must not run at all, an earlier verdict does not help.
    const known = request.refusal === undefined ? request.known : undefined;
    const earlier = known?.verdicts.find(gate, known.place) ?? null;
    const judged = earlier ?? (await judge(gate));
    if (earlier === null) known?.verdicts.keep(gate, known.place, judged);
    all.push(judged);
    request.onVerdict?.(judged.verdict);
  }
  return { ...reportOf(all), isCancelled: request.signal?.aborted ?? false };
}

/** What judged gates come to together. */
export function reportOf(judged: readonly JudgedGate[]): Omit<GatesReport, 'isCancelled'> {
  return {
    verdicts: judged.map(({ verdict }) => verdict),
    rejections: judged.flatMap(({ rejection }) => rejection ?? []),
    holds: judged.flatMap(({ hold }) => hold ?? []),
    notes: judged.flatMap(({ notes }) => notes),
  };
}
