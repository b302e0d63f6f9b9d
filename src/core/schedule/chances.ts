import type { Run } from './queue-state.ts';
import { rememberedChances } from './remembered-chances.ts';
import type { TargetView } from './target-view.ts';
import { membersKey, type Unit } from './units.ts';

/** Of what fails, the share that fails wherever it is put. The others do not get on with the tree that they are put on. */
const OWN_DOING = 0.9;

/**
 * The probabilities that units pass on a tree that no run has judged them on. What a run said on another tree is not
 * their verdict, but it tells much of what the verdict will be: most of what fails fails everywhere. A failure counts
 * for as much as the tree was likely to be good without the unit.
 */
export class Chances {
  readonly #view: TargetView;
  readonly #spoiling: number;
  readonly #verdicts = new Map<string, Run[]>();
  /** They stood in a tree that passed: so they spoil no tree. */
  readonly #harmless: Set<string>;

  /** `spoiling`: the share of failing units that spoil the runs which are put on them. */
  constructor(view: TargetView, spoiling: number) {
    this.#view = view;
    this.#spoiling = spoiling;
    this.#harmless = new Set(view.queue.landed.map(({ id }) => id));
    for (const run of [...view.runs, ...view.spent]) {
      if (run.state !== 'passed' && run.state !== 'failed') continue;
      const key = membersKey(run.members);
      this.#verdicts.set(key, [...(this.#verdicts.get(key) ?? []), run]);
      if (run.state === 'failed') continue;
      for (const id of [...run.members, ...run.lands]) this.#harmless.add(id);
    }
  }

  readonly of = rememberedChances((unit) => this.#workOut(unit));

  #workOut(unit: Unit): number {
    const runs = this.#verdicts.get(membersKey(unit.members.map(({ id }) => id)));
    if (runs === undefined) return unit.chance;
    const misfit = (1 - OWN_DOING) * (1 - unit.chance);
    if (runs.some(({ state }) => state === 'passed')) return 1 - misfit;
    const isBad = OWN_DOING * (1 - unit.chance);
    const blameless = Math.min(
      ...runs.map((run) => {
        const byTree = (1 - isBad) * (1 - this.#goodness(run) * (1 - misfit));
        return byTree / (isBad + byTree);
      }),
    );
    return blameless * (1 - misfit);
  }

  /** The probability that the tree of a run was no worse than the branch, without its members. */
  #goodness({ lands }: Run): number {
    return lands.reduce((all, id) => {
      if (this.#harmless.has(id)) return all;
      const unit = this.#view.unitOf.get(id);
      const isBad = unit === undefined ? 1 : 1 - this.of(unit);
      return all * (1 - isBad * this.#spoiling);
    }, 1);
  }
}
