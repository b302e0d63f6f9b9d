import type { GateConfig } from '../config/config.ts';
import type { JudgedGate } from './judge-gate.ts';
import { verdictKey, type VerdictPlace } from './verdict-key.ts';

/** Verdicts that hold for other candidates too. */
export interface KnownVerdicts {
  /** The verdict that holds here too, marked as such; null: the gate has to run. */
  readonly find: (gate: GateConfig, place: VerdictPlace) => JudgedGate | null;
  readonly keep: (gate: GateConfig, place: VerdictPlace, judged: JudgedGate) => void;
}

/** Where verdicts outlive the process. */
export interface LastingVerdicts {
  /** The version of this program: another one judges anew. */
  readonly edition: string;
  readonly find: (key: string) => string | null;
  readonly keep: (key: string, verdict: string) => void;
}

/** Longest verdict that is written down; characters. A longer one is known for as long as the process lives. */
const LONGEST = 65_536;

/**
 * Verdicts by the key of what they were reached on: the latest `most` of them at hand, and the others where they last.
 * Only a pass is kept: whatever else may have had a cause that is gone next time, and then the gate must run again.
 */
export class VerdictCache implements KnownVerdicts {
  readonly #kept = new Map<string, JudgedGate>();
  readonly #most: number;
  readonly #lasting: LastingVerdicts | null;

  constructor(most: number, lasting: LastingVerdicts | null = null) {
    this.#most = most;
    this.#lasting = lasting;
  }

  find(gate: GateConfig, place: VerdictPlace): JudgedGate | null {
    const known = firstOf(keysOf(gate, place), (key) => this.#kept.get(key) ?? this.#recall(key));
    if (known === null) return null;
    const { verdict } = known;
    const detail = ['its inputs are those of an earlier run', verdict.detail]
      .filter((text) => text !== '')
      .join('; ');
    return { ...known, verdict: { ...verdict, detail, durationMs: 0 } };
  }

  keep(gate: GateConfig, place: VerdictPlace, judged: JudgedGate): void {
    if (judged.verdict.outcome !== 'passed' || judged.hold !== null) return;
    const key = keyFor(gate, place, judged);
    const isNew = !this.#kept.has(key);
    this.#remember(key, judged);
    if (this.#lasting === null || !isNew) return;
    const text = JSON.stringify(judged);
    if (text.length <= LONGEST) this.#lasting.keep(`${this.#lasting.edition} ${key}`, text);
  }

  #recall(key: string): JudgedGate | null {
    if (this.#lasting === null) return null;
    const text = this.#lasting.find(`${this.#lasting.edition} ${key}`);
    if (text === null) return null;
    const judged = JSON.parse(text) as JudgedGate;
    this.#remember(key, judged);
    return judged;
  }

  #remember(key: string, judged: JudgedGate): void {
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
  find: (gate, place) =>
    shared.find(gate, place) ?? firstOf(keysOf(gate, place), (key) => own.get(key) ?? null),
  keep: (gate, place, judged) => {
    shared.keep(gate, place, judged);
    const { outcome } = judged.verdict;
    if (judged.hold === null && (outcome === 'passed' || outcome === 'failed'))
      own.set(keyFor(gate, place, judged), judged);
  },
});

/** Names under which a verdict may have been kept; two where lanes have a say. */
const keysOf = (gate: GateConfig, place: VerdictPlace): ReadonlySet<string> =>
  new Set([verdictKey(gate, place, 'lane'), verdictKey(gate, place, 'tree')]);

/**
 * The name to keep a verdict by. What was reached beside a failure is about that very tree: where another lane was at
 * fault, the command may have ended there, before it came to what the change is about.
 */
const keyFor = (gate: GateConfig, place: VerdictPlace, { isClean }: JudgedGate): string =>
  verdictKey(gate, place, isClean ? 'lane' : 'tree');

function firstOf(
  keys: ReadonlySet<string>,
  find: (key: string) => JudgedGate | null,
): JudgedGate | null {
  for (const key of keys) {
    const found = find(key);
    if (found !== null) return found;
  }
  return null;
}
