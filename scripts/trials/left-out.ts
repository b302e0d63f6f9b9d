/** What is left out: files of a commit, groups of its files, and trials that would give them otherwise (whole, or bent). */
export type LeftOutKind = 'files' | 'scenes' | 'trials';

/** Counts what the policies would stop whoever wrote it, by the code that they give. */
export class LeftOut {
  readonly #counts = new Map<LeftOutKind, Map<string, number>>();
  readonly #totals = new Map<LeftOutKind, number>();

  /** Counts one of a kind where there are codes; whether there are. */
  count(kind: LeftOutKind, codes: readonly string[]): boolean {
    if (codes.length === 0) return false;
    const counts = this.#counts.get(kind) ?? new Map<string, number>();
    for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
    this.#counts.set(kind, counts);
    this.#totals.set(kind, this.total(kind) + 1);
    return true;
  }

  total(kind: LeftOutKind): number {
    return this.#totals.get(kind) ?? 0;
  }

  /** `12 files (protected-path 9, weakened-check 3), 1 scenes (collateral-change 1), 0 trials`. */
  toString(): string {
    return (['files', 'scenes', 'trials'] as const)
      .map((kind) => {
        const codes = [...(this.#counts.get(kind) ?? [])].sort(([, a], [, b]) => b - a);
        const by = codes.map(([code, count]) => `${code} ${count}`).join(', ');
        return `${this.total(kind)} ${kind}${by === '' ? '' : ` (${by})`}`;
      })
      .join(', ');
  }
}
