import type { GateConfig } from '../config/config.ts';
import type { JudgedGate } from './judge-gate.ts';
import { verdictKey, type VerdictPlace } from './verdict-key.ts';

/** Verdicts that hold for other candidates too. */
export interface KnownVerdicts {
  /** The verdict that holds here too, marked as such; null: the gate has to run. */
  readonly find: (gate: GateConfig, place: VerdictPlace) => JudgedGate | null;
  readonly keep: (gate: GateConfig, place: VerdictPlace, judged: JudgedGate) => void;
}

/**
 * Verdicts by the key of what they were reached on, the latest `most` of them, for as long as the process lives. Only a
 * pass is kept: whatever else may have had a cause that is gone next time, and then the gate must run again.
 */
export class VerdictCache implements KnownVerdicts {
  readonly #kept = new Map<string, JudgedGate>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  find(gate: GateConfig, place: VerdictPlace): JudgedGate | null {
    const known = this.#kept.get(verdictKey(gate, place));
    if (known === undefined) return null;
    const { verdict } = known;
    const detail = ['its inputs are those of an earlier run', verdict.detail]
      .filter((text) => text !== '')
      .join('; ');
    return { ...known, verdict: { ...verdict, detail, durationMs: 0 } };
  }

  keep(gate: GateConfig, place: VerdictPlace, judged: JudgedGate): void {
    if (judged.verdict.outcome !== 'passed' || judged.hold !== null) return;
    const key = verdictKey(gate, place);
    this.#kept.delete(key);
    this.#kept.set(key, judged);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#most) break;
      this.#kept.delete(oldest);
    }
  }
}

/**
 * The shared verdicts, and besides what was found out about one submission on its way: also that a gate fails. The
 * cause was there a moment ago, and the submission is to be told of it, not to be judged again. A time-out is not kept:
 * it may have been the machine's.
 */
export const withOwnVerdicts = (
  shared: KnownVerdicts,
  own: Map<string, JudgedGate>,
): KnownVerdicts => ({
  find: (gate, place) => shared.find(gate, place) ?? own.get(verdictKey(gate, place)) ?? null,
  keep: (gate, place, judged) => {
    shared.keep(gate, place, judged);
    const { outcome } = judged.verdict;
    if (judged.hold === null && (outcome === 'passed' || outcome === 'failed'))
      own.set(verdictKey(gate, place), judged);
  },
});
